import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { checkpointCacheMillis, isEndedRun, isLastStateDiscarded } from '../../job/seen/observe-last-state.ts'
import type { Round } from '../../application/application-round.ts'

/**
 * Has the JobManager of an ended job been kept for long enough (control-flow.md, section 4.10/6)? Counted from when the job was seen ended
 * or suspended (D-27). Not while the JobManager may still tell what the last state of the job is.
 */
export const isPastTtl = (round: Round, deployed: Deployed): boolean => {
  const { observed: { status }, env } = round
  const since = status.operatorRecord.terminalSince
  return status.jobManagerDeploymentStatus !== 'MISSING' && isTerminal(status.jobStatus.state) && since !== null
    && env.now > since + deployed.running.options.jmDeploymentShutdownTtl && isTold(round, deployed, since)
}

const isTold = (round: Round, deployed: Deployed, since: EpochMillis): boolean => {
  const state = lastStateOf(round.observed.status, deployed)
  // a person was asked, and what is there may help to answer
  return isDefinite(state) || (state.why !== 'Contradicted' && isKnownLost(round, since))
}

/**
 * Read late enough, in the run that ended, and Flink has thrown it away, or tells no more of a job that FINISHED: without this the
 * JobManager of a finished job would stay for ever.
 */
const isKnownLost = ({ observed: { status, facts: { checkpoints, ...facts } } }: Round, since: EpochMillis): boolean =>
  isEndedRun(status, facts) && checkpoints?._tag === 'Known' && checkpoints.asOf >= since + checkpointCacheMillis
  && (status.jobStatus.state === 'FINISHED' || isLastStateDiscarded(checkpoints.value))
