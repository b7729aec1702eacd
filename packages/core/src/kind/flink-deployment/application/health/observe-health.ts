import type { Env } from '../../../../contract/env.ts'
import { type ClusterHealth, isSameHealth, nextHealth } from './cluster-health.ts'
import { readClusterHealth, withClusterHealth } from './cluster-health-text.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/flink-deployment-facts.ts'
import { checkpointProgressWindow } from '../../../../options/checkpoint-progress-window.ts'
import type { ResourceOptions } from '../../../../options/resource-options.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { isTerminal } from '../../../../contract/resource/job-state.ts'
import type { FlinkDeploymentDesired } from '../deployment-desired.ts'
import { clockTolerance } from '../../../../contract/resource/time.ts'
import { ownJob } from '../../../../job/observe/observe-job.ts'
import { withStatus } from '../../../../contract/round/status-change.ts'

/** Does this round check the health of the job? Only if Flink lists the job and it has not ended (B52). */
export const isHealthWatched = (
  { deployed }: FlinkDeploymentDesired,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
): boolean =>
  deployed._tag === 'Deployed' && deployed.running.options.clusterHealthCheckEnabled && status.operation === null
  && !isTerminal(status.jobStatus.state) && ownJob(status, facts) !== undefined

const checkpointWindow = (
  options: ResourceOptions,
) => (options.clusterHealthCheckCheckpointProgressEnabled ? checkpointProgressWindow(options) : null)

/** Drops a record with timestamps from a clock that was ahead: it would make every newer sample look outdated (F15). */
const notAhead = (
  health: ClusterHealth | null,
  { now }: Env,
):
  | ClusterHealth
  | null => (health !== null
      && Math.max(health.timeStamp, health.numRestartsEvaluationTimeStamp, health.numCompletedCheckpointsIncreasedTimeStamp)
        > now + clockTolerance ? null : health)

/**
 * `clusterInfo.ClusterHealthInfo` after one more check (control-flow.md, section 3.9). Unreadable metrics change nothing. A new run of the
 * job starts with a new record.
 */
export const observeHealth = (
  desired: FlinkDeploymentDesired,
  before: FlinkDeploymentStatus,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
  env: Env,
): FlinkDeploymentStatus => {
  const { metrics } = facts
  const { deployed } = desired
  if (
    deployed._tag !== 'Deployed' || metrics?._tag !== 'Known' || metrics.value.restarts === null || !isHealthWatched(desired, status, facts)
  ) return status
  const { options } = deployed.running
  const last = before.jobStatus.startTime === status.jobStatus.startTime ? notAhead(readClusterHealth(status.clusterInfo), env) : null
  const sample = { time: env.now, restarts: metrics.value.restarts, completedCheckpoints: metrics.value.completedCheckpoints }
  const health = nextHealth(last, sample, {
    restartsWindow: options.clusterHealthCheckRestartsWindow,
    restartsThreshold: options.clusterHealthCheckRestartsThreshold,
    checkpointWindow: checkpointWindow(options),
  })
  return last !== null && isSameHealth(last, health) ? status
    : withStatus(status, { clusterInfo: withClusterHealth(status.clusterInfo, health) })
}
