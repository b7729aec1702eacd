import type { EmitEvent } from '../../action/emit-event.ts'
import { readClusterHealth, withoutClusterHealth } from './cluster-health-text.ts'
import type { RestoreAnswer } from '../../job/upgrade/restore-source.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { isHealthWatched } from './observe-health.ts'
import { inHighAvailability } from '../../job/upgrade/restart-failed.ts'
import { sourceFor } from '../recovery/restore-point.ts'
import { withMode } from '../../job/upgrade/with-mode.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withStatus } from '../../round/status-change.ts'
import { isStateless, startAgainMode } from '../../resource/upgrade-mode.ts'

export interface Unhealthy {
  readonly text: string
  /** Where the restarted job would go on from. */
  readonly source: RestoreAnswer
}

/**
 * Is the job to be restarted because it is not healthy (control-flow.md, section 4.10/3)? By what metrics of this very round say, and only
 * where its state is kept: from HA metadata, or a stateless job.
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

/** The restarted job is judged by its own life. */
export const withoutHealthRecord = (decision: JobDecision): JobDecision =>
  decision._tag === 'Look' ? decision
    : { ...decision, status: withStatus(decision.status, { clusterInfo: withoutClusterHealth(decision.status.clusterInfo) }) }
