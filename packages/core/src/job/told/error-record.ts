import type { JobManagerDeploymentStatus } from '../../resource/cluster-status.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { redactorOf } from '../../redaction/redact.ts'
import type { Problem } from '../../round/decision.ts'
import { type ErrorOptions, errorText } from '../../round/error-text.ts'
import { withLifecycle, withRecord } from '../../round/status-change.ts'
import type { JobRound } from '../job-round.ts'

/** Between an error and what is wrong with the spec beside it. */
export const refusedToo = 'The present spec is refused, too:'

/** In the words in which it is recorded and told: without secrets (P23). */
export const toldProblem = (
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

/** What a person does about the one leads nowhere while the spec is refused for another reason: both are told. */
const alsoRefused = ({ owner, message }: Problem, invalid: JobRound['desired']['invalid']): string =>
  invalid === null || owner === 'validation' ? '' : `${message.endsWith('.') ? '' : '.'} ${refusedToo} ${invalid.message}`

/** Set while something is wrong, by its owner; cleared when that is over (P16, D-08). */
export const recordError = <Status extends JobLifecycleStatus>(
  status: Status,
  jobManager: JobManagerDeploymentStatus,
  problem: Problem | null,
  options: ErrorOptions,
): Status => {
  if (problem !== null) return withRecord(withLifecycle(status, { error: errorText(problem, options) }), { errorOwner: problem.owner })
  return stillOwned(status, jobManager) ? status : withRecord(withLifecycle(status, { error: null }), { errorOwner: null })
}

/** Errors that were found in an earlier round and are not over, though nothing told them again in this one. */
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
      // a stop that failed and is tried again has still failed, until it succeeds: else Stalled would come and go with each attempt (P16)
      return retryAt !== null || (operation?.kind === 'Suspend' && operation.step === 'Requested')
    case null:
      // written by the reference operator: over when the job runs
      return jobStatus.state !== 'RUNNING'
    default:
      return false
  }
}
