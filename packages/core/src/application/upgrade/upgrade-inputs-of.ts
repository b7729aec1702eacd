import { haMetadataOf } from '../../cluster/high-availability/ha-config-maps.ts'
import { isSamePlace } from '../../operator-options/ha-place.ts'
import { checkpointSeen, metadataSeen } from '../../cluster/high-availability/ha-sight.ts'
import { jobUpgradeInputs } from '../../job/upgrade/job-upgrade-inputs.ts'
import type { UpgradeInputs } from '../../job/upgrade/upgrade-inputs.ts'
import type { HaMetadata } from '../../fact/ha-metadata.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { isStartContradicted, neverStarted } from '../../cluster/seen/job-manager-start.ts'
import type { Round } from '../application-round.ts'
import { haPlace, haPlaceFor, haSight } from '../seen/application-ha-seen.ts'

/**
 * HA metadata of what runs, as this operator can read it: in ConfigMaps, and in ZooKeeper where it may connect to that. What it can't read
 * is not absent (H-D09).
 */
export const haMetadataFor = (round: Round): HaMetadata =>
  round.desired.deployed._tag !== 'Deployed' ? 'NotAvailable' : metadataSeen(haSight(round), round.observed.status.jobStatus.jobId)

/**
 * What a job that was stopped left in Kubernetes, whatever the newest spec says of high availability (F11); where nothing of it is there,
 * in the place where what ran last kept it.
 */
export const seenHaMetadata = (round: Round): HaMetadata => {
  const { desired, observed: { facts, status } } = round
  const seen = haMetadataOf(facts.configMaps, desired.meta.name, status.jobStatus.jobId)
  const own = haMetadataFor(round)
  return seen === 'NotAvailable' && (own === 'Unreadable' || haPlace(round)._tag === 'ZooKeeper') ? own : seen
}

/** The inputs of `availableUpgradeMode` from what was seen in this round. */
export const upgradeInputsOf = (
  round: Round,
  wanted: ConfiguredSpec,
  running: ConfiguredSpec,
  usedMode: UpgradeInputs['usedMode'],
): UpgradeInputs => ({
  ...jobUpgradeInputs(round, wanted, running, usedMode),
  haMetadata: haMetadataFor(round),
  haCheckpoint: checkpointSeen(haSight(round), round.observed.status.jobStatus.jobId),
  haOnInWanted: wanted.options.highAvailability !== 'none' && wanted.options.highAvailability === running.options.highAvailability
    && isSamePlace(haPlaceFor(round, wanted), haPlaceFor(round, running)),
  haOnInDeployed: running.options.highAvailability !== 'none',
  versionChanged: wanted.flinkVersion !== running.flinkVersion,
  jobCancelEnabled: running.options.jobUpgradeLastStateJobCancelEnabled,
  jobManagerNeverStarted: neverStarted(round),
  jobManagerMadeAnew: isStartContradicted(round),
})
