import type { WorldAction } from '../../action/action.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { type Incarnation, isAgain, type SubmitOperation } from '../../resource/operation.ts'
import type { RestEndpoint } from '../../query/query.ts'
import { act, type Act, pollMillis } from '../../round/decision.ts'
import { withJob, withLifecycle, withReconciliation, withRecord } from '../../round/status-change.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import { incarnationOf, isOtherIncarnation } from '../record/new-operation.ts'
import { leadsOnAtLeast } from '../seen/leads-at-least.ts'
import { recordDeployed, recordRedeployed } from '../record/record-updates.ts'
import { deployedFrom, stateBefore } from '../record/restore-source-of.ts'
import { jarNameOf } from './run-request.ts'

/** The spec of an attempt, configured as it is submitted, and the mode that it is recorded with. */
export interface SubmittedSpec {
  readonly target: ConfiguredJob
  readonly mode: UpgradeMode
}

/** The job of the attempt was seen, or may have run: what was recorded before is now what runs (control-flow.md, section 1.3/2). */
export const recordSubmitted = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  attempt: SubmittedSpec | null,
): Status => {
  const { desired, observed: { status }, env } = round
  const { purpose, source, jobId } = operation
  const recorded = attempt === null || purpose === 'Rollback' || isAgain(purpose)
    ? recordRedeployed(status, desired, operation.id, purpose === 'Rollback', env.now)
    : recordDeployed(
      status,
      { desired, spec: attempt.target.spec, job: attempt.target.job, mode: attempt.mode, now: env.now },
      { id: operation.id, generation: operation.targetGeneration },
    )
  return withRecord(withJob(recorded, { jobId, startTime: null }), { deployedSource: deployedFrom(source) })
}

/** The jars of the attempt: one that arrived twice goes twice. */
export const jarDeletions = (
  { observed: { facts: { jars } } }: Pick<JobRound, 'observed'>,
  endpoint: RestEndpoint,
  operation: SubmitOperation,
): readonly WorldAction[] =>
  jars?._tag !== 'Known' ? []
    : jars.value.filter(({ name }) => name === jarNameOf(operation)).map(({ id }): WorldAction => ({
      _tag: 'DeleteJar',
      endpoint,
      jarId: id,
    }))

/**
 * The life of the JobManager in which the job is listed. The run that is listed is the first one, whose start is written down, only where
 * this process sent it a moment ago, by its own clock, to that very life: else its leader, which stored the job, may have lost leadership
 * and got it back, or another one did, and HA metadata brought the job back before it was seen.
 */
const incarnationOfSubmit = (
  { observed, env }: JobRound,
  { incarnation, sentAt }: SubmitOperation,
  attempt: SubmittedSpec | null,
): Incarnation => {
  const seen = incarnationOf(observed)
  const leads = attempt === null ? null : leadsOnAtLeast(attempt.target)
  const isFirst = leads !== null && sentAt !== null && sentAt >= (env.steadySince ?? 0) && env.now - sentAt < leads
    && !isOtherIncarnation(incarnation, { ...seen, jobStartTime: null })
  return isFirst ? seen : { ...seen, jobStartTime: null }
}

/** Its jar is not needed any more: it goes first, as far as it goes, and then the job is recorded as submitted. */
export const finishSubmit = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  attempt: SubmittedSpec | null,
  endpoint: RestEndpoint,
): Act<Status> =>
  afterJars(
    round,
    jarDeletions(round, endpoint, operation),
    withRecord(recordSubmitted(round, operation, attempt), { incarnation: incarnationOfSubmit(round, operation, attempt) }),
    'the job is there',
  )

/** Nothing of it ran, and nothing of it can still come to run. */
export const giveUpSubmit = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  endpoint: RestEndpoint,
  reason: string,
): Act<Status> =>
  afterJars(
    round,
    jarDeletions(round, endpoint, operation),
    withRecord(withLifecycle(round.observed.status, { operation: null }), { lastState: stateBefore(operation), retryAt: null }),
    reason,
  )

/** Nothing of it ran, and the last stable spec goes on from the state that it was to start from (control-flow.md, section 4.9). */
export const rollBackSubmit = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  endpoint: RestEndpoint,
  told: EmitEvent,
): Act<Status> => {
  const reason = 'the submit did not succeed in time: the last stable spec is put back'
  const given = giveUpSubmit(round, operation, endpoint, reason)
  const { then } = given
  return {
    ...given,
    events: [told],
    ...(then === undefined ? { status: rollingBack(given.status) } : { then: { ...then, status: rollingBack(then.status) } }),
  }
}

const rollingBack = <Status extends JobLifecycleStatus>(status: Status): Status => withReconciliation(status, { state: 'ROLLING_BACK' })

const afterJars = <Status extends JobLifecycleStatus>(
  { observed: { status } }: JobRound<Status>,
  effects: readonly WorldAction[],
  then: Status,
  reason: string,
): Act<
  Status
> => (effects.length === 0 ? act(then, reason, { after: pollMillis })
  : act(status, reason, { effects, then: { status: then, reason }, after: pollMillis }))
