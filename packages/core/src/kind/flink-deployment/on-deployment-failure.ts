import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import type { Env } from '../../contract/env.ts'
import { afterJobFailure, type FailedAction } from '../../job/failure/after-job-failure.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SessionClusterDesired } from './session-cluster/session-cluster-round.ts'
import type { SessionClusterObserved } from './session-cluster/session-cluster-round.ts'
import { withStatus } from '../../contract/round/status-change.ts'

/**
 * What to record and when to retry after a failed action, for an application as for a session cluster (`job/failure/after-job-failure.ts`).
 */
export const onFailure = (
  desired: Pick<SessionClusterDesired, 'meta'>,
  observed: Pick<SessionClusterObserved, 'recorded'>,
  done: readonly FlinkDeploymentAction[],
  failed: FlinkDeploymentAction,
  refusal: AdapterError,
  env: Env,
): readonly FlinkDeploymentAction[] =>
  afterJobFailure(desired, observed, done, failed, refusal, env, it => ({ status: refused(it), owner: 'round' }))

/**
 * The API server certainly refused the Deployment, and this round was the first to send it, so it cannot appear later. The attempt returns
 * to the step before the create.
 */
const refused = (
  { failed, error: { applied }, recorded: { operation: before }, durable }: FailedAction<FlinkDeploymentStatus>,
): FlinkDeploymentStatus => {
  const { operation } = durable
  const isBegunHere = !(before?.kind === 'Deploy' && before.id === operation?.id && before.step !== 'TearDown')
  return failed._tag === 'CreateObject' && applied === 'No' && operation?.kind === 'Deploy' && operation.step === 'Create' && isBegunHere
    ? withStatus(durable, { operation: { ...operation, step: 'TearDown' } }) : durable
}
