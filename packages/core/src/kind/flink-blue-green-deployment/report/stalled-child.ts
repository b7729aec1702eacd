import type { FlinkBlueGreenDeploymentStatus } from '../blue-green-resource.ts'
import { livingOf } from '../child/child.ts'
import { activeChild } from '../transition/evidence.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** A child that needs the user. */
export interface StalledChild {
  /** Its name, and the message of its own Stalled condition. */
  readonly words: string
  /** True if only the user can resolve it. A switch rolls back automatically to the child that served. */
  readonly isFinal: boolean
}

/** The child of the transition, otherwise the active child, if it is stalled; null: no problem is known. */
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
