import type { JobRound, SubmittedJob } from '../job-round.ts'
import type { JobLifecycleStatus, SavepointRecord } from '../../contract/resource/job-status.ts'
import type { DeploySource } from '../../contract/resource/operation.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { isTooOld, type SnapshotLimits } from './snapshot-due-now.ts'

const pathOf = (source: DeploySource | null): string | null => (source?._tag === 'Path' ? source.path : null)
/** The path from which the operation in progress starts. A stateless start keeps the last state of the job in `left` until a job ran. */
const leftWith = (source: DeploySource): string | null =>
  source._tag === 'Empty' && source.left?._tag === 'Path' ? source.left.path : pathOf(source)

/**
 * Every savepoint from which the job may still start (P04, B03, D-32): the upgrade savepoint, the last savepoint, the initial savepoints
 * of the given specs, the savepoint of a redeploy in progress, the source of the deployment in progress and of the last one, and the state
 * from which a stopped job continues. The last-state marker is no path and does no harm here. The savepoint history is left out, because no
 * job starts from it: otherwise two resources with the same entry would keep it for each other.
 */
export const referencedSavepoints = (
  status: JobLifecycleStatus,
  jobs: readonly (Pick<JobSpec, 'initialSavepointPath'> | null)[],
): readonly string[] => {
  const { jobStatus, operation, operatorRecord } = status
  return [
    jobStatus.upgradeSavepointPath,
    jobStatus.savepointInfo.lastSavepoint?.location ?? null,
    ...jobs.map(job => job?.initialSavepointPath ?? null),
    operation?.kind === 'Deploy' || operation?.kind === 'Submit' ? leftWith(operation.source) : null,
    operation?.kind === 'Suspend' ? (operation.redeploy?.path ?? null) : null,
    pathOf(operatorRecord.deployedSource),
    operatorRecord.lastState._tag === 'Path' ? operatorRecord.lastState.path : null,
  ].flatMap(path => (path === null ? [] : [path]))
}

/**
 * Every savepoint that a pending or later restore may need (P04, D-32): the operator prunes none of them. The initial savepoints of stable
 * specs count even while rollback is disabled.
 */
export const neededSavepoints = (
  { desired: { wanted, stable }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>,
  { reconciled, running, stable: recordedStable }: SubmittedJob,
): readonly string[] =>
  referencedSavepoints(status, [wanted?.job ?? null, reconciled.job, running.job, recordedStable?.job ?? null, stable?.job ?? null])

export interface HistoryPruningInputs {
  /** Oldest first. */
  readonly history: readonly SavepointRecord[]
  /** All FlinkStateSnapshots of the job. */
  readonly snapshots: readonly StateSnapshotView[]
  readonly limits: SnapshotLimits
  /** `savepoint.cleanup.enabled`; if false, the operator removes entries and keeps their files. */
  readonly cleanupEnabled: boolean
  /** Paths from which the job itself may be restored: entry and files stay. */
  readonly referenced: readonly string[]
  /** Paths from which another resource may start: the entry is removed, the files stay. */
  readonly neededByOthers: readonly string[]
  readonly now: EpochMillis
}

/** An entry to remove from the history. */
export interface PrunableSavepoint {
  readonly record: SavepointRecord
  /** `Count`: over the maximum count; removed only after all older entries. `Age`: too old; removed independently of the others. */
  readonly cause: 'Count' | 'Age'
  /** True if the operator deletes the files first; false if another entry or resource owns them. */
  readonly dispose: boolean
}

/** Number of completed savepoint resources. They count towards the limit; if one exists, the history may become empty (B79). */
const completedSavepoints = (snapshots: readonly StateSnapshotView[]): number =>
  snapshots.filter(({ kind, state, deleting }) => kind === 'savepoint' && state === 'COMPLETED' && !deleting).length

/**
 * The entries of the savepoint history that can be removed (control-flow.md, section 6.6), oldest first. The newest entry stays whatever
 * its age, unless a completed savepoint resource exists (B79).
 * Unlike the reference operator: a referenced entry always stays (P04, B03, D-32), and the operator deletes files only if no other entry
 * and no other resource has the same path.
 */
export const prunableSavepoints = (inputs: HistoryPruningInputs): readonly PrunableSavepoint[] => {
  const { history, snapshots, limits, cleanupEnabled, referenced, neededByOthers, now } = inputs
  const completed = completedSavepoints(snapshots)
  const excess = history.length - Math.max(0, limits.count - completed)
  const causeOf = (record: SavepointRecord, at: number): 'Count' | 'Age' | null => {
    const isNewest = at === history.length - 1
    if ((isNewest && completed === 0) || (record.location !== null && referenced.includes(record.location))) return null
    if (isTooOld(record.timeStamp, limits, now)) return 'Age'
    return at < excess ? 'Count' : null
  }
  const causes = history.map(causeOf)
  const owned = [
    ...snapshots.map(({ path }) => path),
    ...neededByOthers,
    ...history.filter((_, at) => causes[at] === null).map(({ location }) => location),
  ]
  return history.flatMap((record, at) => {
    const cause = causes[at] ?? null
    return cause === null ? []
      : [{ record, cause, dispose: cleanupEnabled && record.location !== null && !owned.includes(record.location) }]
  })
}

/**
 * The history after the deletion of files. An entry is removed once its files are known to be deleted (B73). If a deletion failed, the
 * entry stays, and so do all later entries that are over the count, so that no older savepoint is orphaned.
 */
export const historyAfterDisposal = (
  history: readonly SavepointRecord[],
  prunable: readonly PrunableSavepoint[],
  isDisposed: (location: string) => boolean,
): readonly SavepointRecord[] => {
  const { gone } = prunable.reduce<{ readonly gone: readonly SavepointRecord[]; readonly stuck: boolean }>(
    ({ gone: before, stuck }, { record, cause, dispose }) => {
      const mayGo = !dispose || (record.location !== null && isDisposed(record.location))
      return { gone: mayGo && !(stuck && cause === 'Count') ? [...before, record] : before, stuck: stuck || !mayGo }
    },
    { gone: [], stuck: false },
  )
  return history.filter(record => !gone.includes(record))
}

/** The locations to delete, in order. After a failed deletion (`isFailed`), later entries that are over the count have to wait. */
export const locationsToDispose = (
  prunable: readonly PrunableSavepoint[],
  isFailed: (location: string) => boolean = () => false,
): readonly string[] =>
  prunable.reduce<{ readonly locations: readonly string[]; readonly stuck: boolean }>(
    ({ locations, stuck }, { record: { location }, cause, dispose }) => {
      if (!dispose || location === null || locations.includes(location)) return { locations, stuck }
      if (isFailed(location)) return { locations, stuck: true }
      return { locations: stuck && cause === 'Count' ? locations : [...locations, location], stuck }
    },
    { locations: [], stuck: false },
  ).locations
