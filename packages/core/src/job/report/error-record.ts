import type { JobManagerDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { redactorOf } from '../../contract/redaction/redact.ts'
import type { Problem } from '../../contract/round/decision.ts'
import { type ErrorOptions, errorText } from '../../contract/round/error-text.ts'
import { withLifecycle, withRecord } from '../../contract/round/status-change.ts'
import type { JobRound } from '../job-round.ts'

/** Joins an error with the validation error of the current spec. */
export const refusedToo = 'The current spec is invalid, too:'

/** The problem as it is recorded and reported, without secrets (P23). */
export const reportedProblem = (
  { desired: { secrets, invalid } }: { readonly desired: Pick<JobRound['desired'], 'secrets' | 'invalid'> },
  problem: Problem | null,
): Problem | null => {
  if (problem === null) return null
  const shown = redactorOf(secrets)
  return {
    ...problem,
    message: shown(`${problem.message}${alsoRefused(problem, invalid)}`),
    ...(problem.causes === undefined ? {} : { causes: problem.causes.map(({ type, message }) => ({ type, message: shown(message) })) }),
    ...(problem.stackTrace === undefined ? {} : { stackTrace: shown(problem.stackTrace) }),
  }
}

/** Adds the validation error, because fixing the problem alone does not help while the spec is invalid. */
const alsoRefused = ({ owner, message }: Problem, invalid: JobRound['desired']['invalid']): string =>
  invalid === null || owner === 'validation' ? '' : `${message.endsWith('.') ? '' : '.'} ${refusedToo} ${invalid.message}`

/** Sets the error of its owner, and clears it when the problem is over (P16, D-08). */
export const recordError = <Status extends JobLifecycleStatus>(
  status: Status,
  jobManager: JobManagerDeploymentStatus,
  problem: Problem | null,
  options: ErrorOptions,
): Status => {
  if (problem !== null) return withRecord(withLifecycle(status, { error: errorText(problem, options) }), { errorOwner: problem.owner })
  return stillOwned(status, jobManager) ? status : withRecord(withLifecycle(status, { error: null }), { errorOwner: null })
}

/** True if an error of an earlier round still applies, though this round did not report it again. */
const stillOwned = (
  { error, operation, operatorRecord: { errorOwner, retryAt }, jobStatus }: JobLifecycleStatus,
  jobManager: JobManagerDeploymentStatus,
): boolean => {
  if (error === null) return true
  switch (errorOwner) {
    case 'job':
      return jobStatus.state === 'FAILED'
    case 'job-manager':
      return jobManager === 'ERROR' || jobManager === 'MISSING'
    case 'operation':
      // a stop that failed and is retried stays failed until it succeeds: otherwise Stalled would flap with each attempt (P16)
      return retryAt !== null || (operation?.kind === 'Suspend' && operation.step === 'Requested')
    case null:
      // written by the reference operator: obsolete once the job runs
      return jobStatus.state !== 'RUNNING'
    default:
      return false
  }
}
