import { haMetadataOf, hasCheckpointPointer, isBeforeFirstCheckpoint } from '../../cluster/high-availability/ha-metadata.ts'
import { ownJob } from '../../job/seen/observe-job.ts'
import { checkpointCacheMillis, isEndedRun, latestState } from '../../job/seen/observe-last-state.ts'
import type { UpgradeInputs } from '../../job/upgrade/upgrade-inputs.ts'
import type { HaMetadata } from '../../fact/ha-metadata.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { neverStarted } from '../../cluster/seen/job-manager-start.ts'
import { lastStateOf, startOf } from '../../job/record/last-state-of.ts'
import type { Round } from '../round.ts'

/**
 * HA metadata of what runs, as this operator can read it: Kubernetes' alone. With another HA service what is there can't be read, which is
 * not absent (H-D09).
 */
export const haMetadataFor = (round: Round): HaMetadata => {
  const { desired } = round
  if (desired.deployed._tag !== 'Deployed') return 'NotAvailable'
  switch (desired.deployed.running.options.highAvailability) {
    case 'none':
      return 'NotAvailable'
    case 'kubernetes':
      return haMetadataOf(round.observed.facts.configMaps, desired.meta.name, round.observed.status.jobStatus.jobId)
    default:
      return 'Unreadable'
  }
}

/** What a job that was stopped left in Kubernetes, whatever the newest spec says of high availability (F11). */
export const seenHaMetadata = (round: Round): HaMetadata => {
  const { desired, observed: { facts, status } } = round
  const seen = haMetadataOf(facts.configMaps, desired.meta.name, status.jobStatus.jobId)
  return seen === 'NotAvailable' && haMetadataFor(round) === 'Unreadable' ? 'Unreadable' : seen
}

const retention = 'execution.checkpointing.externalized-checkpoint-retention'

/** A running job and a ready JobManager count only as seen in this round (P05). */
const seenNow = ({ observed: { status, facts } }: Pick<Round, 'observed'>): Pick<UpgradeInputs, 'job' | 'jobManager'> => {
  const { jobStatus: { state: job }, jobManagerDeploymentStatus: jobManager } = status
  if (ownJob(status, facts) !== undefined || (facts.jobs?._tag === 'Known' && isTerminal(job))) return { job, jobManager }
  return {
    job: isTerminal(job) || job === 'CANCELLING' ? job : 'RECONCILING',
    jobManager: jobManager === 'READY' && facts.jobs?._tag !== 'Known' ? 'DEPLOYED_NOT_READY' : jobManager,
  }
}

const nothingMore: UpgradeInputs['checkpointAge'] = { _tag: 'Known', lastCompleted: null, pending: null }

const checkpointAge = (
  checkpoints: Round['observed']['facts']['checkpoints'],
  terminalSince: EpochMillis | null,
): UpgradeInputs['checkpointAge'] => {
  switch (checkpoints?._tag) {
    case undefined:
      return { _tag: 'NotLooked' }
    case 'Known':
      if (terminalSince !== null && checkpoints.asOf < terminalSince + checkpointCacheMillis)
        return { _tag: 'Unknown', reason: 'read too soon after the end of the job' }
      return {
        _tag: 'Known',
        lastCompleted: latestState(checkpoints.value)?.triggerTimestamp ?? null,
        pending: checkpoints.value.inProgress?.triggerTimestamp ?? null,
      }
    case 'Absent':
      return terminalSince === null ? { _tag: 'Unknown', reason: 'the job is not known to the JobManager' } : nothingMore
    case 'Unknown':
      return { _tag: 'Unknown', reason: checkpoints.message }
  }
}

const isBare = (
  { desired: { meta }, observed: { facts: { configMaps }, status: { jobStatus: { jobId } } } }: Pick<Round, 'desired' | 'observed'>,
): boolean =>
  configMaps?._tag === 'Known' && jobId !== null && !hasCheckpointPointer(configMaps.value, meta.name, jobId)
  && !isBeforeFirstCheckpoint(configMaps.value, meta.name, jobId)

/** The inputs of `availableUpgradeMode` from what was seen in this round. */
export const upgradeInputsOf = (
  round: Round,
  wanted: ConfiguredSpec,
  running: ConfiguredSpec,
  usedMode: UpgradeInputs['usedMode'],
): UpgradeInputs => {
  const { desired, observed: { status, facts }, env } = round
  return {
    now: env.now,
    requested: wanted.job.upgradeMode,
    ...seenNow(round),
    jobStartTime: status.jobStatus.startTime === null ? null : Number(status.jobStatus.startTime),
    lastState: lastStateOf(status, desired.deployed),
    startedFrom: startOf(status, desired.deployed),
    haMetadata: haMetadataFor(round),
    haMetadataIsBare: isBare(round),
    haOnInWanted: wanted.options.highAvailability !== 'none' && wanted.options.highAvailability === running.options.highAvailability,
    haOnInDeployed: running.options.highAvailability !== 'none',
    versionChanged: wanted.flinkVersion !== running.flinkVersion,
    savepointDirectorySet: (running.options.savepointDirectory ?? '').trim() !== '',
    // what Flink says is in force wins: code of the job may have set another one (B23)
    checkpointsRetainedOnCancel: !(facts.checkpointConfiguration?._tag === 'Known' && facts.checkpointConfiguration.value.isDeletedOnCancel)
      && (running.effective.configuration[retention] ?? 'RETAIN_ON_CANCELLATION') === 'RETAIN_ON_CANCELLATION'
      && (running.options.checkpointDirectory ?? '').trim() !== '',
    lastStateFallbackEnabled: wanted.options.jobUpgradeLastStateFallbackEnabled,
    jobCancelEnabled: running.options.jobUpgradeLastStateJobCancelEnabled,
    maxCheckpointAge: wanted.options.jobUpgradeLastStateMaxAllowedCheckpointAge,
    // a job that ended comes back in no other JobManager: where its run is not listed there is nothing more to be read
    checkpointAge: isTerminal(status.jobStatus.state) && facts.jobs?._tag === 'Known' && !isEndedRun(status, facts) ? nothingMore
      : checkpointAge(facts.checkpoints, status.operatorRecord.terminalSince),
    usedMode,
    jobManagerNeverStarted: neverStarted(round),
  }
}
