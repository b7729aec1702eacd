import type { WorldAction } from '../../../action/action.ts'
import type { DeleteObject } from '../../../action/delete-object.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import type { FlinkBlueGreenDeploymentStatus, Transition } from '../blue-green-resource.ts'
import { heldFor, pauseAnnotation } from '../../../round/pause.ts'
import type { ChildRequest } from './child-manifest.ts'
import { isSeen, savepointDirectoryOf } from '../transition/evidence.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** `child`: as it was seen; any change since is a conflict. */
export const changeChild = (manifest: ChildRequest, { meta: { uid, resourceVersion } }: FlinkDeploymentView): readonly WorldAction[] => [
  { _tag: 'ApplyObject', manifest, uid, resourceVersion },
]

/**
 * Of a child that was not there, and only then. It is held: this request may arrive when nobody asks for the child any more, late or of a
 * process that stood still, and must start nothing then. The transition that sees it lets it go, by a change of what it saw (B105, P01).
 */
export const createChild = (manifest: ChildRequest, { id }: Pick<Transition, 'id'>): readonly WorldAction[] => [
  {
    _tag: 'ApplyObject',
    manifest: { ...manifest, annotations: { ...manifest.annotations, [pauseAnnotation]: heldFor(id) } },
    uid: null,
  },
]

/** Of a child that never serves. Its own finalizer ends the job. */
export const deleteChild = (
  { meta: { apiVersion, kind, namespace, name, uid } }: FlinkDeploymentView,
  why: string,
): readonly [DeleteObject] => [{
  _tag: 'DeleteObject',
  target: { apiVersion, kind, namespace, name, uid },
  resourceVersion: null,
  propagation: 'Background',
  why,
}]

/**
 * Of the child that served: as it was seen. A process that stood still before this request may send it when the switch went back long ago,
 * and the child serves again; by then it was changed (B107).
 */
export const retireChild = (child: FlinkDeploymentView): readonly [DeleteObject] => {
  const [whatever] = deleteChild(child, 'the other child has taken over')
  return [{ ...whatever, resourceVersion: child.meta.resourceVersion }]
}

/** By the id that is recorded; sent again it does nothing new. */
export const triggerSavepoint = (round: BlueGreenRound, { operation }: FlinkBlueGreenDeploymentStatus): readonly WorldAction[] => {
  const { observed: { job } } = round
  const it = { triggerId: operation?.id ?? null, jobId: operation?.jobId ?? null, job: job._tag === 'Job' ? job : null }
  return !isSeen(it) ? [] : [{
    _tag: 'TriggerSavepoint',
    endpoint: it.job.endpoint,
    jobId: it.jobId,
    triggerId: it.triggerId,
    targetDirectory: savepointDirectoryOf(round),
    formatType: it.job.options.savepointFormatType,
  }]
}
