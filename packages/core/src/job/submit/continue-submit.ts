import type { EmitEvent } from '../../action/emit-event.ts'
import type { Query, RestEndpoint } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { contradictedState, stateUnderDeploy } from '../../resource/last-state.ts'
import type { SubmitOperation } from '../../resource/operation.ts'
import { act, type Decision, look, pollMillis, type Problem, wait } from '../../round/decision.ts'
import { withJob, withLifecycle, withRecord } from '../../round/status-change.ts'
import type { JobRound } from '../job-round.ts'
import { incarnationOf, isOtherIncarnation } from '../record/new-operation.ts'
import { stateBefore } from '../record/restore-source-of.ts'
import { absenceMillis } from '../seen/observe-job.ts'
import { finishSubmit, giveUpSubmit, jarDeletions, recordSubmitted, rollBackSubmit, type SubmittedSpec } from './finish-submit.ts'
import { jarNameOf, runRequest } from './run-request.ts'

export type Held = { readonly _tag: 'Look'; readonly queries: readonly Query[] } | { readonly _tag: 'Held'; readonly by: string }

/** Where a job is submitted, as its kind tells. */
export interface SubmitPlace {
  readonly endpoint: RestEndpoint
  /** What tells the life of the JobManager, live. */
  readonly sessionIncarnationQueries: readonly Query[]
  /** Why nothing new is started there now, and what a person is told of it; null: it may be. */
  readonly notOpen: { readonly why: string; readonly problem: Problem | null } | null
  /** Null: what is recorded can't be configured. `differs`: something else is wanted by now. */
  readonly attempt: (SubmittedSpec & { readonly differs: boolean }) | null
  readonly submitted: EmitEvent
  /** The last stable spec is to be put back, since the submit failed for too long: what is told. Null: it goes on. */
  readonly rollback: EmitEvent | null
  /**
   * Of a job that was sent and is not listed: what to look at, or what it is waited for. Null: nothing tells that Flink has it. A
   * JobManager that was elected again lists nothing until it has recovered its jobs, and refuses their ids meanwhile (P14).
   */
  readonly held: () => Held | null
}

/**
 * A submit that is under way. What is there is told by live looks; what is to be is told by the record (session-snapshot-bluegreen.md,
 * section 2.5).
 *
 * | step | seen | then |
 * |---|---|---|
 * | any | the job is listed | recorded as submitted; its jar goes |
 * | Upload | something else is wanted by now | given up: nothing ran |
 * | Upload | it failed, or was refused, until the readiness time was over, and rollback is on | given up: nothing ran; the last stable spec is put back |
 * | Upload | its jar is not there | uploaded |
 * | Upload | its jar is there | `Run` is written down with the life of the JobManager, and it is run |
 * | Run | another life of the JobManager | it may have run there: recorded as submitted, and what it is restored from is judged anew (P01) |
 * | Run, Refused, Abandon | the same life, not listed, and HA metadata holds it | waited for: it is brought back under its id |
 * | Run | the same life, not listed | the same id is sent again: Flink refuses one that it knows (B02) |
 * | Run | something else is wanted by now | `Abandon` |
 * | Refused | not listed for a while | as before it was sent, after a pause |
 * | Abandon | not listed when it can't arrive any more | given up; where it shows up after all its id tells whose it is, and it is stopped (`stray-job.ts`) |
 */
export const continueSubmit = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  place: SubmitPlace,
): Decision<Status> => {
  const { observed: { facts, status } } = round
  const { jobId } = operation
  if (jobId === null) return withoutJobId(round, operation, place)
  const missing = unanswered(facts, [
    { _tag: 'GetJobsOverview', endpoint: place.endpoint },
    { _tag: 'GetJars', endpoint: place.endpoint },
    ...place.sessionIncarnationQueries,
  ])
  if (missing.length > 0) return look(missing, 'how far is the submit?')
  if (facts.jobs?._tag !== 'Known')
    return wait(status, round.env.options.observerProgressCheckInterval, `Flink to tell of its jobs: ${wordsOf(facts.jobs)}`)
  if (facts.jobs.value.some(it => it.jobId === jobId)) return finishSubmit(round, operation, place.attempt, place.endpoint)
  switch (operation.step) {
    case 'Upload':
      return isOutdated(round, place) ? giveUpSubmit(round, operation, place.endpoint, 'something else is wanted by now: nothing of it ran')
        : place.rollback !== null ? rollBackSubmit(round, operation, place.endpoint, place.rollback) : send(round, operation, jobId, place)
    case 'Run':
    case 'Refused':
    case 'Abandon':
      return sent(round, operation, jobId, place)
  }
}

