import { haMetadataOf, hasCheckpointPointer, isBeforeFirstCheckpoint } from '../../cluster/high-availability/ha-metadata.ts'
import { jobUpgradeInputs } from '../../job/upgrade/job-upgrade-inputs.ts'
import type { UpgradeInputs } from '../../job/upgrade/upgrade-inputs.ts'
import type { HaMetadata } from '../../fact/ha-metadata.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { neverStarted } from '../../cluster/seen/job-manager-start.ts'
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
): UpgradeInputs => ({
  ...jobUpgradeInputs(round, wanted, running, usedMode),
  haMetadata: haMetadataFor(round),
  haMetadataIsBare: isBare(round),
  haOnInWanted: wanted.options.highAvailability !== 'none' && wanted.options.highAvailability === running.options.highAvailability,
  haOnInDeployed: running.options.highAvailability !== 'none',
  versionChanged: wanted.flinkVersion !== running.flinkVersion,
  jobCancelEnabled: running.options.jobUpgradeLastStateJobCancelEnabled,
  jobManagerNeverStarted: neverStarted(round),
})
