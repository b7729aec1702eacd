import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { lateArrivalLimit } from '../../contract/resource/operation.ts'
import { finalizerOf } from '../../contract/resource/resource-type.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { type Act, act, wait } from '../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { clusterEvents } from '../report/cluster-problem.ts'

/**
 * The start of a wait during a deletion: by the clock of the operator, and not before this process began to observe. The deletionTimestamp
 * comes from the clock of the API server, which may differ (F15).
 */
export const waitingSince = (
  { observed: { status: { operatorRecord: { deletingSince } } }, env: { now, steadySince } }: Pick<ClusterRound, 'observed' | 'env'>,
): EpochMillis => Math.max(deletingSince ?? now, steadySince ?? 0)

/** Our finalizer is removed already. Null: it is not. */
export const untilOthersLetGo = ({ desired: { meta }, observed: { status }, env }: ClusterRound): Act<FlinkDeploymentStatus> | null =>
  meta.finalizers.includes(finalizerOf(meta)) ? null
    : wait(status, env.options.reconcileInterval, 'the other finalizers to be removed from the resource')

/**
 * The operation in the status can't be read (F14). Whatever it is, it ends with the resource, and no object may outlive that: requests that
 * it sent get the time in which they may still take effect. Null: that time is over.
 */
export const untilLateRequestsArrived = (round: ClusterRound): Act<FlinkDeploymentStatus> | null => {
  const { observed: { status }, env } = round
  const since = waitingSince(round)
  const arrived = since + lateArrivalLimit
  return env.now >= arrived ? null : wait(
    withRecord(status, { deletingSince: since }),
    Math.min(arrived - env.now, 10_000),
    'requests that the unreadable operation may have sent and that may still take effect',
  )
}

/** Begins the last tear-down. `begun`: the status with its operation. */
export const beginDeletion = (
  begun: FlinkDeploymentStatus,
  reason: string,
  announce: readonly EmitEvent[] = [],
): Act<FlinkDeploymentStatus> =>
  act(withStatus(begun, { lifecycleState: 'DELETING' }), reason, { events: [...announce, clusterEvents.cleanup] })
