import type { Deployed } from '../../cluster/deployed-spec.ts'
import { olderStatusText, revivalOf, sameRunText } from '../../job/seen/revived-job.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Round } from '../application-round.ts'
import type { Situation } from '../application-situation.ts'
import { unknownAttempt } from '../record/unknown-cluster.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import { upgradeProblem } from '../../job/told/upgrade-problem.ts'

/**
 * Row C12: a job runs that nobody wants, and goes with its cluster; not where the cluster is of an attempt that the status does not tell
 * of: then the status is the older one (P25). What REST tells of a JobManager of which Kubernetes shows neither a Deployment nor a pod is
 * nothing that could be taken away: it would be begun anew for ever (P08, P17).
 */
export const straySituation = (round: Round, deployed: Deployed): Situation | null => {
  const revival = revivalOf(round, deployed)
  if (revival === 'No') return null
  const { desired, observed: { facts, status } } = round
  const unseen = facts.deployment?._tag === 'Known' ? [] : unanswered(facts, [clusterQueries(desired).pods])
  if (unseen.length > 0) return needsFacts('C12', unseen, 'is there a JobManager pod without a Deployment?')
  const isThere = facts.deployment?._tag === 'Known' || (facts.jobManagerPods?._tag === 'Known' && facts.jobManagerPods.value.length > 0)
  const jobId = status.jobStatus.jobId ?? ''
  const unknown = unknownAttempt(status, facts)
  const older = revival === 'SameRun' ? sameRunText(jobId) : unknown === null ? null : olderStatusText(jobId, `it runs: ${unknown}`)
  // where it is to be suspended it is to end, whichever run it is
  if (isThere && older !== null && desired.wanted?.job.state === 'running')
    return blocked('C12', 'a person to say what is right', upgradeProblem('RestoreFailed', older))
  return isThere ? { _tag: 'StrayJob', row: 'C12', reason: 'a job that is not to run is alive' } : null
}
