import { upgradeProblem } from './upgrade-problem.ts'
import { statusErrorMessage } from '../../codec/status-error.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { Problem } from '../../round/decision.ts'
import type { JobRound } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { causeChain, causesOf } from './cause-chain.ts'
import { unknownStateError } from '../upgrade/upgrade-answer.ts'

/** Told also while an operation is under way or something is waited for: the error is not over before the spec is mended (P10, P16). */
export const validationProblem = (
  { desired: { invalid } }: { readonly desired: Pick<JobRound['desired'], 'invalid'> },
): Problem | null => invalid === null ? null : invalidSpec(invalid.message)

export const invalidSpec = (message: string): Problem => ({
  owner: 'validation',
  type: 'ValidationException',
  message,
  reason: 'ValidationError',
})

/** Told for as long as nobody has said what the job goes on from, whatever else is so (P25). */
export const contradiction = ({ desired: { deployed } }: Pick<JobRound, 'desired'>, status: JobLifecycleStatus): Problem | null => {
  const state = status.operation === null ? lastStateOf(status, deployed) : null
  return state?._tag !== 'Unknown' || state.why !== 'Contradicted' ? null
    : upgradeProblem('RestoreFailed', unknownStateError(state.reason))
}

/** The job failed, with Flink's words for it. */
export const jobProblem = ({ observed: { recorded, facts } }: Pick<JobRound, 'observed'>, status: JobLifecycleStatus): Problem | null => {
  if (!isFailureToTell(recorded.status, status)) return null
  const cause = facts.exceptions?._tag === 'Known' ? facts.exceptions.value[0] : undefined
  if (cause === undefined && isToldWithoutCause(recorded.status)) return null
  return {
    owner: 'job',
    type: cause?.type ?? 'JobFailed',
    message: cause === undefined ? withoutCause : causeChain(cause.stackTrace),
    reason: 'Error',
    ...(cause === undefined ? {} : { causes: causesOf(cause.stackTrace), stackTrace: cause.stackTrace }),
  }
}

/** Flink's answers are up to 3 s old: a job is FAILED in one of them before another one tells why. */
const withoutCause = 'The job failed, and Flink has not told why yet'

const isToldWithoutCause = ({ operatorRecord: { errorOwner }, error }: JobLifecycleStatus): boolean =>
  errorOwner === 'job' && statusErrorMessage(error) === withoutCause

/**
 * When it is first seen, when an operation's error that stood in its place is over, and as long as Flink has not told why: then it is asked
 * again.
 */
export const isFailureToTell = (before: JobLifecycleStatus, { jobStatus }: JobLifecycleStatus): boolean =>
  jobStatus.state === 'FAILED'
  && (before.jobStatus.state !== 'FAILED' || before.operatorRecord.errorOwner === 'operation'
    || isToldWithoutCause(before))
