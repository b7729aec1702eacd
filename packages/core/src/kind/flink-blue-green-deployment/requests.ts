import type { WorldAction } from '../../action/action.ts'
import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import type { FlinkBlueGreenDeploymentStatus } from '../../resource/flink-blue-green-deployment.ts'
import type { ChildRequest } from './child-manifest.ts'
import { savepointDirectoryOf } from './evidence.ts'
import type { BlueGreenRound } from './round.ts'

/** `child`: as it was seen; null: there was none, and one that somebody else makes meanwhile is not taken over. */
export const applyChild = (manifest: ChildRequest, child: FlinkDeploymentView | null): readonly WorldAction[] => [
  {
    _tag: 'ApplyObject',
    manifest,
    uid: child?.meta.uid ?? null,
    ...(child === null ? {} : { resourceVersion: child.meta.resourceVersion }),
  },
]

/** Its own finalizer ends the job. */
export const deleteChild = (
  { meta: { apiVersion, kind, namespace, name, uid } }: FlinkDeploymentView,
  why: string,
): readonly WorldAction[] => [{
  _tag: 'DeleteObject',
  target: { apiVersion, kind, namespace, name, uid },
  resourceVersion: null,
  propagation: 'Background',
  why,
}]

/** By the id that is recorded; sent again it does nothing new. */
export const triggerSavepoint = (round: BlueGreenRound, { operation }: FlinkBlueGreenDeploymentStatus): readonly WorldAction[] => {
  const { observed: { job } } = round
  return operation === null || operation.jobId === null || job._tag === 'None' ? [] : [{
    _tag: 'TriggerSavepoint',
    endpoint: job.endpoint,
    jobId: operation.jobId,
    triggerId: operation.id,
    targetDirectory: savepointDirectoryOf(round),
    formatType: job.options.savepointFormatType,
  }]
}
