import { haMetadataOf } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { isSamePlace } from '../../../../options/ha-place.ts'
import { checkpointSeen, metadataSeen } from '../../../../cluster/high-availability/ha-observation.ts'
import { jobUpgradeInputs } from '../../../../job/upgrade/job-upgrade-inputs.ts'
import type { UpgradeInputs } from '../../../../job/upgrade/upgrade-inputs.ts'
import type { HaMetadata } from '../../../../contract/fact/ha-metadata.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { isStartContradicted, neverStarted } from '../../../../cluster/observe/job-manager-start.ts'
import type { Round } from '../application-round.ts'
import { haPlace, haPlaceFor, observeHa } from '../observe/application-ha-seen.ts'

/**
 * HA metadata of the running cluster, as far as this operator can read it: in ConfigMaps, and in ZooKeeper if it may connect. Unreadable
 * metadata is not absent (H-D09).
 */
export const haMetadataFor = (round: Round): HaMetadata =>
  round.desired.deployed._tag !== 'Deployed' ? 'NotAvailable' : metadataSeen(observeHa(round), round.observed.status.jobStatus.jobId)

/**
 * HA metadata that a stopped job left in ConfigMaps, whatever the newest spec says about high availability (F11). If ConfigMaps hold
 * nothing, the place where the last cluster kept it.
 */
export const seenHaMetadata = (round: Round): HaMetadata => {
  const { desired, observed: { facts, status } } = round
  const seen = haMetadataOf(facts.configMaps, desired.meta.name, status.jobStatus.jobId)
  const own = haMetadataFor(round)
  return seen === 'NotAvailable' && (own === 'Unreadable' || haPlace(round)._tag === 'ZooKeeper') ? own : seen
}

/** The inputs of `availableUpgradeMode`, taken from the facts of this round. */
export const upgradeInputsOf = (
  round: Round,
  wanted: ConfiguredSpec,
  running: ConfiguredSpec,
  usedMode: UpgradeInputs['usedMode'],
): UpgradeInputs => ({
  ...jobUpgradeInputs(round, wanted, running, usedMode),
  haMetadata: haMetadataFor(round),
  haCheckpoint: checkpointSeen(observeHa(round), round.observed.status.jobStatus.jobId),
  haOnInWanted: wanted.options.highAvailability !== 'none' && wanted.options.highAvailability === running.options.highAvailability
    && isSamePlace(haPlaceFor(round, wanted), haPlaceFor(round, running)),
  haOnInDeployed: running.options.highAvailability !== 'none',
  versionChanged: wanted.flinkVersion !== running.flinkVersion,
  jobCancelEnabled: running.options.jobUpgradeLastStateJobCancelEnabled,
  jobManagerNeverStarted: neverStarted(round),
  jobManagerRecreated: isStartContradicted(round),
})
