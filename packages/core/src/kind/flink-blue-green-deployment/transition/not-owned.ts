import { type Colour, colours } from '../blue-green-resource.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import { transitionAnnotation } from '../child/child.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** The FlinkDeployment with the name of a child that has no owner reference to this resource; null: none. */
export const notOwned = ({ observed: { children } }: BlueGreenRound, colour: Colour): FlinkDeploymentView | null => {
  const child = children[colour]
  return child._tag === 'Others' ? child.view : null
}

export const isAnyNotOwned = (round: BlueGreenRound): boolean => colours.some(colour => notOwned(round, colour) !== null)

/**
 * True if it was a child of this resource: its uid is recorded, or it has the mark of a recorded transition. Its owner reference was then
 * removed, and its job may run. A mark proves nothing, so the operator only reports it and does not change it (A01).
 */
export const isMarkedOurs = (
  { observed: { status: { operation, operatorRecord } } }: BlueGreenRound,
  { meta: { uid, annotations } }: FlinkDeploymentView,
): boolean => {
  const mark = annotations[transitionAnnotation]
  return [operatorRecord.activeUid, operation?.activeUid, operation?.childUid].includes(uid)
    || (mark !== undefined && [operation?.id, operatorRecord.abandoned].includes(mark))
}
