import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { Query, RestEndpoint } from '../../contract/query/query.ts'
import { type Asked, orLook, onceSeen } from '../../contract/query/ask.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { contradictedState, stateUnderDeploy } from '../../contract/resource/last-state.ts'
import type { SubmitOperation } from '../../contract/resource/operation.ts'
import { isMarkedStarted } from '../../contract/resource/annotations.ts'
import { act, type Decision, look, pollMillis, type Problem, wait } from '../../contract/round/decision.ts'
import { withJob, withLifecycle, withRecord } from '../../contract/round/status-change.ts'
import type { JobRound } from '../job-round.ts'
import { incarnationOf, isOtherIncarnation } from '../record/new-operation.ts'
import { stateBefore } from '../record/last-state-of.ts'
import { absenceMillis } from '../observe/observe-job.ts'
import { finishSubmit, giveUpSubmit, jarDeletions, recordSubmitted, rollBackSubmit, type SubmittedSpec } from './finish-submit.ts'
import { jarNameOf, runRequest } from './begin-submit.ts'

/** The session cluster that the job is submitted to, as its kind describes it. */
export interface SubmitPlace {
  readonly endpoint: RestEndpoint
  /** Live queries for the JobManager's incarnation. */
  readonly sessionIncarnationQueries: readonly Query[]
  /** Why no job may be started there now, with the problem to report. Null: a job may be started. */
  readonly notOpen: { readonly why: string; readonly problem: Problem | null } | null
  /** The target of the attempt. Null: the recorded spec can't be configured. `differs`: the desired spec has changed meanwhile. */
  readonly attempt: (SubmittedSpec & { readonly differs: boolean }) | null
  readonly submitted: EmitEvent
  /** The event for a rollback to the last stable spec because the submit failed for too long. Null: the submit continues. */
  readonly rollback: EmitEvent | null
  /**
   * For a job that was sent but is not listed: what to wait for. Null: nothing shows that Flink has it. A newly elected JobManager lists no
   * job until it has recovered them, and rejects their ids meanwhile (P14).
   */
  readonly waitsForHa: () => Asked<string | null>
}

/**
 * Continues a submit in progress. Live queries say what exists; the record says what is wanted (session-snapshot-bluegreen.md, section
 * 2.5).
 *
 * | step | observed | decision |
 * |---|---|---|
 * | any | Flink lists the job | record it as submitted; delete its jar |
 * | Upload | the resource is marked as started by this attempt | its job ran, and an older status was put back: record it as submitted (P25) |
 * | Upload | the desired spec has changed | give up: no job ran |
 * | Upload | it failed or was rejected until the readiness timeout, and rollback is enabled | give up: no job ran; roll back to the last stable spec |
 * | Upload | its jar does not exist | upload the jar |
 * | Upload | its jar exists | record `Run` with the JobManager's incarnation, and run the jar |
 * | Run | another incarnation of the JobManager | the job may have run: record it as submitted, and decide again what to restore it from (P01) |
 * | Run, Refused, Abandon | the same incarnation, job not listed, HA metadata holds it | wait: Flink recovers the job under its id |
 * | Run | the same incarnation, job not listed | send the same id again: Flink rejects an id that it knows (B02) |
 * | Run | the desired spec has changed | `Abandon` |
 * | Refused | job not listed for a while | back to the state before the request, after a pause |
 * | Abandon | job not listed when the request can't arrive any more | give up; a job that appears later is recognised by its id and stopped (`orphan-job.ts`) |
 */
export const continueSubmit = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  place: SubmitPlace,
): Decision<Status> => {
  const { jobId } = operation
  return jobId === null ? withoutJobId(round, operation, place) : onceSeen(
    round.observed.facts,
    [
      { _tag: 'GetJobsOverview', endpoint: place.endpoint },
      { _tag: 'GetJars', endpoint: place.endpoint },
      ...place.sessionIncarnationQueries,
    ],
    queries => look(queries, 'how far is the submit?'),
    () => bySeen(round, operation, jobId, place),
  )
}

const bySeen = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  jobId: string,
  place: SubmitPlace,
): Decision<Status> => {
  const { observed: { facts, status } } = round
  if (facts.jobs?._tag !== 'Known')
    return wait(status, round.env.options.observerProgressCheckInterval, `Flink to list its jobs: ${wordsOf(facts.jobs)}`)
  if (facts.jobs.value.some(it => it.jobId === jobId)) return finishSubmit(round, operation, place.attempt, place.endpoint)
  switch (operation.step) {
    case 'Upload':
      return isMarkedStarted(round.desired.meta, operation)
        ? act(recordSubmitted(round, operation, place.attempt), 'the resource is marked with this attempt: its job ran')
        : isOutdated(round, place)
        ? giveUpSubmit(round, operation, place.endpoint, 'the desired spec has changed meanwhile: no job was run')
        : place.rollback !== null ? rollBackSubmit(round, operation, place.endpoint, place.rollback) : send(round, operation, jobId, place)
    case 'Run':
    case 'Refused':
    case 'Abandon':
      return sent(round, operation, jobId, place)
  }
}

