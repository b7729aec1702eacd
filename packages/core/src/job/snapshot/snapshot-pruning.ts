import type { JobRound, SubmittedJob } from '../job-round.ts'
import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import type { Query } from '../../query/query.ts'
import { locationsToDispose, prunableSavepoints, type PrunableSavepoint } from './savepoint-history-pruning.ts'
import { savepointLimits } from './snapshot-limits.ts'
import { unanswered } from '../../query/unanswered.ts'
import { neededSavepoints } from './referenced-savepoints.ts'
import type { SnapshotStep } from './snapshot-step.ts'

export const snapshotsQuery = ({ desired: { meta } }: Pick<JobRound, 'desired'>): Query => ({
  _tag: 'ListStateSnapshots',
  namespace: meta.namespace,
  job: { kind: meta.kind, name: meta.name },
})

/**
 * Does the history in the status hold more than it may (control-flow.md, section 6.6)? Only then are the FlinkStateSnapshots of the job
 * looked at: one of them may own a path of the history, and then its files are not ours to delete (B03). Could they not be seen, nothing
 * goes (P14).
 */
export const pruningStep = (round: JobRound, deployed: SubmittedJob): SnapshotStep | null => {
  if (prunable(round, deployed, []).length === 0) return null
  const { snapshots } = round.observed.facts
  const missing = unanswered(round.observed.facts, [snapshotsQuery(round)])
  if (missing.length > 0)
    return { _tag: 'Look', row: 'S3', queries: missing, reason: 'does a FlinkStateSnapshot own a path of the history?' }
  if (snapshots === undefined || snapshots._tag === 'Unknown') return null
  const gone = prunable(round, deployed, snapshots._tag === 'Known' ? snapshots.value : [])
  return gone.length === 0 ? null
    : {
      _tag: 'Prune',
      row: 'S3',
      prunable: gone,
      dispose: nextToDispose(gone, round.env.consecutiveFailures),
      reason: 'the history holds more savepoints than it may',
    }
}

/** Everything that a restore may need stays (P04, D-32); an entry of the history is a completed savepoint. */
const prunable = (round: JobRound, deployed: SubmittedJob, snapshots: readonly StateSnapshotView[]): readonly PrunableSavepoint[] => {
  const { observed: { status }, env } = round
  const { options } = deployed.running
  return prunableSavepoints({
    history: status.jobStatus.savepointInfo.savepointHistory,
    snapshots,
    limits: savepointLimits(options, env.options),
    cleanupEnabled: options.savepointCleanupEnabled,
    referenced: neededSavepoints(round, deployed),
    now: env.now,
  })
}

/** After failures in a row another one is tried, so that a path that can't be deleted does not keep the others (B73). */
const nextToDispose = (gone: readonly PrunableSavepoint[], failures: number): string | null => {
  const all = locationsToDispose(gone)
  const failed = all.slice(0, all.length === 0 ? 0 : failures % all.length)
  return locationsToDispose(gone, location => failed.includes(location))[0] ?? all[0] ?? null
}
