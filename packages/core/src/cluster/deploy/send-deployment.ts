import type { ClusterManifestInput, ClusterPart } from '../../contract/action/manifest-request.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { act } from '../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import type { DeployHooks, DeployDecision, DeployRound } from './deploy-hooks.ts'
import { type Creating, creating, missingParts } from './missing-parts.ts'

/**
 * The old cluster is gone. The operator first creates what the JobManager's Deployment needs, still in step `TearDown`. These objects start
 * nothing, so they may be sent again under the same id however often the operator crashes. The next round queries again and sends the
 * Deployment.
 */
export const startCreating = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { observed: { status }, env } = round
  const create = (missing: readonly ClusterPart[], input: ClusterManifestInput): DeployDecision => {
    const needed = clusterParts(input).filter(part => !isDeployment(part))
    const parts = needed.filter(part => missing.includes(part))
    if (parts.length === 0) return sendDeployment(round, operation, hooks, creating(['JobManagerDeployment'], input))
    return act(status, 'the operator creates the objects that the Deployment of the attempt needs', {
      ...creating(parts, input),
      // emitted once: not by an operator that continues with the parts of another one
      events: parts.length === needed.length ? hooks.announce : [],
    })
  }
  // an object without our labels may have a name: then a create is rejected, and the next round queries its owner
  return missingParts(round, operation, hooks, { areNamesSeen: env.consecutiveFailures > 0 }, create)
}

const isDeployment = (part: ClusterPart): boolean => part === 'JobManagerDeployment' || part === 'TaskManagerDeployment'

/**
 * Sends the Deployment. From here on it may run, so the older last state is obsolete (P01). Nothing happens between the status write and
 * the Deployment, so an operator process that has time for two effects succeeds (P06).
 */
const sendDeployment = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks, sent: Creating): DeployDecision => {
  const begun = withRecord(
    withStatus(round.observed.status, { operation: { ...operation, step: 'Create' }, jobManagerDeploymentStatus: 'MISSING' }),
    { unstartedDeployment: null, attempts: Math.max(round.observed.status.operatorRecord.attempts, operation.attempt) },
  )
  const status = hooks.whenCreated(begun)
  return act(status, 'the operator creates the Deployment of the attempt', {
    ...sent,
    then: {
      status: withStatus(status, { operation: { ...operation, step: 'Created' } }),
      reason: 'the API server confirmed the Deployment of the attempt',
    },
  })
}
