import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { isSubmitted } from '../cluster/seen/submitted.ts'
import { unanswered } from '../query/unanswered.ts'
import type { SessionRound } from './round.ts'
import type { SessionSituation } from './situation.ts'
import { blocked, needsFacts } from '../round/waiting-situation.ts'

/**
 * Row K10: the reference operator recorded an upgrade as begun; did it submit the cluster (control-flow.md, section 3.2)? Null: it did not,
 * or this operator began it.
 */
export const submittedBefore = (round: SessionRound): SessionSituation | null => {
  const { observed: { status, facts }, desired } = round
  if (status.operatorRecord.attempts !== 0 || status.jobManagerDeploymentStatus !== 'MISSING') return null
  const { deployment, configMaps } = clusterQueries(desired)
  const missing = unanswered(facts, [deployment, configMaps])
  if (missing.length > 0) return needsFacts('K10', missing, 'was the cluster submitted before this operator took over?')
  if (facts.deployment?._tag === 'Unknown') return blocked('K10', 'to see the JobManager Deployment', null)
  return isSubmitted(round)
    ? { _tag: 'AlreadyUpgraded', row: 'K10', reason: 'the cluster was submitted before this operator took over' } : null
}
