import type { JobOverview } from '@flink-operator/core/fact'
import { deleteModeOf } from '../spec/modes.ts'
import { normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { cancelRequest, stopRequest } from '../flink-application-requests.ts'
import { flinkError } from '../retry/error-of.ts'
import { flinkApplicationFinalizer } from '../type.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { ownObjects, unownedJobManagers } from '../observe/clusters.ts'
import { isFirst, isNeverStarted, oldJob, stopOf, submitOf } from '../observe/live.ts'
import { isOver, jobsBeside, type SeenJob, seenJob } from '../observe/seen-job.ts'
import { stopOutcome } from '../observe/stop-outcome.ts'
import { isSubmitOver } from '../observe/submitted.ts'
import { stopping, withOperation } from '../status-transitions.ts'
import { liveJob } from '../status/version-slots.ts'
import { unseen } from './savepointing.ts'

interface Going {
  readonly hash: string
  readonly jobId: string
  readonly seen: SeenJob
}

type Named = { readonly hash: string; readonly jobId: string }

/** The recorded jobs: the live job, a job with a recorded stop, a submitted job. */
const recorded = (round: ApplicationRound): readonly Named[] => {
  const { status } = round.observed
  const { jobID } = liveJob(status)
  const submit = submitOf(round)
  const old = oldJob(round)
  const all: readonly (Named | null)[] = [
    jobID === '' || isFirst(round) ? null : { hash: status.deployHash, jobId: jobID },
    // BlueGreen: after the live job, the job of the second version (FA78)
    ...status.versionStatuses.map(({ versionHash, jobStatus }) =>
      jobStatus.jobID === '' ? null : { hash: versionHash, jobId: jobStatus.jobID }
    ),
    old,
    submit === null || submit.sentAt === null ? null : { hash: submit.hash, jobId: submit.jobId },
  ]
  const jobs = all.filter(job => job !== null)
  return jobs.filter((job, index) => jobs.findIndex(it => it.jobId === job.jobId) === index)
}

const seenOf = (round: ApplicationRound, { hash, jobId }: Named): SeenJob => {
  const stop = stopOf(round)
  const submit = submitOf(round)
  const seen = seenJob(round, hash, jobId)
  if (stop?.jobId === jobId && stop.endedAt !== null && !('job' in seen)) return { _tag: 'Gone' }
  return submit?.jobId === jobId && !('job' in seen) && isSubmitOver(round) ? { _tag: 'Gone' } : seen
}

const going = (round: ApplicationRound): readonly Going[] => {
  const named = recorded(round).map(job => ({ ...job, seen: seenOf(round, job) }))
  const others = jobsBeside(round, named, named.map(({ hash }) => hash))
  return [
    ...named,
    ...others.map(({ hash, job }): Going => ({
      hash,
      jobId: job?.jobId ?? '',
      seen: job === null ? { _tag: 'Unseen', message: `the query for the jobs of cluster ${hash} failed` }
        : { _tag: job.state === 'CANCELLING' ? 'Ending' : 'Alive', job },
    })),
  ].filter(({ seen }) => !isOver(seen))
}

/**
 * The next job that has not ended. A job with a recorded stop comes before the others. A failed query does not change the order (P14); but
 * once the time limit has passed, a job that is observed comes before one whose state is unknown, so that it is stopped with its state.
 */
const next = (round: ApplicationRound): Going | null => {
  const all = going(round)
  const observed = isLate(round) ? all.filter(({ seen }) => 'job' in seen) : []
  const first = observed.length > 0 ? observed : all
  return first.find(({ jobId }) => jobId !== '' && jobId === stopOf(round)?.jobId) ?? first[0] ?? null
}

const nextJob = (round: ApplicationRound): JobOverview | null => {
  const it = next(round)
  return it !== null && 'job' in it.seen ? it.seen.job : null
}

/** The recorded stop, if it belongs to the next job. */
const stopOfNext = (round: ApplicationRound) => {
  const stop = stopOf(round)
  return stop !== null && stop.jobId === next(round)?.jobId ? stop : null
}

const outcomeOfNext = (round: ApplicationRound) => (stopOfNext(round) === null ? null : stopOutcome(round))

/** True once the deletion has tried for long enough to save the state of its job (LD23). */
const isLate = ({ desired: { meta, timers }, observed: { status }, env }: ApplicationRound): boolean => {
  const since = status.operatorRecord.deletingSince ?? meta.deletionTimestamp ?? env.now
  return env.now - Math.max(since, env.steadySince ?? since) > timers.maxErrDuration
}

const isFailed = (round: ApplicationRound): boolean => {
  const seen = outcomeOfNext(round)?._tag
  return seen === 'Failed' || seen === 'Void'
}

const isRunning = (round: ApplicationRound): boolean => nextJob(round)?.state === 'RUNNING'

const released = (round: ApplicationRound, events: Outcome['events'] = []): Outcome =>
  outcome(round, {
    effects: [{ _tag: 'RemoveFinalizer', finalizer: flinkApplicationFinalizer }],
    events: [...events, ...leftClusters(round)],
    why: 'Kubernetes to delete the resource',
  })

/** Clusters that stay when the resource goes, because they lost their owner references. Their jobs run on. */
const leftClusters = (round: ApplicationRound): Outcome['events'] => {
  const names = unownedJobManagers(round).map(({ name }) => name)
  return names.length === 0 ? [] : [
    warning(
      'ClusterLeft',
      `The operator leaves ${
        names.join(', ')
      }: these Deployments have the labels of this application, but no owner reference. If a job runs there that is not needed, stop it with a savepoint, then delete them`,
    ),
  ]
}

const cancelled = (round: ApplicationRound, events: Outcome['events'] = []): Outcome => {
  const job = next(round)
  if (job === null) return waiting(round)
  const before = stopOfNext(round)
  const status = before?.how === 'Cancel' ? round.observed.status : stopping(round, 'Cancel', { hash: job.hash, jobId: job.jobId })
  return outcome({ observed: { ...round.observed, status } }, {
    effects: cancelRequest(round, job.hash, job.jobId, 'the resource is deleted'),
    events: before?.how === 'Cancel' ? [] : events,
  })
}

/** True if every cluster was queried, and no job in any of them may still run. */
const isAllOver = (round: ApplicationRound): boolean => ownObjects(round) !== null && going(round).length === 0

/** True if the job can't be saved: until the time limit the savepoint failed, or the job was in no state for one. */
const isPastSaving = (round: ApplicationRound): boolean =>
  nextJob(round) !== null && (stopOfNext(round)?.how === 'Cancel' || (isLate(round) && (isFailed(round) || !isRunning(round))))

export const deleting = {
  'application-deletion/without-stop': {
    holds: round =>
      deleteModeOf(round.desired.spec) === 'None'
      || (isNeverStarted(round) && submitOf(round) === null && jobsBeside(round, [], []).length === 0),
    does: round => released(round),
  },
  'application-deletion/no-job': { holds: round => recorded(round).length === 0 && isAllOver(round), does: round => released(round) },
  'application-deletion/ended': { holds: isAllOver, does: round => released(round) },
  'application-deletion/both-ended': { holds: isAllOver, does: round => released(round) },
  'application-deletion/state-unknown-too-late': {
    holds: round => isLate(round) && nextJob(round) === null,
    does: round => {
      const job = next(round)
      const message =
        `The state of job ${job?.jobId ?? ''} of cluster ${
          job?.hash ?? ''
        } is unknown: the operator removes the finalizer all the same, and what the job `
        + 'did since its last checkpoint may be lost'
      return released(round, [warning('SavepointFailed', message)])
    },
  },
  'application-deletion/unobservable': {
    holds: round => nextJob(round) === null || outcomeOfNext(round)?._tag === 'Unseen',
    does: round => {
      const seen = next(round)?.seen
      const ofStop = outcomeOfNext(round)
      if (seen?._tag === 'Unseen') return unseen(round, 'GetJobs', seen.message)
      return ofStop?._tag === 'Unseen' ? unseen(round, 'CheckSavepointStatus', ofStop.message)
        : waiting(round, 'the JobManager to list the job')
    },
  },
  'application-deletion/cancel-in-progress': { holds: round => nextJob(round)?.state === 'CANCELLING', does: round => waiting(round) },
  'application-deletion/cancel': {
    holds: round => deleteModeOf(round.desired.spec) === 'ForceCancel',
    does: round => cancelled(round, [normal('ForceCanceling', `Cancelling job ${next(round)?.jobId ?? ''} without a savepoint`)]),
  },
  'application-deletion/savepoint-complete': {
    holds: round => outcomeOfNext(round)?._tag === 'Complete' && !isLate(round),
    does: round => {
      const seen = outcomeOfNext(round)
      const stop = stopOfNext(round)
      if (seen?._tag !== 'Complete' || stop === null || stop.path === seen.path) return waiting(round)
      return outcome({
        observed: { ...round.observed, status: withOperation(round.observed.status, { stop: { ...stop, path: seen.path } }) },
      }, {
        events: [normal('CanceledJob', `Stopped job ${stop.jobId} with savepoint ${seen.path}`)],
      })
    },
  },
  'application-deletion/stop-too-late': {
    holds: round => isPastSaving(round) || (outcomeOfNext(round)?._tag === 'Complete' && isLate(round)),
    does: round =>
      cancelled(round, [
        warning(
          'SavepointFailed',
          `Job ${
            next(round)?.jobId ?? ''
          } could not be stopped with a savepoint: the operator cancels it, and the Flink configuration decides whether its last checkpoint is retained`,
        ),
      ]),
  },
  'application-deletion/savepoint-failed': {
    holds: isFailed,
    does: round => {
      const seen = outcomeOfNext(round)
      const why = seen?._tag === 'Failed' ? seen.why : 'the JobManager was replaced'
      return outcome({ observed: { ...round.observed, status: withOperation(round.observed.status, { stop: null }) } }, {
        error: { ...flinkError('CancelJobWithSavepoint', { message: why, httpStatus: 500, applied: 'No' }), maxRetries: 2 ** 31 - 1 },
        events: [warning('SavepointFailed', `The savepoint failed: ${why}`)],
        after: 5_000,
      })
    },
  },
  'application-deletion/savepoint-in-progress': {
    holds: round => outcomeOfNext(round)?._tag === 'InProgress',
    does: round => waiting(round),
  },
  'application-deletion/send-again': {
    holds: round => outcomeOfNext(round)?._tag === 'Unsent' && isRunning(round),
    does: round => {
      const stop = stopOfNext(round)
      return outcome(round, { effects: stop === null ? [] : stopRequest(round, stop) })
    },
  },
  'application-deletion/not-stoppable': {
    holds: round => !isRunning(round),
    does: round => waiting(round, `the job to be RUNNING (it is ${nextJob(round)?.state ?? ''})`),
  },
  'application-deletion/stop': {
    holds: () => true,
    does: round => {
      const job = next(round)
      if (job === null) return waiting(round)
      const status = stopping(round, 'Savepoint', { hash: job.hash, jobId: job.jobId })
      const stop = status.operation?.stop ?? null
      return outcome({ observed: { ...round.observed, status } }, {
        effects: stop === null ? [] : stopRequest(round, stop),
        events: [normal('CancellingJob', `Stopping job ${job.jobId} with a savepoint: the resource is deleted`)],
      })
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
