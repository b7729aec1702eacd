import type { CheckpointStatistics, CheckpointView } from '../fact/flink-rest.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import { isTerminal } from '../resource/job-state.ts'
import type { Millis } from '../resource/time.ts'
import { ownJob } from './observe-job.ts'
import { withJob, withRecord } from './status-change.ts'

/** Flink shows checkpoints from a cache of up to `web.refresh-interval` (3 s by default): what was read sooner may lack the last one. */
export const checkpointCacheMillis: Millis = 3_500

/** All that is shown of the newest one: what was restored and completed may be the same, and only the latter tells that it was discarded. */
const newest = ({ restored, completed, savepoint }: CheckpointStatistics): readonly CheckpointView[] => {
  const shown = [restored, completed, savepoint].filter(it => it !== null)
  return shown.filter(({ id }) => shown.every(it => it.id <= id))
}

/**
 * The latest state that a terminal job left: the highest id among restored, completed and savepoint (control-flow.md, section 3.7). One
 * that Flink has discarded is never taken (L2), and an older one instead would take the job back to a state that it had left behind (P01).
 */
export const latestState = (statistics: CheckpointStatistics): CheckpointView | undefined =>
  isLastStateDiscarded(statistics) ? undefined : newest(statistics)[0]

/** Flink threw the last state away, as it does when a job finishes: its JobManager can tell no more of it. */
export const isLastStateDiscarded = (statistics: CheckpointStatistics): boolean => newest(statistics).some(({ discarded }) => discarded)

/**
 * Reads the definite last state of a terminal job. It counts only if it was read late enough after the end was seen. What can't be told
 * stays not definite: the upgrade then waits, or asks a person; nothing else is held up by it (D-25).
 *
 * | seen | recorded |
 * |---|---|
 * | a state with a path | the path; definite |
 * | its path is not externally addressable | unchanged; not definite |
 * | none, and no checkpoint was ever completed or restored | CANCELED: null; else unchanged; definite |
 * | the newest was discarded, or none is shown and there were some | unchanged; not definite |
 */
export const observeLastState = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts): FlinkDeploymentStatus => {
  const { checkpoints } = facts
  const { terminalSince, lastStateDefinite } = status.operatorRecord
  if (!isEndedRun(status, facts) || lastStateDefinite || terminalSince === null || checkpoints?._tag !== 'Known') return status
  if (checkpoints.asOf < terminalSince + checkpointCacheMillis) return status
  const state = latestState(checkpoints.value)
  if (state !== undefined)
    return state.addressable && state.externalPath !== null
      ? withRecord(withJob(status, { upgradeSavepointPath: state.externalPath }), { lastStateDefinite: true })
      : status
  const { completedCount, restored } = checkpoints.value
  if (completedCount > 0 || restored !== null) return status
  return withRecord(status.jobStatus.state === 'CANCELED' ? withJob(status, { upgradeSavepointPath: null }) : status, { lastStateDefinite: true })
}

/** Does this look list the job as ended, in the very run that was seen to end? A JobManager that restarted may run the same id again, or know nothing of it. */
export const isEndedRun = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts): boolean => {
  const job = ownJob(status, facts)
  return isTerminal(status.jobStatus.state) && job !== undefined && isTerminal(job.state) && String(job.startTime) === status.jobStatus.startTime
}
