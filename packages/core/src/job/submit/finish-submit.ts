import type { WorldAction } from '../../contract/action/action.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { type Incarnation, isAgain, type SubmitOperation } from '../../contract/resource/operation.ts'
import type { RestEndpoint } from '../../contract/query/query.ts'
import { act, type Act, pollMillis } from '../../contract/round/decision.ts'
import { withJob, withLifecycle, withReconciliation, withRecord } from '../../contract/round/status-change.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import { incarnationOf, isOtherIncarnation } from '../record/new-operation.ts'
import { leadsOnAtLeast } from '../observe/observe-last-state.ts'
import { recordDeployed, recordRedeployed } from '../record/record-updates.ts'
import { deployedFrom, stateBefore } from '../record/last-state-of.ts'
import { jarNameOf } from './begin-submit.ts'

/** The target spec of an attempt, configured for the submit, with the upgrade mode to record. */
export interface SubmittedSpec {
  readonly target: ConfiguredJob
  readonly mode: UpgradeMode
}

/** Records the attempt as deployed: its job was observed, or may have run (control-flow.md, section 1.3/2). */
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

/** Deletes the jars of the attempt, all of them if the upload arrived twice. */
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
 * The JobManager's incarnation that lists the job. It includes the run's start time only if the listed run is certainly the first one. That
 * requires that this process sent the job a moment ago, by its own clock, to that very incarnation. Otherwise leadership may have been lost
 * and regained after the leader stored the job, and HA metadata may have recovered the job before it was observed.
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

/** Finishes a submit: deletes the jar as far as possible, then records the job as submitted. */
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
    'Flink lists the job',
  )

/** Gives the submit up: no job ran, and none can still start. */
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

/**
 * Gives the submit up for a rollback: no job ran, and the last stable spec continues from the state that the job was to start from
 * (control-flow.md, section 4.9).
 */
export const rollBackSubmit = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SubmitOperation,
  endpoint: RestEndpoint,
  reported: EmitEvent,
): Act<Status> => {
  const reason = 'the submit did not succeed in time: rolling back to the last stable spec'
  const given = giveUpSubmit(round, operation, endpoint, reason)
  const { then } = given
  return {
    ...given,
    events: [reported],
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
