import { restoreByHand, upgradeProblem } from '../../../../job/report/job-problem.ts'
import type { JobOverview } from '../../../../contract/fact/flink-rest.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import { isStateless } from '../../../../contract/resource/upgrade-mode.ts'
import { lastStateOf } from '../../../../job/record/last-state-of.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { endedButAliveText, olderStatusText, type Revival, revivalOf, sameRunText } from '../../../../job/observe/revived-job.ts'
import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { onceSeen } from '../../../../contract/query/ask.ts'
import type { Round, Situation } from '../application-round.ts'
import { isOfOtherAttempt, unknownAttempt, unknownCluster } from '../record/unknown-cluster.ts'
import { blocked, needsFacts } from '../../../../contract/round/waiting-situation.ts'

/** The live job with the smallest id, whatever the order of the list (P12); null: none is alive. */
const firstAlive = (jobs: readonly JobOverview[]): string | null =>
  jobs.filter(({ state }) => !isTerminal(state)).map(({ jobId }) => jobId).sort()[0] ?? null

/**
 * The job of another attempt than the status knows is alive, and what the status says of the job's state, or of the spec that runs, does
 * not count (P25).
 */
const jobOfUnknownCluster = (round: Round): Situation | null => {
  const { desired, desired: { wanted, deployed }, observed: { status, facts } } = round
  const unknown = unknownAttempt(status, facts)
  const jobId = facts.jobs?._tag === 'Known' ? firstAlive(facts.jobs.value) : null
  const state = lastStateOf(status, deployed)
  if (unknown === null || jobId === null || wanted?.job.state !== 'running' || isStateless(wanted.job.upgradeMode)) return null
  const isContradicted = state._tag === 'Unknown' && state.why === 'Contradicted' && isTerminal(status.jobStatus.state)
  // another operator may have deployed this one, and written the rest of the status
  if (!isContradicted && !isOfOtherAttempt(status, facts)) return null
  return onceSeen(
    facts,
    [clusterQueries(desired).deployment],
    queries => needsFacts('orphan-job', queries, 'is the Deployment of another attempt than the status names?'),
    () =>
      unknownCluster(status, facts) === null ? null
        : blocked(
          'orphan-job',
          'a user to decide which state is right',
          restoreByHand,
          upgradeProblem(
            'RestoreFailed',
            isContradicted ? endedButAliveText(jobId, `it runs: ${unknown}`) : olderStatusText(jobId, unknown),
          ),
        ),
  )
}

/**
 * Row orphan-job: a job runs that should not run, and the operator deletes its cluster. This does not apply to a cluster of an attempt that
 * the status does not record: then the status is the older one (P25). It also does not apply if REST answers but Kubernetes has neither a
 * Deployment nor a pod of the JobManager: there is nothing to delete, and the deletion would begin again for ever (P08, P17).
 */
export const orphanSituation = (round: Round, deployed: Deployed): Situation | null => {
  const revival = revivalOf(round, deployed)
  if (revival === 'No') return jobOfUnknownCluster(round)
  const { desired, observed: { facts } } = round
  return onceSeen(
    facts,
    facts.deployment?._tag === 'Known' ? [] : [clusterQueries(desired).pods],
    queries => needsFacts('orphan-job', queries, 'does a JobManager pod without a Deployment exist?'),
    () => revived(round, revival),
  )
}

const revived = ({ desired, observed: { facts, status } }: Round, revival: Exclude<Revival, 'No'>): Situation | null => {
  const isThere = facts.deployment?._tag === 'Known' || (facts.jobManagerPods?._tag === 'Known' && facts.jobManagerPods.value.length > 0)
  const jobId = status.jobStatus.jobId ?? ''
  const unknown = unknownAttempt(status, facts)
  const older = revival === 'SameRun' ? sameRunText(jobId) : unknown === null ? null : endedButAliveText(jobId, `it runs: ${unknown}`)
  // a job that should be suspended has to end, whichever run it is
  if (isThere && older !== null && desired.wanted?.job.state === 'running')
    return blocked('orphan-job', 'a user to decide which state is right', restoreByHand, upgradeProblem('RestoreFailed', older))
  return isThere ? { _tag: 'OrphanJob', row: 'orphan-job', reason: 'a job that should not run is alive' } : null
}
