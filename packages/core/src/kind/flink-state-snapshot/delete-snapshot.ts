import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { clockTolerance } from '../../resource/time.ts'
import type { Query } from '../../query/query.ts'
import { asked, orLook } from '../../query/ask.ts'
import { isDisposable } from './disposable.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { whoNeeds } from './needed-path.ts'
import { targetQueries } from './state-snapshot-queries.ts'
import type { SnapshotRound } from './state-snapshot-round.ts'
import type { Situation } from './state-snapshot-situation.ts'
import { needs, underWay } from './snapshot-under-way.ts'

/**
 * The resource is deleted (session-snapshot-bluegreen.md, section 3.7). Every wait is bounded by `resource.cleanup.timeout` after the
 * deletion; then the resource goes and its files stay, which loses nothing (E-15, E-23).
 *
 * | row | seen | then |
 * |---|---|---|
 * | X1 | our finalizer is not there | nothing of ours holds it |
 * | X2 | a checkpoint, no disposeOnDelete, or no job | released |
 * | X3 | IN_PROGRESS | its outcome is awaited |
 * | X10 | IN_PROGRESS or COMPLETED, and something of its status can't be read | released, the files stay: what they are is not known (F14) |
 * | X4 | neither IN_PROGRESS nor COMPLETED, or without a path | released: there are no files |
 * | X5 | who needs the path could not be seen | blocked: not seen is not "nobody" (P14) |
 * | X6 | somebody needs the path | blocked: never disposed of (P04, B03) |
 * | X7 | its job's resource is gone | released, the files stay: nothing can dispose of them |
 * | X8 | its job does not run | blocked |
 * | X9 | its job runs | disposed of, then released; given up after failures past the bound |
 */
export const classifyDeletion = (round: SnapshotRound): Situation => {
  const { desired: { meta, spec, unread }, observed: { status }, env } = round
  const giveUpAt = (meta.deletionTimestamp ?? env.now) + env.options.resourceCleanupTimeout
  // an API server whose clock is ahead of ours: waiting for its moment could take days, and files that stay lose nothing (F15, E-15)
  const isLate = env.now >= giveUpAt || (meta.deletionTimestamp ?? 0) > env.now + clockTolerance
  if (!meta.finalizers.includes(finalizerOf(meta))) return { _tag: 'Over', row: 'X1', reason: 'it is being deleted' }
  if (!isDisposable(spec)) return release('X2', 'its files are not to be disposed of')
  if (status.state === 'IN_PROGRESS')
    return isLate ? release('X3', 'its outcome is not known in time', `the savepoint with trigger id ${status.triggerId ?? ''}`)
      : underWay(round)
  if (unread.length > 0) return release('X10', "what is recorded of it can't be read", status.path ?? 'whatever it took')
  if (status.state !== 'COMPLETED' || status.path === null || status.path === '') return release('X4', 'it has no files')
  const situation = disposal(round, status.path, giveUpAt)
  const isStuck = situation._tag === 'DisposalBlocked' || (situation._tag === 'DisposalDue' && env.consecutiveFailures > 0)
  return isLate && isStuck ? release(situation.row, `not disposed of in time: ${situation.reason}`, status.path) : situation
}

const release = (row: string, reason: string, leftBehind: string | null = null): Situation => ({
  _tag: 'Releasable',
  row,
  reason,
  leftBehind,
})

const disposal = (round: SnapshotRound, path: string, giveUpAt: number): Situation => {
  const { desired: { meta: { namespace } }, observed: { facts } } = round
  const queries: readonly Query[] = [
    ...targetQueries(round.desired, facts),
    { _tag: 'ListFlinkDeployments', namespace },
    { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: null },
    { _tag: 'ListStateSnapshots', namespace, job: null },
  ]
  return pipe(
    facts,
    asked(queries),
    E.map(() => disposalOf(round, path, giveUpAt)),
    orLook(needs('X5', `does anybody need ${path}?`)),
  )
}

const disposalOf = ({ desired: { meta }, observed: { facts, job } }: SnapshotRound, path: string, giveUpAt: number): Situation => {
  const blocked = (row: string, reason: string): Situation => ({ _tag: 'DisposalBlocked', row, reason, giveUpAt })
  const { flinkDeployments, flinkSessionJobs, snapshots } = facts
  // where session jobs are not installed there are none
  const sessionJobs = flinkSessionJobs?._tag === 'Absent' ? [] : flinkSessionJobs?._tag === 'Known' ? flinkSessionJobs.value : null
  if (flinkDeployments?._tag !== 'Known' || sessionJobs === null || snapshots?._tag !== 'Known')
    return blocked('X5', `who needs ${path} could not be seen`)
  const needing = whoNeeds(path, [...flinkDeployments.value, ...sessionJobs], snapshots.value, meta.uid)
  if (needing !== null) return blocked('X6', `${needing} may need ${path}`)
  switch (job._tag) {
    case 'Gone':
      return release('X7', 'Cannot dispose of snapshot because referenced Flink job cannot be found!', path)
    case 'Running':
      return job.isStopping ? blocked('X8', 'the job is being stopped')
        : { _tag: 'DisposalDue', row: 'X9', job, path, reason: `nobody needs ${path}` }
    case 'NotLookedAt':
    case 'Unseen':
    case 'Ended':
    case 'Unsettled':
      return blocked('X8', 'Cannot dispose of snapshot because referenced Flink job is not running!')
  }
}
