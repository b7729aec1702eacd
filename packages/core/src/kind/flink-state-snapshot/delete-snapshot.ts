import { clockTolerance } from '../../contract/resource/time.ts'
import type { Query } from '../../contract/query/query.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import { cluster, person, type UnblockedBy } from '../../contract/round/unblocked-by.ts'
import { firstMatch, type Row } from '../../contract/round/row.ts'
import { isDisposable } from './flink-state-snapshot.ts'
import { finalizerOf } from '../../contract/resource/resource-type.ts'
import { namingQueries, namingSeen, whoNeeds } from '../../job/snapshot/needed-path.ts'
import { targetQueries, type SnapshotRound, type Situation } from './state-snapshot-round.ts'
import { needs, underWay } from './snapshot-under-way.ts'

const atTheBound = 'after kubernetes.operator.resource.cleanup.timeout the operator releases the resource and keeps its files'
const jobRuns = cluster(`the job runs, so that its JobManager can delete the files; ${atTheBound}`)

/** When the operator releases the resource and keeps its files (E-15, E-23). */
const giveUpAtOf = ({ desired: { meta }, env }: SnapshotRound): number =>
  (meta.deletionTimestamp ?? env.now) + env.options.resourceCleanupTimeout

/** If the clock of the API server is ahead of ours, the wait could take days; to keep the files loses no state (F15, E-15). */
const isLate = (round: SnapshotRound): boolean => {
  const { desired: { meta }, env } = round
  return env.now >= giveUpAtOf(round) || (meta.deletionTimestamp ?? 0) > env.now + clockTolerance
}

const release = (row: string, reason: string, leftBehind: string | null = null): Situation => ({
  _tag: 'Releasable',
  row,
  reason,
  leftBehind,
})

/** The situations of a FlinkStateSnapshot that a user deleted (session-snapshot-bluegreen.md, section 3.7). */
export const deletionRows: readonly Row<[SnapshotRound], Situation>[] = [
  {
    id: 'state-snapshot-deletion/not-ours',
    when: 'the resource does not have our finalizer: the operator has nothing to do',
    holds: ({ desired: { meta } }) =>
      meta.finalizers.includes(finalizerOf(meta)) ? null
        : {
          _tag: 'Over',
          row: 'state-snapshot-deletion/not-ours',
          reason: 'the resource is being deleted',
          unblockedBy: cluster('other controllers remove their finalizers'),
        },
  },
  {
    id: 'state-snapshot-deletion/keep-files',
    when: 'a checkpoint, no disposeOnDelete, or no job: the operator removes its finalizer',
    holds: ({ desired: { spec } }) =>
      isDisposable(spec) ? null
        : release('state-snapshot-deletion/keep-files', 'the files of the snapshot stay: the spec does not ask to delete them'),
  },
  {
    id: 'state-snapshot-deletion/outcome-unknown',
    when: 'the state is IN_PROGRESS: the operator waits for the outcome, no longer than the limit',
    holds: round => {
      const { state, triggerId } = round.observed.status
      if (state !== 'IN_PROGRESS') return null
      return isLate(round)
        ? release(
          'state-snapshot-deletion/outcome-unknown',
          'the outcome of the snapshot did not become known in time',
          `the savepoint with trigger id ${triggerId ?? ''}`,
        )
        : underWay(round)
    },
  },
  {
    id: 'state-snapshot-deletion/unreadable',
    when: "a part of the status can't be read: the operator removes its finalizer and keeps the files (F14)",
    holds: ({ desired: { unread }, observed: { status } }) =>
      unread.length === 0 ? null
        : release(
          'state-snapshot-deletion/unreadable',
          "the status can't be read",
          status.path ?? 'the files of the snapshot, at an unknown path',
        ),
  },
  {
    id: 'state-snapshot-deletion/no-files',
    when: 'the state is not COMPLETED, or the status has no path: the operator removes its finalizer, for no files exist',
    holds: ({ observed: { status: { state, path } } }) =>
      state !== 'COMPLETED' || path === null || path === ''
        ? release('state-snapshot-deletion/no-files', 'the snapshot has no files') : null,
  },
]

