import type { ClusterManifestInput, ClusterPart } from '../../action/manifest-request.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { act } from '../../round/decision.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import type { DeployCourse, DeployDecision, DeployRound } from './deploy-course.ts'
import { type Creating, creating, missingParts } from './missing-parts.ts'

/**
 * Nothing of the last cluster is left. What the JobManager's Deployment needs is created first, in step `TearDown`: it starts nothing, so
 * it may be sent again under the same id however often the operator dies. The next round, with looks of its own, sends the Deployment.
 */
export const startCreating = (round: DeployRound, operation: DeployOperation, course: DeployCourse): DeployDecision => {
  const { observed: { status }, env } = round
  const create = (missing: readonly ClusterPart[], input: ClusterManifestInput): DeployDecision => {
    const needed = clusterParts(input).filter(part => !isDeployment(part))
    const parts = needed.filter(part => missing.includes(part))
    if (parts.length === 0) return sendDeployment(round, operation, course, creating(['JobManagerDeployment'], input))
    return act(status, 'what the Deployment of the attempt needs is created', {
      ...creating(parts, input),
      // told once: an operator that goes on with the parts of another one says nothing
      events: parts.length === needed.length ? course.announce : [],
    })
  }
  // a name may be taken by an object without our labels: a create that is refused tells that, and then it is looked whose it is
  return missingParts(round, operation, course, { areNamesSeen: env.consecutiveFailures > 0 }, create)
}

const isDeployment = (part: ClusterPart): boolean => part === 'JobManagerDeployment' || part === 'TaskManagerDeployment'

/**
 * From here on it may run: what was left behind before tells nothing any more (P01). Nothing comes between the write and the Deployment: an
 * operator process that has time for two effects gets through (P06).
 */
const sendDeployment = (round: DeployRound, operation: DeployOperation, course: DeployCourse, sent: Creating): DeployDecision => {
  const begun = withRecord(
    withStatus(round.observed.status, { operation: { ...operation, step: 'Create' }, jobManagerDeploymentStatus: 'MISSING' }),
    { unstartedDeployment: null, attempts: Math.max(round.observed.status.operatorRecord.attempts, operation.attempt) },
  )
  const status = course.whenCreated(begun)
  return act(status, 'the Deployment of the attempt is created', {
    ...sent,
    then: {
      status: withStatus(status, { operation: { ...operation, step: 'Created' } }),
      reason: 'the API server answered that the Deployment of the attempt is there',
    },
  })
}
