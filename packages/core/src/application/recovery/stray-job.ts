import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { absenceMillis, ownJob } from '../../job/seen/observe-job.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Round } from '../round.ts'
import { needsFacts, type Situation } from '../situation.ts'

/**
 * Row C12: a job runs that nobody wants, and goes with its cluster. What REST tells of a JobManager of which Kubernetes shows neither a
 * Deployment nor a pod is nothing that could be taken away: it would be begun anew for ever (P08, P17).
 */
export const straySituation = (round: Round, deployed: Deployed): Situation | null => {
  if (!isStray(round, deployed)) return null
  const { desired, observed: { facts } } = round
  const unseen = facts.deployment?._tag === 'Known' ? [] : unanswered(facts, [clusterQueries(desired).pods])
  if (unseen.length > 0) return needsFacts('C12', unseen, 'is there a JobManager pod without a Deployment?')
  const isThere = facts.deployment?._tag === 'Known' || (facts.jobManagerPods?._tag === 'Known' && facts.jobManagerPods.value.length > 0)
  return isThere ? { _tag: 'StrayJob', row: 'C12', reason: 'a job that is not to run is alive' } : null
}

/** Recorded suspended or ended, alive all the same (B26). It needs an incarnation of its own to be one. */
const isStray = ({ observed, env }: Pick<Round, 'observed' | 'env'>, deployed: Deployed): boolean => {
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