/** The same of a completed snapshot whose files are at `path`. */
export const disposalRows: readonly Row<[round: SnapshotRound, path: string], Situation>[] = [
  {
    id: 'state-snapshot-deletion/references-unobservable',
    when: 'the resources that may need the path could not be observed: an unobserved resource may still need it (P14)',
    holds: (round, path) => {
      const { desired, observed: { facts } } = round
      const queries: readonly Query[] = [
        ...targetQueries(desired, facts),
        ...namingQueries(desired.meta.namespace, [path]),
        { _tag: 'ListStateSnapshots', namespace: desired.meta.namespace, job: null },
      ]
      return onceSeen(
        facts,
        queries,
        needs('state-snapshot-deletion/references-unobservable', `does another resource need ${path}?`),
        () =>
          namingSeen(facts) === null || facts.snapshots?._tag !== 'Known'
            ? blocked(
              round,
              'state-snapshot-deletion/references-unobservable',
              `the resources that may need ${path} could not be observed`,
              cluster(
                `Kubernetes lists all resources of the namespace that may need the path, and the operator can read them; ${atTheBound}`,
              ),
            )
            : null,
      )
    },
  },
  {
    id: 'state-snapshot-deletion/path-needed',
    when: 'another resource may need the path: the operator never deletes these files (P04, B03)',
    holds: (round, path) => {
      const needing = neededBy(round, path)
      return needing === null ? null : blocked(
        round,
        'state-snapshot-deletion/path-needed',
        `${needing} may need ${path}`,
        person(`delete the resource that may need the path, or let its job continue from another state; ${atTheBound}`),
      )
    },
  },
  {
    id: 'state-snapshot-deletion/job-missing',
    when: 'the resource of the job does not exist: no JobManager can delete the files, and they stay',
    holds: ({ observed: { job } }, path) =>
      job._tag === 'Gone'
        ? release(
          'state-snapshot-deletion/job-missing',
          'Cannot dispose of snapshot because referenced Flink job cannot be found!',
          path,
        ) : null,
  },
  {
    id: 'state-snapshot-deletion/job-not-running',
    when: 'the job does not run, or is being stopped',
    holds: round => {
      const { job } = round.observed
      if (job._tag === 'Running' && !job.isStopping) return null
      return blocked(
        round,
        'state-snapshot-deletion/job-not-running',
        job._tag === 'Running' ? 'the job is being stopped'
          : 'Cannot dispose of snapshot because referenced Flink job is not running!',
        jobRuns,
      )
    },
  },
  {
    id: 'state-snapshot-deletion/delete-files',
    when: 'the job runs: the operator deletes the files, then removes its finalizer',
    holds: ({ observed: { job } }, path) =>
      job._tag === 'Running'
        ? { _tag: 'DisposalDue', row: 'state-snapshot-deletion/delete-files', job, path, reason: `no resource needs ${path}` } : null,
  },
]

const blocked = (round: SnapshotRound, row: string, reason: string, unblockedBy: UnblockedBy): Situation => ({
  _tag: 'DisposalBlocked',
  row,
  reason,
  giveUpAt: giveUpAtOf(round),
  unblockedBy,
})

/** FlinkStateSnapshots are judged by their own list, which says which of them are being deleted. Null: no resource needs the path. */
const neededBy = ({ desired: { meta }, observed: { facts } }: SnapshotRound, path: string): string | null => {
  const naming = namingSeen(facts)
  if (naming === null || facts.snapshots?._tag !== 'Known') return null
  const others = { ...naming, resources: naming.resources.filter(({ kind }) => kind !== meta.kind) }
  return whoNeeds(path, others, facts.snapshots.value, meta.uid)
}

/**
 * Classifies a FlinkStateSnapshot that a user deleted. The operator waits no longer than `resource.cleanup.timeout` after the deletion.
 * Then
 * it removes its finalizer and keeps the files, so that no state is lost (E-15, E-23).
 */
export const classifyDeletion = (round: SnapshotRound): Situation => {
  const path = round.observed.status.path ?? ''
  const situation = firstMatch(deletionRows, round)?.found ?? firstMatch(disposalRows, round, path)?.found
    ?? blocked(round, 'state-snapshot-deletion/job-not-running', 'the state of the job is not known', jobRuns)
  const isStuck = situation._tag === 'DisposalBlocked' || (situation._tag === 'DisposalDue' && round.env.consecutiveFailures > 0)
  return isStuck && isLate(round) ? release(situation.row, `the files could not be deleted in time: ${situation.reason}`, path) : situation
}
