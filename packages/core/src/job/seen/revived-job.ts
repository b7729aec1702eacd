import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { JobRound, SubmittedJob } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { absenceMillis, ownJob } from './observe-job.ts'

/**
 * `AnotherRun`: recorded suspended or ended, alive all the same under its id (B26). `SameRun`: it is the very run that is recorded, or
 * nobody recorded which: a run that ended does not come back, so that the record is older than the job (A12).
 */
export type Revival = 'No' | 'AnotherRun' | 'SameRun'

/**
 * A job needs an incarnation of its own to be revived. `isStateless`: it has no state that could be lost with it, and whatever is recorded
 * nothing may be started beside it (P02).
 */
export const revivalOf = (
  { observed, env }: Pick<JobRound, 'observed' | 'env'>,
  deployed: SubmittedJob,
  isStateless = false,
): Revival => {
  const { jobStatus, operatorRecord: { terminalSince } } = observed.status
  const job = ownJob(observed.status, observed.facts)
  if (job === undefined || isTerminal(job.state) || !(deployed.reconciled.job.state === 'suspended' || isTerminal(jobStatus.state)))
    return 'No'
  const isAnotherRun = String(job.startTime) !== jobStatus.startTime
  // what is taken away must not be the only place of its state: what ended, and runs anew from where it began, is not (B26)
  const state = lastStateOf(observed.status, deployed)
  if (!isStateless && !isDefinite(state) && (state.why === 'Contradicted' || !isTerminal(jobStatus.state) || !isAnotherRun)) return 'No'
  if (isAnotherRun) return 'AnotherRun'
  // REST may tell the end a moment late
  return terminalSince === null || env.now > terminalSince + absenceMillis ? 'SameRun' : 'No'
}

/** What a person is told where the job that ended is alive, and the status is the older one; `why`: how that is seen. */
export const olderStatusText = (jobId: string, why: string): string =>
  `The status says that job ${jobId} was suspended or has ended, and ${why}: the status is older than the job. `
  + `The job is left as it is, and nothing is started beside it. Put the status back; or stop the job with a savepoint (flink stop ${jobId}), and then set `
  + 'spec.job.initialSavepointPath to it, with a new spec.job.savepointRedeployNonce'

/** The same of the very run that is recorded. */
export const sameRunText = (jobId: string): string => olderStatusText(jobId, 'Flink lists that very run, alive')
