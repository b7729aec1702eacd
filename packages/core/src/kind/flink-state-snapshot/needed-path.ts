import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import { referencedSavepoints } from '../../job/snapshot/referenced-savepoints.ts'

const bare = (path: string): string => path.replace(/\/+$/, '')

const names = (text: string | null, path: string): boolean => text !== null && text.includes(path)

/**
 * Who may still need a savepoint (P04, B03): a FlinkDeployment whose status or spec names it as what it is, was, or may be started from,
 * whichever job the snapshot was taken of; or another FlinkStateSnapshot of the same path. The recorded specs are searched as text: also
 * one that can't be read counts.
 * Null: nobody.
 */
export const whoNeeds = (
  path: string,
  deployments: readonly FlinkDeploymentView[],
  snapshots: readonly StateSnapshotView[],
  ownUid: string,
): string | null => {
  const wanted = bare(path)
  const deployment = deployments.find(({ spec, status }) =>
    referencedSavepoints(status, [spec.job]).some(it => bare(it) === wanted)
    || names(status.reconciliationStatus.lastReconciledSpec, wanted) || names(status.reconciliationStatus.lastStableSpec, wanted)
  )
  if (deployment !== undefined) return `FlinkDeployment ${deployment.meta.name}`
  const other = snapshots.find(it => it.uid !== ownUid && !it.deleting && it.path !== null && bare(it.path) === wanted)
  return other === undefined ? null : `FlinkStateSnapshot ${other.name}`
}
