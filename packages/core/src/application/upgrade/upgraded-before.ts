import { isSubmitted } from '../../cluster/seen/is-submitted.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Round } from '../application-round.ts'
import type { Situation } from '../application-situation.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'

/**
 * Row C14: the reference operator recorded the upgrade as begun; did it submit the job (control-flow.md, section 3.2)? Null: it did not, or
 * this operator began it.
 */
export const submittedBefore = (round: Round): Situation | null => {
  const { observed: { status, facts }, desired } = round
  if (status.operatorRecord.attempts !== 0 || status.jobManagerDeploymentStatus !== 'MISSING') return null
  const missing = unanswered(facts, [clusterQueries(desired).deployment, clusterQueries(desired).configMaps])
  if (missing.length > 0) return needsFacts('C14', missing, 'was the job submitted before this operator took over?')
  if (facts.deployment?._tag === 'Unknown') return blocked('C14', 'to see the JobManager Deployment', null)
  return isSubmitted(round)
    ? { _tag: 'AlreadyUpgraded', row: 'C14', reason: 'the job was submitted before this operator took over' } : null
}
