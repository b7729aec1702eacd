import type { BlueGreenState, SnapshotState } from '@flink-operator/core'
import { lifecycleStates } from '@flink-operator/core/codec'
import { applicationPhases, type KindName } from '@flink-operator/core/kinds'

/** As records, so that a state that is added does not compile without its line. */
const blueGreen: Readonly<Record<BlueGreenState, true>> = {
  INITIALIZING_BLUE: true,
  ACTIVE_BLUE: true,
  ACTIVE_GREEN: true,
  SAVEPOINTING_BLUE: true,
  SAVEPOINTING_GREEN: true,
  TRANSITIONING_TO_BLUE: true,
  TRANSITIONING_TO_GREEN: true,
}
const snapshot: Readonly<Record<SnapshotState, true>> = {
  TRIGGER_PENDING: true,
  IN_PROGRESS: true,
  COMPLETED: true,
  FAILED: true,
  ABANDONED: true,
}

/** Of the kinds whose states are their own. */
const ownStates: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  FlinkStateSnapshot: Object.keys(snapshot),
  FlinkBlueGreenDeployment: Object.keys(blueGreen),
  FlinkApplication: applicationPhases,
}

/** The states that a resource of a kind goes through, as its status spells them. */
export const statesOfKind = (kind: KindName): readonly string[] => ownStates[kind] ?? lifecycleStates

export const snapshotStates = Object.keys(snapshot)
export const blueGreenStates = Object.keys(blueGreen)

/** In these a resource waits for nothing: whoever is in another one for long is stuck. */
const atRest: ReadonlySet<string> = new Set([
  'SUSPENDED',
  'STABLE',
  'ROLLED_BACK',
  'FAILED',
  'DELETED',
  'ACTIVE_BLUE',
  'ACTIVE_GREEN',
  'COMPLETED',
  'ABANDONED',
  'Running',
  'DualRunning',
  'DeployFailed',
  'UNDECODABLE',
])

export const isAtRest = (state: string): boolean => atRest.has(state)
