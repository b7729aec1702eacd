import { mintId } from '../../resource/mint-id.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import type { DeployCourse, DeployRound } from './deploy-course.ts'

/**
 * The same deploy under a new id. The Deployment of an attempt is sent at most once, and its pods can't start before it was seen
 * (attempt-key.ts): whenever the one that was sent arrives, it starts nothing, and the new attempt begins from the state that the old one
 * was to begin from (docs/adr/0029).
 */
export const renewed = (
  { desired: { meta }, observed: { status }, env }: Pick<DeployRound, 'desired' | 'observed' | 'env'>,
  operation: DeployOperation,
): DeployOperation => {
  const attempt = Math.max(status.operatorRecord.attempts, operation.attempt) + 1
  const id = mintId('operation', meta.uid, attempt, env.now)
  return { ...operation, id, attempt, deployId: operation.deployId ?? operation.id, step: 'TearDown', abandonedAt: null }
}

/** What is there in its place goes first: the status says from now on that a new attempt takes the place of this one. */
export const asNewAttempt = (
  round: Pick<DeployRound, 'desired' | 'observed' | 'env'>,
  operation: DeployOperation,
  { stateBefore }: Pick<DeployCourse, 'stateBefore'>,
): FlinkDeploymentStatus => {
  const next = renewed(round, operation)
  return withRecord(withStatus(round.observed.status, { operation: next }), { attempts: next.attempt, lastState: stateBefore })
}
