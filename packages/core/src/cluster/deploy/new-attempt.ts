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
export const asNewAttempt = (
  { desired: { meta }, observed: { status }, env }: Pick<DeployRound, 'desired' | 'observed' | 'env'>,
  operation: DeployOperation,
  { stateBefore }: Pick<DeployCourse, 'stateBefore'>,
): FlinkDeploymentStatus => {
  const attempt = Math.max(status.operatorRecord.attempts, operation.attempt) + 1
  const id = mintId('operation', meta.uid, attempt, env.now)
  return withRecord(withStatus(status, { operation: { ...operation, id, attempt, step: 'TearDown', abandonedAt: null } }), {
    attempts: attempt,
    lastState: stateBefore,
  })
}
