import { type Colour, colours } from '../blue-green-resource.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import { transitionAnnotation } from '../child/child.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** The FlinkDeployment of a child's name that has no owner reference to this resource; null: there is none. */
export const notOwned = ({ observed: { children } }: BlueGreenRound, colour: Colour): FlinkDeploymentView | null => {
  const child = children[colour]
  return child._tag === 'Others' ? child.view : null
}

export const isAnyNotOwned = (round: BlueGreenRound): boolean => colours.some(colour => notOwned(round, colour) !== null)

/**
 * Was it a child of this resource? Its uid is recorded, or it bears the mark of a transition that is: then somebody took its owner
 * reference away, and its job may run. A mark proves nothing, so it is told and left as it is (A01).
 */
export const isMarkedOurs = (
  { observed: { status: { operation, operatorRecord } } }: BlueGreenRound,
  { meta: { uid, annotations } }: FlinkDeploymentView,
): boolean => {
  const mark = annotations[transitionAnnotation]
  return [operatorRecord.activeUid, operation?.activeUid, operation?.childUid].includes(uid)
    || (mark !== undefined && [operation?.id, operatorRecord.abandoned].includes(mark))
}
