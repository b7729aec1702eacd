import type { FlinkBlueGreenDeploymentStatus } from '../blue-green-resource.ts'
import { livingOf } from '../child/child.ts'
import { activeChild } from '../transition/evidence.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** A child that waits for a person. */
export interface StalledChild {
  /** Its name, and what its own operator says is wrong. */
  readonly words: string
  /** Nobody but a person brings the application on: a switch goes back by itself to what served. */
  readonly isFinal: boolean
}

/** The child that matters: the one that is made, else the one that serves. Null: nothing is known to be wrong with it. */
export const stalledChild = (
  round: BlueGreenRound,
  { operation }: Pick<FlinkBlueGreenDeploymentStatus, 'operation'>,
): StalledChild | null => {
  const view = livingOf(operation === null ? activeChild(round) : round.observed.children[operation.colour])
  const condition = view?.status.conditions.find(({ type, status }) => type === 'Stalled' && status === 'True')
  return view === null || condition === undefined ? null : {
    words: `FlinkDeployment ${view.meta.name}: ${condition.message}`,
    isFinal: operation === null || operation.kind === 'First',
  }
}
