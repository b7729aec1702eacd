import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { AdapterError } from '../../action/adapter-error.ts'
import type { Env } from '../../env.ts'
import { afterJobFailure, type FailedAction } from '../../job/failure/after-job-failure.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { SessionClusterDesired } from '../../session-cluster/session-cluster-desired.ts'
import type { SessionClusterObserved } from '../../session-cluster/session-cluster-round.ts'
import { withStatus } from '../../round/status-change.ts'

/** What to record and when to try again, with a job or without (`job/failure/after-job-failure.ts`). */
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
 * A Deployment that was refused for sure, by the very round that sent it first, can't arrive later: the attempt is as before it was sent.
 */
const refused = (
  { failed, error: { applied }, recorded: { operation: before }, durable }: FailedAction<FlinkDeploymentStatus>,
): FlinkDeploymentStatus => {
  const { operation } = durable
  const isBegunHere = !(before?.kind === 'Deploy' && before.id === operation?.id && before.step !== 'TearDown')
  return failed._tag === 'CreateObject' && applied === 'No' && operation?.kind === 'Deploy' && operation.step === 'Create' && isBegunHere
    ? withStatus(durable, { operation: { ...operation, step: 'TearDown' } }) : durable
}
