import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import { lastStateOf, startOf } from '../record/last-state-of.ts'
import { ownJob } from '../observe/observe-job.ts'
import { checkpointCacheMillis, isEndedRun, latestState } from '../observe/observe-last-state.ts'
import type { UpgradeInputs } from './upgrade-inputs.ts'

const retention = 'execution.checkpointing.externalized-checkpoint-retention'

/** A running job and a ready JobManager count only if this round observed them (P05). */
const seenNow = (
  { observed: { status, facts, host: { jobManager } } }: Pick<JobRound, 'observed'>,
): Pick<UpgradeInputs, 'job' | 'jobManager'> => {
  const { state: job } = status.jobStatus
  if (ownJob(status, facts) !== undefined || (facts.jobs?._tag === 'Known' && isTerminal(job))) return { job, jobManager }
  return {
    job: isTerminal(job) || job === 'CANCELLING' ? job : 'RECONCILING',
    jobManager: jobManager === 'READY' && facts.jobs?._tag !== 'Known' ? 'DEPLOYED_NOT_READY' : jobManager,
  }
}

const nothingMore: UpgradeInputs['checkpointAge'] = { _tag: 'Known', lastCompleted: null, pending: null, isRestorable: false }

const checkpointAge = (
  checkpoints: JobFacts['checkpoints'],
  terminalSince: EpochMillis | null,
): UpgradeInputs['checkpointAge'] => {
  switch (checkpoints?._tag) {
    case undefined:
      return { _tag: 'NotLooked' }
    case 'Known': {
      if (terminalSince !== null && checkpoints.asOf < terminalSince + checkpointCacheMillis)
        return { _tag: 'Unknown', reason: 'Flink may not show the last checkpoint yet: the job has just ended' }
      const latest = latestState(checkpoints.value)
      return {
        _tag: 'Known',
        lastCompleted: latest?.triggerTimestamp ?? null,
        pending: checkpoints.value.inProgress?.triggerTimestamp ?? null,
        isRestorable: latest?.addressable === true && latest.externalPath !== null,
      }
    }
    case 'Absent':
      return terminalSince === null ? { _tag: 'Unknown', reason: 'the job is not known to the JobManager' } : nothingMore
    case 'Unknown':
      return { _tag: 'Unknown', reason: checkpoints.message }
  }
}

/** Inputs that the host provides. */
type OfHost =
  | 'haMetadata'
  | 'haCheckpoint'
  | 'haOnInWanted'
  | 'haOnInDeployed'
  | 'versionChanged'
  | 'jobCancelEnabled'
  | 'jobManagerNeverStarted'
  | 'jobManagerRecreated'

/** The inputs for choosing the upgrade mode, from this round's observation of the job. */
export const jobUpgradeInputs = (
  { desired, observed, env }: JobRound,
  wanted: ConfiguredJob,
  running: ConfiguredJob,
  usedMode: UpgradeInputs['usedMode'],
): Omit<UpgradeInputs, OfHost> => {
  const { status, facts } = observed
  return {
    now: env.now,
    requested: wanted.job.upgradeMode,
    ...seenNow({ observed }),
    jobStartTime: status.jobStatus.startTime === null ? null : Number(status.jobStatus.startTime),
    lastState: lastStateOf(status, desired.deployed),
    startedFrom: startOf(status, desired.deployed),
    savepointDirectorySet: (running.options.savepointDirectory ?? '').trim() !== '',
    // Flink's own answer wins: the job's code may have configured something else (B23)
    checkpointsRetainedOnCancel: !(facts.checkpointConfiguration?._tag === 'Known' && facts.checkpointConfiguration.value.isDeletedOnCancel)
      && (running.effective.configuration[retention] ?? 'RETAIN_ON_CANCELLATION') === 'RETAIN_ON_CANCELLATION'
      && (running.options.checkpointDirectory ?? '').trim() !== '',
    lastStateFallbackEnabled: wanted.options.jobUpgradeLastStateFallbackEnabled,
    maxCheckpointAge: wanted.options.jobUpgradeLastStateMaxAllowedCheckpointAge,
    // no other JobManager brings back a job that ended: if this one does not list the run, there is nothing more to read
    checkpointAge: isTerminal(status.jobStatus.state) && facts.jobs?._tag === 'Known' && !isEndedRun(status, facts) ? nothingMore
      : checkpointAge(facts.checkpoints, status.operatorRecord.terminalSince),
    usedMode,
  }
}
