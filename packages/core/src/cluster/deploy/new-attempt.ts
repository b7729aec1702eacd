import { mintOperationId } from '../../contract/resource/mint-id.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import type { DeployHooks, DeployRound } from './deploy-hooks.ts'

/**
 * The same deploy with a new attempt id. The Deployment of an attempt is sent at most once, and its pods can't start before it was observed
 * (attempt-key.ts). So a Deployment that arrives late starts nothing, and the new attempt starts from the state that the old one was to
 * start from (docs/adr/0029).
 */
export const renewed = (
  { desired: { meta }, observed: { status }, env }: Pick<DeployRound, 'desired' | 'observed' | 'env'>,
  operation: DeployOperation,
): DeployOperation => {
  const attempt = Math.max(status.operatorRecord.attempts, operation.attempt) + 1
  const id = mintOperationId(meta.uid, attempt, env.now)
  return { ...operation, id, attempt, deployId: operation.deployId ?? operation.id, step: 'TearDown', abandonedAt: null }
}

/** The status for replacing this attempt by a new one, which first deletes the object in its place. */
export const asNewAttempt = (
  round: Pick<DeployRound, 'desired' | 'observed' | 'env'>,
  operation: DeployOperation,
  { stateBefore }: Pick<DeployHooks, 'stateBefore'>,
): FlinkDeploymentStatus => {
  const next = renewed(round, operation)
  return withRecord(withStatus(round.observed.status, { operation: next }), { attempts: next.attempt, lastState: stateBefore })
}
