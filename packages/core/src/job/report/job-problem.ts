import { upgradeProblem } from './upgrade-problem.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { Problem } from '../../contract/round/decision.ts'
import type { JobRound } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { causeChain, causesOf } from './cause-chain.ts'
import { unknownStateError } from '../upgrade/upgrade-answer.ts'

/**
 * The validation problem. It is also reported while an operation is in progress or the operator waits, because it lasts until the spec is
 * fixed (P10, P16).
 */
export const validationProblem = (
  { desired: { invalid } }: { readonly desired: Pick<JobRound['desired'], 'invalid'> },
): Problem | null => invalid === null ? null : invalidSpec(invalid.message)

export const invalidSpec = (message: string): Problem => ({
  owner: 'validation',
  type: 'ValidationException',
  message,
  reason: 'ValidationError',
})

/**
 * The problem of a contradictory last state. It is reported until the user says what to restore the job from, whatever else happens (P25).
 */
export const contradiction = ({ desired: { deployed } }: Pick<JobRound, 'desired'>, status: JobLifecycleStatus): Problem | null => {
  const state = status.operation === null ? lastStateOf(status, deployed) : null
  return state?._tag !== 'Unknown' || state.why !== 'Contradicted' ? null
    : upgradeProblem('RestoreFailed', unknownStateError(state.reason))
}

/** The problem of a failed job, with Flink's cause. */
export const jobProblem = ({ observed: { recorded, facts } }: Pick<JobRound, 'observed'>, status: JobLifecycleStatus): Problem | null => {
  if (!isFailureToTell(recorded.status, status)) return null
  const cause = facts.exceptions?._tag === 'Known' ? facts.exceptions.value[0] : undefined
  if (cause === undefined && isReportedWithoutCause(recorded.status)) return null
  return {
    owner: 'job',
    type: cause?.type ?? 'JobFailed',
    message: cause === undefined ? withoutCause : causeChain(cause.stackTrace),
    reason: 'Error',
    ...(cause === undefined ? {} : { causes: causesOf(cause.stackTrace), stackTrace: cause.stackTrace }),
  }
}

/** Flink's answers are up to 3 s old: one answer may say FAILED before another one has the cause. */
const withoutCause = 'The job failed, and Flink has not told why yet'

const isReportedWithoutCause = ({ operatorRecord: { errorOwner }, error }: JobLifecycleStatus): boolean =>
  errorOwner === 'job' && statusErrorMessage(error) === withoutCause

/**
 * True when the failure is first observed, when the error of an operation that covered it is over, and while Flink has not reported the
 * cause, so that the operator asks again.
 */
export const isFailureToTell = (before: JobLifecycleStatus, { jobStatus }: JobLifecycleStatus): boolean =>
  jobStatus.state === 'FAILED'
  && (before.jobStatus.state !== 'FAILED' || before.operatorRecord.errorOwner === 'operation'
    || isReportedWithoutCause(before))
