import type { OperatorOptions } from '@flink-operator/core'
import { type FleetBeside, type FleetBesideSetup, startFleet } from '../fleet/start-fleet.ts'
import { createLastObserved, type LastObserved } from './last-observed.ts'

/** What the operator keeps for its pages alone: nothing, if they are off. */
export interface KeptForPages extends Omit<FleetBeside, 'source'> {
  readonly observed: LastObserved
  readonly fleet: FleetBeside['source']
}

export const keptForPages = (
  options: Pick<OperatorOptions, 'plannerEnabled' | 'plannerFleetEnabled'>,
  setup: Omit<FleetBesideSetup, 'observed'>,
): KeptForPages => {
  const observed = createLastObserved(options.plannerEnabled)
  const fleet = startFleet(options, { ...setup, observed: observed.of })
  return {
    observed,
    fleet: fleet.source,
    reported: fleet.reported,
    round: (kind, key, report) => {
      observed.round(kind, key, report)
      fleet.round(kind, key, report)
    },
    forget: (kind, key) => {
      observed.forget(kind, key)
      fleet.forget(kind, key)
    },
    kept: () => observed.kept() + fleet.kept(),
    stop: fleet.stop,
  }
}
