import { isTerminal } from '../../contract/resource/job-state.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { checkpointCacheMillis, isEndedRun, isLastStateDiscarded } from '../../job/observe/observe-last-state.ts'
import type { Round } from './application/application-round.ts'

/**
 * Has the JobManager of an ended job been kept long enough (control-flow.md, section 4.10/6)? The time counts from when the operator saw
 * the job ended or suspended (D-27). The JobManager stays while it may still report the last state of the job.
 */
export const isPastTtl = (round: Round, deployed: Deployed): boolean => {
  const { observed: { status }, env } = round
  const since = status.operatorRecord.terminalSince
  return status.jobManagerDeploymentStatus !== 'MISSING' && isTerminal(status.jobStatus.state) && since !== null
    && env.now > since + deployed.running.options.jmDeploymentShutdownTtl && isReported(round, deployed, since)
}

const isReported = (round: Round, deployed: Deployed, since: EpochMillis): boolean => {
  const state = lastStateOf(round.observed.status, deployed)
  // a user has to decide, and the existing JobManager may help
  return isDefinite(state) || (state.why !== 'Contradicted' && isKnownLost(round, since))
}

/**
 * True if the last state is certainly lost: the operator read the checkpoints late enough, in the run that ended, and Flink has discarded
 * them or reports nothing more about a job that FINISHED. Without this rule the JobManager of a finished job would stay for ever.
 */
const isKnownLost = ({ observed: { status, facts: { checkpoints, ...facts } } }: Round, since: EpochMillis): boolean =>
  isEndedRun(status, facts) && checkpoints?._tag === 'Known' && checkpoints.asOf >= since + checkpointCacheMillis
  && (status.jobStatus.state === 'FINISHED' || isLastStateDiscarded(checkpoints.value))
