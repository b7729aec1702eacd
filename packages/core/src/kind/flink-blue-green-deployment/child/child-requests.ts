import type { WorldAction } from '../../../contract/action/action.ts'
import type { DeleteObject } from '../../../contract/action/delete-object.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { FlinkBlueGreenDeploymentStatus, Transition } from '../blue-green-resource.ts'
import { heldFor, pauseAnnotation } from '../../../contract/round/pause.ts'
import type { ChildRequest } from './child-manifest.ts'
import { isSeen, savepointDirectoryOf } from '../transition/evidence.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** Changes the observed version of a child. If the child has changed since, the API server reports a conflict. */
export const changeChild = (manifest: ChildRequest, { meta: { uid, resourceVersion } }: FlinkDeploymentView): readonly WorldAction[] => [
  { _tag: 'ApplyObject', manifest, uid, resourceVersion },
]

/**
 * Creates a child only if it does not exist. The child is held (paused) at first: the request may arrive late, from a delayed or paused
 * operator process, when no transition needs the child any more, and must then start nothing. The transition that observes the child
 * releases it by changing the observed version (B105, P01).
 */
export const createChild = (manifest: ChildRequest, { id }: Pick<Transition, 'id'>): readonly WorldAction[] => [
  {
    _tag: 'ApplyObject',
    manifest: { ...manifest, annotations: { ...manifest.annotations, [pauseAnnotation]: heldFor(id) } },
    uid: null,
  },
]

/** Deletes a child that does not serve. The finalizer of the child stops its job. */
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
 * Deletes the observed version of the child that served. A paused operator process may send this request long after the switch was rolled
 * back and the child serves again; by then the child has been changed, and the API server refuses the request (B107).
 */
export const retireChild = (child: FlinkDeploymentView): readonly [DeleteObject] => {
  const [anyVersion] = deleteChild(child, 'the other child has taken over')
  return [{ ...anyVersion, resourceVersion: child.meta.resourceVersion }]
}

/** Requests a savepoint with the recorded trigger id. Sending it again has no further effect. */
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
