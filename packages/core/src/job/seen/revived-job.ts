import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { JobRound, SubmittedJob } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { absenceMillis, ownJob } from './observe-job.ts'

/** Recorded suspended or ended, alive all the same under its id (B26). It needs an incarnation of its own to be one. */
export const isRevived = ({ observed, env }: Pick<JobRound, 'observed' | 'env'>, deployed: SubmittedJob): boolean => {
  const { jobStatus, operatorRecord: { terminalSince } } = observed.status
  const job = ownJob(observed.status, observed.facts)
  if (job === undefined || isTerminal(job.state) || !(deployed.reconciled.job.state === 'suspended' || isTerminal(jobStatus.state)))
    return false
  const isAnotherRun = String(job.startTime) !== jobStatus.startTime
  // what is taken away must not be the only place of its state: what ended, and runs anew from where it began, is not (B26)
  const state = lastStateOf(observed.status, deployed)
  if (!isDefinite(state) && (state.why === 'Contradicted' || !isTerminal(jobStatus.state) || !isAnotherRun)) return false
  // REST may tell the end a moment late
  return isAnotherRun || terminalSince === null || env.now > terminalSince + absenceMillis
}
