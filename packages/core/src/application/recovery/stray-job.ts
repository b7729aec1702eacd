import type { Deployed } from '../../cluster/deployed-spec.ts'
import { isRevived } from '../../job/seen/revived-job.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { needsFacts } from '../../round/waiting-situation.ts'

/**
 * Row C12: a job runs that nobody wants, and goes with its cluster. What REST tells of a JobManager of which Kubernetes shows neither a
 * Deployment nor a pod is nothing that could be taken away: it would be begun anew for ever (P08, P17).
 */
export const straySituation = (round: Round, deployed: Deployed): Situation | null => {
  if (!isRevived(round, deployed)) return null
  const { desired, observed: { facts } } = round
  const unseen = facts.deployment?._tag === 'Known' ? [] : unanswered(facts, [clusterQueries(desired).pods])
  if (unseen.length > 0) return needsFacts('C12', unseen, 'is there a JobManager pod without a Deployment?')
  const isThere = facts.deployment?._tag === 'Known' || (facts.jobManagerPods?._tag === 'Known' && facts.jobManagerPods.value.length > 0)
  return isThere ? { _tag: 'StrayJob', row: 'C12', reason: 'a job that is not to run is alive' } : null
}