const wordsOf = (fact: JobRound['observed']['facts']['jobs'] | JobRound['observed']['facts']['jars']): string =>
  fact?._tag === 'Unknown' ? fact.message : 'no answer in this round'

/**
 * Handles a submit whose job id another writer removed from the status. Before the request was sent a new attempt takes its place.
 * Afterwards the job may have run (P25).
 */
const withoutJobId = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  { endpoint }: SubmitPlace,
): Decision<Status> => {
  const reason = 'status.operation has no job id of this attempt'
  return operation.step === 'Upload' ? giveUpSubmit(round, operation, endpoint, reason)
    : act(withRecord(withLifecycle(round.observed.status, { operation: null }), { lastState: contradictedState(reason) }), reason)
}

const isOutdated = ({ desired: { meta } }: Pick<JobRound, 'desired'>, { attempt }: SubmitPlace): boolean =>
  meta.deletionTimestamp !== null || attempt === null || attempt.differs

/** Uploads the jar, or runs it if it was uploaded. */
const send = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  jobId: string,
  { attempt, endpoint, notOpen, submitted }: SubmitPlace,
): Decision<Status> => {
  const { observed, env } = round
  const { facts, status } = observed
  const { retryAt } = status.operatorRecord
  if (notOpen !== null) return wait(status, env.options.observerProgressCheckInterval, notOpen.why, notOpen.problem)
  if (retryAt !== null && env.now < retryAt) return wait(status, retryAt - env.now, 'the time of the next attempt')
  if (facts.jars?._tag !== 'Known' || attempt === null)
    return wait(status, env.options.observerProgressCheckInterval, `Flink to list its jars: ${wordsOf(facts.jars)}`)
  const jar = facts.jars.value.find(({ name }) => name === jarNameOf(operation))
  if (jar === undefined)
    return act(status, 'the operator uploads the jar', {
      effects: [{ _tag: 'UploadJar', endpoint, name: jarNameOf(operation), jarURI: attempt.target.job.jarURI }],
      waitingFor: 'Flink to list the jar',
    })
  const incarnation = incarnationOf(observed)
  if (incarnation.podUid === null)
    return wait(
      status,
      env.options.observerProgressCheckInterval,
      'the Kubernetes API to return the JobManager that the job is submitted to',
    )
  const running: SubmitOperation = { ...operation, step: 'Run', incarnation, sentAt: env.now }
  const recorded = withRecord(withLifecycle(status, { operation: running }), { lastState: stateUnderDeploy })
  return act(withJob(recorded, { jobId, state: 'RECONCILING' }), `the operator runs job ${jobId}`, {
    effects: [runRequest(endpoint, jar.id, { job: attempt.target, source: operation.source }, jobId)],
    events: operation.step === 'Upload' ? [submitted] : [],
    after: pollMillis,
    waitingFor: `Flink to list job ${jobId}`,
  })
}

/** Handles a job that was sent and is not listed. */
const sent = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  jobId: string,
  place: SubmitPlace,
): Decision<Status> => {
  const { observed, env } = round
  if (isOtherIncarnation(operation.incarnation, { ...incarnationOf(observed), jobStartTime: null }))
    return act(
      withRecord(recordSubmitted(round, operation, place.attempt), { incarnation: operation.incarnation }),
      'the JobManager restarted after the job was sent to it: it may have run',
    )
  return pipe(
    place.waitsForHa(),
    E.map(what =>
      what === null ? notListed(round, operation, jobId, place)
        : wait(observed.status, env.options.observerProgressCheckInterval, what)
    ),
    orLook(queries => look(queries, 'does HA metadata hold the job?')),
  )
}

const notListed = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  jobId: string,
  place: SubmitPlace,
): Decision<Status> => {
  const { observed: { status }, env } = round
  const { sentAt } = operation
  if (sentAt === null)
    return act(
      withLifecycle(status, { operation: { ...operation, sentAt: env.now } }),
      'the status has no time of the request: it counts from now',
    )
  switch (operation.step) {
    case 'Refused':
      return env.now < sentAt + absenceMillis
        ? wait(status, sentAt + absenceMillis - env.now, 'Flink to list its jobs again: the job that it rejected must not be among them')
        : act(
          withRecord(withLifecycle(status, { operation: { ...operation, step: 'Upload', incarnation: null, sentAt: null } }), {
            lastState: stateBefore(operation),
          }),
          'Flink rejected the job, and does not list it',
        )
    case 'Abandon':
      return env.now < sentAt + env.options.jobSubmissionTimeout
        ? wait(
          status,
          Math.min(sentAt + env.options.jobSubmissionTimeout - env.now, env.options.observerProgressCheckInterval),
          `job ${jobId}, which is not wanted any more but may still start`,
        ) : giveUpSubmit(round, operation, place.endpoint, 'the job did not start in time')
    case 'Upload':
    case 'Run':
      return isOutdated(round, place)
        ? act(
          withLifecycle(status, { operation: { ...operation, step: 'Abandon' } }),
          'the desired spec has changed meanwhile: the operator does not send the job again',
          {
            effects: jarDeletions(round, place.endpoint, operation),
          },
        )
        : send(round, operation, jobId, place)
  }
}