const wordsOf = (fact: JobRound['observed']['facts']['jobs'] | JobRound['observed']['facts']['jars']): string =>
  fact?._tag === 'Unknown' ? fact.message : 'it was not seen'

/** Somebody took the id of its job out of the attempt. Before it was sent another one takes its place; after that it may have run (P25). */
const withoutJobId = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  { endpoint }: SubmitPlace,
): Decision<Status> => {
  const reason = 'status.operation.jobId is gone from a submit that was under way'
  return operation.step === 'Upload' ? giveUpSubmit(round, operation, endpoint, reason)
    : act(withRecord(withLifecycle(round.observed.status, { operation: null }), { lastState: contradictedState(reason) }), reason)
}

const isOutdated = ({ desired: { meta } }: Pick<JobRound, 'desired'>, { attempt }: SubmitPlace): boolean =>
  meta.deletionTimestamp !== null || attempt === null || attempt.differs

/** Uploads the jar, or runs it where it is there. */
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
    return wait(status, env.options.observerProgressCheckInterval, `Flink to tell of its jars: ${wordsOf(facts.jars)}`)
  const jar = facts.jars.value.find(({ name }) => name === jarNameOf(operation))
  if (jar === undefined)
    return act(status, 'its jar is uploaded', {
      effects: [{ _tag: 'UploadJar', endpoint, name: jarNameOf(operation), jarURI: attempt.target.job.jarURI }],
      waitingFor: 'the jar to be there',
    })
  const incarnation = incarnationOf(observed)
  if (incarnation.podUid === null)
    return wait(status, env.options.observerProgressCheckInterval, 'to see the JobManager that the job is submitted to')
  const running: SubmitOperation = { ...operation, step: 'Run', incarnation, sentAt: env.now }
  const recorded = withRecord(withLifecycle(status, { operation: running }), { lastState: stateUnderDeploy })
  return act(withJob(recorded, { jobId, state: 'RECONCILING' }), `job ${jobId} is run`, {
    effects: [runRequest(endpoint, jar.id, { job: attempt.target, source: operation.source }, jobId)],
    events: operation.step === 'Upload' ? [submitted] : [],
    after: pollMillis,
    waitingFor: `Flink to list job ${jobId}`,
  })
}

/** It was sent, and is not listed. */
const sent = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  jobId: string,
  place: SubmitPlace,
): Decision<Status> => {
  const { observed, env } = round
  const { status } = observed
  if (isOtherIncarnation(operation.incarnation, { ...incarnationOf(observed), jobStartTime: null }))
    return act(
      withRecord(recordSubmitted(round, operation, place.attempt), { incarnation: operation.incarnation }),
      'the JobManager restarted after the job was sent to it: it may have run',
    )
  const held = place.held()
  if (held?._tag === 'Look') return look(held.queries, 'does HA metadata hold the job?')
  if (held !== null) return wait(status, env.options.observerProgressCheckInterval, held.by)
  const sentAt = operation.sentAt ?? env.now
  switch (operation.step) {
    case 'Refused':
      return env.now < sentAt + absenceMillis
        ? wait(status, sentAt + absenceMillis - env.now, 'to see that the job which Flink refused is not there')
        : act(
          withRecord(withLifecycle(status, { operation: { ...operation, step: 'Upload', incarnation: null, sentAt: null } }), {
            lastState: stateBefore(operation),
          }),
          'Flink refused the job, and does not list it',
        )
    case 'Abandon':
      return env.now < sentAt + env.options.jobSubmissionTimeout
        ? wait(
          status,
          Math.min(sentAt + env.options.jobSubmissionTimeout - env.now, env.options.observerProgressCheckInterval),
          `job ${jobId}, which is not wanted any more and may still come to run`,
        ) : giveUpSubmit(round, operation, place.endpoint, 'the job did not come to run in time')
    case 'Upload':
    case 'Run':
      return isOutdated(round, place)
        ? act(
          withLifecycle(status, { operation: { ...operation, step: 'Abandon' } }),
          'something else is wanted by now: it is not sent again',
          {
            effects: jarDeletions(round, place.endpoint, operation),
          },
        )
        : send(round, operation, jobId, place)
  }
}
