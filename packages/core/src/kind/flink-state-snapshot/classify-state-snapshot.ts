import { cluster, person, type UnblockedBy } from '../../contract/round/unblocked-by.ts'
import { type SnapshotState, isDisposable } from './flink-state-snapshot.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import type { DecodeError } from '../../contract/resource/finding.ts'
import { isAtLeast } from '../../contract/resource/flink-version.ts'
import { classifyDeletion } from './delete-snapshot.ts'
import { endedText, goneText } from './observe-state-snapshot.ts'
import { firstMatch, type Row } from '../../contract/round/row.ts'
import { finalizerOf } from '../../contract/resource/resource-type.ts'
import type { SnapshotRound, Situation } from './state-snapshot-round.ts'
import type { TargetJob } from './target-job.ts'
import { directoryOf, needs, targetFirst, underWay } from './snapshot-under-way.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

const runningJob = ({ observed: { job } }: SnapshotRound): Running | null => (job._tag === 'Running' ? job : null)

const unreadText = (unread: readonly DecodeError[]): string =>
  `${
    unread.slice(0, 3).map(({ path, found, expected }) => `${path} can't be read: found ${found}, expected ${expected}`).join('; ')
  }. Another version of the operator wrote the status, or the status is damaged. `
  + 'The operator sends nothing to Flink. Run the version that wrote the status, or repair it (kubectl edit --subresource=status), or delete the resource'

const another = person('create another FlinkStateSnapshot: the operator never retries this one')

/** What can still change a snapshot that is over, by its state. */
const whenOver: { readonly [State in Exclude<SnapshotState, 'TRIGGER_PENDING' | 'IN_PROGRESS'>]: UnblockedBy } = {
  COMPLETED: person('the snapshot is complete: nothing remains to be done but to delete it when it is no longer needed'),
  FAILED: another,
  ABANDONED: another,
}

const jobRuns = cluster('the job runs')

const jobUnobservable = (reason: string): Situation => ({
  _tag: 'Waiting',
  row: 'state-snapshot/job-unobservable',
  reason,
  unblockedBy: cluster('Kubernetes returns the resource of the job, and the operator can read it'),
})

/** The job of the round, if Flink reports it as RUNNING. */
const reportedRunning = ({ observed: { facts } }: SnapshotRound, { jobId }: Running) =>
  facts.jobs?._tag === 'Known' ? facts.jobs.value.find(it => it.jobId === jobId && it.state === 'RUNNING') : undefined

/** The situations of a FlinkStateSnapshot (session-snapshot-bluegreen.md, sections 3.2 to 3.4), in the order in which they are asked. */
export const snapshotRows: readonly Row<[SnapshotRound], Situation>[] = [
  {
    id: 'state-snapshot/deleting',
    when: 'the resource is being deleted: the rows of its deletion',
    holds: round => (round.desired.meta.deletionTimestamp === null ? null : classifyDeletion(round)),
  },
  {
    id: 'state-snapshot/finalizer',
    when: 'the savepoint is deleted together with the resource, and our finalizer is missing',
    holds: ({ desired: { meta, spec } }) =>
      isDisposable(spec) && !meta.finalizers.includes(finalizerOf(meta))
        ? {
          _tag: 'NotYetOurs',
          row: 'state-snapshot/finalizer',
          reason: 'the operator adds its finalizer, because it has to delete the savepoint together with the resource',
        } : null,
  },
  {
    id: 'state-snapshot/unreadable',
    when: "a part of the status can't be read: the operator reports it and sends nothing to Flink (F14)",
    holds: ({ desired: { unread } }) =>
      unread.length > 0
        ? { _tag: 'Unreadable', row: 'state-snapshot/unreadable', reason: "the status can't be read", message: unreadText(unread) } : null,
  },
  {
    id: 'state-snapshot/over',
    when: 'the state is COMPLETED, FAILED or ABANDONED',
    holds: ({ observed: { status: { state } } }) =>
      state !== 'TRIGGER_PENDING' && state !== 'IN_PROGRESS'
        ? { _tag: 'Over', row: 'state-snapshot/over', reason: `the snapshot is ${state}`, unblockedBy: whenOver[state] } : null,
  },
  {
    id: 'state-snapshot/in-progress',
    when: 'the state is IN_PROGRESS: the operator queries the outcome, sends the same id again, or waits',
    holds: round => (round.observed.status.state === 'IN_PROGRESS' ? underWay(round) : null),
  },
  {
    id: 'state-snapshot/invalid',
    when: 'the spec is not valid',
    holds: ({ desired: { invalid } }) =>
      invalid === null ? null
        : {
          _tag: 'Invalid',
          row: 'state-snapshot/invalid',
          reason: 'the spec is not valid',
          message: invalid.message,
          unblockedBy: person('an edit of the spec'),
        },
  },
  {
    id: 'state-snapshot/exists-already',
    when: 'the spec names a savepoint that already exists: it is complete at once, and no job is needed',
    holds: ({ desired: { spec: { savepoint } } }) =>
      savepoint?.alreadyExists === true
        ? {
          _tag: 'ExistsAlready',
          row: 'state-snapshot/exists-already',
          path: savepoint.path ?? '',
          reason: 'the savepoint already exists',
        } : null,
  },
  {
    id: 'state-snapshot/retry-later',
    when: 'an attempt failed a short time ago',
    holds: ({ observed: { status: { operatorRecord: { retryAt } } }, env: { now } }) =>
      retryAt !== null && now < retryAt
        ? { _tag: 'RetryLater', row: 'state-snapshot/retry-later', at: retryAt, reason: 'the last attempt failed' } : null,
  },
  {
    id: 'state-snapshot/job-unobservable',
    when: 'the resource of the job is not observed: the operator waits (P14)',
    holds: round => {
      const { job } = round.observed
      if (job._tag === 'Unseen') return jobUnobservable(`the resource of the job could not be observed: ${job.reason}`)
      return job._tag !== 'NotLookedAt' ? null
        : targetFirst(
          round,
          'state-snapshot/job-unobservable',
          () => jobUnobservable('the operator has not queried the resource of the job yet'),
        )
    },
  },
  {
    id: 'state-snapshot/job-missing',
    when: 'the resource of the job does not exist: invalid before the first attempt, abandoned afterwards',
    holds: ({ desired, observed: { status, job } }) => {
      if (job._tag !== 'Gone') return null
      return status.operatorRecord.attempts === 0 && status.failures === 0
        ? {
          _tag: 'Invalid',
          row: 'state-snapshot/job-missing',
          reason: 'the resource of the job does not exist',
          message: `Target for snapshot ${desired.meta.namespace}/${desired.spec.jobReference?.name ?? 'null'} was not found`,
          unblockedBy: person('create the resource that spec.jobReference names, or change spec.jobReference'),
        }
        : { _tag: 'JobEnded', row: 'state-snapshot/job-missing', reason: goneText(desired) }
    },
  },
  {
    id: 'state-snapshot/job-ended',
    when: 'the job has ended: the snapshot is abandoned',
    holds: ({ desired, observed: { job } }) =>
      job._tag === 'Ended' ? { _tag: 'JobEnded', row: 'state-snapshot/job-ended', reason: endedText(desired, job.reason) } : null,
  },
  {
    id: 'state-snapshot/job-unsettled',
    when: 'the job starts, or its state is unknown: the operator waits; the reference operator abandons the snapshot (E-17)',
    holds: ({ observed: { job } }) =>
      job._tag === 'Unsettled' ? { _tag: 'Waiting', row: 'state-snapshot/job-unsettled', reason: job.reason, unblockedBy: jobRuns } : null,
  },
  {
    id: 'state-snapshot/impossible',
    when: 'a checkpoint with Flink before 1.17, or a savepoint without a target directory: the attempt fails',
    holds: round => {
      const job = runningJob(round)
      const reason = job === null ? null : whyImpossible(round, job)
      return reason === null ? null : { _tag: 'Impossible', row: 'state-snapshot/impossible', reason }
    },
  },
  {
    id: 'state-snapshot/job-stopping',
    when: 'the job is being stopped: the operator waits',
    holds: round =>
      runningJob(round)?.isStopping === true
        ? { _tag: 'Waiting', row: 'state-snapshot/job-stopping', reason: 'the job is being stopped', unblockedBy: jobRuns } : null,
  },
  {
    id: 'state-snapshot/job-not-running',
    when: 'Flink does not report the job as RUNNING in this round: the operator waits (P05)',
    holds: round => {
      const job = runningJob(round)
      return job === null ? null
        : onceSeen(
          round.observed.facts,
          [{ _tag: 'GetJobsOverview', endpoint: job.endpoint }],
          needs('state-snapshot/job-not-running', 'does Flink report the job as RUNNING?'),
          (): Situation | null =>
            reportedRunning(round, job) === undefined
              ? {
                _tag: 'Waiting',
                row: 'state-snapshot/job-not-running',
                reason: 'Flink does not report the job as RUNNING',
                unblockedBy: cluster('Flink reports the job as RUNNING'),
              } : null,
        )
    },
  },
  {
    id: 'state-snapshot/trigger',
    when: 'Flink reports the job as RUNNING in this round: the operator triggers the snapshot',
    holds: round => {
      const job = runningJob(round)
      const own = job === null ? undefined : reportedRunning(round, job)
      return job === null || own === undefined ? null : {
        _tag: 'TriggerDue',
        row: 'state-snapshot/trigger',
        job,
        jobStartTime: own.startTime,
        directory: directoryOf(round, job),
        reason: `the operator requests a ${round.desired.kind} of job ${job.jobId}`,
      }
    },
  },
]

/** Why Flink can't take the snapshot. Null: it can. */
const whyImpossible = (round: SnapshotRound, job: Running): string | null => {
  const { kind } = round.desired
  if (kind === 'checkpoint' && (job.flinkVersion === null || !isAtLeast(job.flinkVersion, 'v1_17')))
    return 'Manual checkpoint triggering is not supported for this Flink job (requires Flink 1.17+)'
  return kind === 'savepoint' && directoryOf(round, job) === null
    ? 'Either the savepoint path in the spec or configuration execution.checkpointing.savepoint-dir in the Flink resource has to be supplied'
    : null
}

/**
 * Classifies the situation of a FlinkStateSnapshot: the first row that applies. The last row applies to every job that is not in one
 * above.
 */
export const classify = (round: SnapshotRound): Situation =>
  firstMatch(snapshotRows, round)?.found
    ?? jobUnobservable('the state of the job is not known')
