import type { EmitEvent } from '../../../../contract/action/emit-event.ts'
import { readClusterHealth, withoutClusterHealth } from './cluster-health-text.ts'
import type { Asked } from '../../../../contract/query/ask.ts'
import type { RestoreAnswer } from '../../../../job/upgrade/restore-source.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { isHealthWatched } from './observe-health.ts'
import { inHighAvailability } from '../../../../job/upgrade/restart-failed.ts'
import { sourceFor } from '../recovery/restore-point.ts'
import { withMode } from '../../../../job/upgrade/with-mode.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withStatus } from '../../../../contract/round/status-change.ts'
import { isStateless, startAgainMode } from '../../../../contract/resource/upgrade-mode.ts'

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
