import type { Env } from '../../../../contract/env.ts'
import {
  type ClusterHealth,
  isSameHealth,
  nextHealth,
  readClusterHealth,
  withClusterHealth,
  withoutClusterHealth,
} from './cluster-health.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import { checkpointProgressWindow } from '../../../../options/checkpoint-progress-window.ts'
import type { ResourceOptions } from '../../../../options/resource-options.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import type { FlinkDeploymentDesired, JobDecision, Round } from '../application-round.ts'
import { clockTolerance } from '../../../../contract/resource/time.ts'
import { ownJob } from '../../../../job/observe/observe-job.ts'
import { withStatus } from '../../../../contract/round/status-change.ts'
import type { EmitEvent } from '../../../../contract/action/emit-event.ts'
import type { Asked } from '../../../../contract/query/ask.ts'
import type { RestoreAnswer } from '../../../../job/upgrade/restore-source.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { inHighAvailability } from '../../../../job/upgrade/restart-failed.ts'
import { sourceFor } from '../recovery/restore-point.ts'
import { withMode } from '../../../../job/upgrade/upgrade-inputs.ts'
import { isStateless, startAgainMode } from '../../../../contract/resource/upgrade-mode.ts'

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

export interface Unhealthy {
  readonly text: string
  /** The state from which the restarted job would start. */
  readonly source: Asked<RestoreAnswer>
}

/**
 * Decides whether to restart the job because it is unhealthy (control-flow.md, section 4.10/3). Null: no. The decision uses metrics of this
 * round only, and requires that the restart loses no state: HA metadata keeps the state, or the job is stateless.
 */
export const unhealthy = (round: Round, { running }: Deployed): Unhealthy | null => {
  const { desired, observed: { status, facts } } = round
  const result = readClusterHealth(status.clusterInfo)?.healthResult
  if (
    facts.metrics?._tag !== 'Known' || facts.metrics.value.restarts === null || result === undefined || result.healthy
    || !isHealthWatched(desired, status, facts)
  ) return null
  const mode = startAgainMode(desired.wanted?.job.upgradeMode)
  if (!isStateless(mode) && running.options.highAvailability === 'none') return null
  return {
    text: result.error ?? 'Restarting unhealthy job',
    source: sourceFor(round, withMode(running, mode), inHighAvailability(status)),
  }
}

export const restartUnhealthyJob = (text: string): EmitEvent => ({
  _tag: 'EmitEvent',
  type: 'Warning',
  reason: 'RestartUnhealthyJob',
  message: text,
  component: 'Job',
  key: null,
  repeat: 'Count',
  annotations: {},
})

/** Deletes the health record, so that the restarted job is judged by its own run. */
export const withoutHealthRecord = (decision: JobDecision): JobDecision =>
  decision._tag === 'Look' ? decision
    : { ...decision, status: withStatus(decision.status, { clusterInfo: withoutClusterHealth(decision.status.clusterInfo) }) }
