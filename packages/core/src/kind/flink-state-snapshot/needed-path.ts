import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import type { FlinkSessionJobView } from '../../fact/flink-session-job-view.ts'
import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import { referencedSavepoints } from '../../job/snapshot/referenced-savepoints.ts'

const bare = (path: string): string => path.replace(/(?<!\/)\/+$/, '')

const names = (text: string | null, path: string): boolean => text !== null && text.includes(path)

/**
 * Who may still need a savepoint (P04, B03): a FlinkDeployment or FlinkSessionJob whose status or spec names it as what it is, was, or may
 * be started from, whichever job the snapshot was taken of; or another FlinkStateSnapshot of the same path. The recorded specs are searched
 * as text: also one that can't be read counts.
 * Null: nobody.
 */
export const whoNeeds = (
  path: string,
  jobs: readonly (FlinkDeploymentView | FlinkSessionJobView)[],
  snapshots: readonly StateSnapshotView[],
  ownUid: string,
): string | null => {
  const wanted = bare(path)
  const job = jobs.find(({ spec, status }) =>
    referencedSavepoints(status, [spec.job]).some(it => bare(it) === wanted)
    || names(status.reconciliationStatus.lastReconciledSpec, wanted) || names(status.reconciliationStatus.lastStableSpec, wanted)
  )
  if (job !== undefined) return `${job.meta.kind} ${job.meta.name}`
  const other = snapshots.find(it => it.uid !== ownUid && !it.deleting && it.path !== null && bare(it.path) === wanted)
  return other === undefined ? null : `FlinkStateSnapshot ${other.name}`
}
