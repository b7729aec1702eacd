import { haMetadataOf } from '../../cluster/high-availability/ha-metadata.ts'
import { isSamePlace } from '../../operator-options/ha-place.ts'
import { checkpointSeen, type HaSight } from '../../cluster/high-availability/ha-sight.ts'
import { availableUpgradeMode } from '../upgrade/available-upgrade-mode.ts'
import { restoreSource, type RestoreAnswer } from '../../job/upgrade/restore-source.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { contradictedState, type LastState } from '../../resource/last-state.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { startOf } from '../../job/record/last-state-of.ts'
import { withMode } from '../../job/upgrade/with-mode.ts'
import type { Round } from '../round.ts'
import { haPlaceFor, haSight } from '../seen/ha-seen.ts'
import { seenHaMetadata, upgradeInputsOf } from '../upgrade/upgrade-inputs-of.ts'

/** The mode in which what runs is put up again: the user's, and where that is stateful whatever keeps the state. */
const restartMode = (
  { desired: { wanted } }: Pick<Round, 'desired'>,
): UpgradeMode => (wanted?.job.upgradeMode === 'stateless' ? 'stateless' : 'last-state')

/** How a FAILED job would be started again (control-flow.md, section 4.10/1): with its definite last state, or HA metadata. */
export const restartAnswer = (round: Round, deployed: Deployed): UpgradeAnswer =>
  availableUpgradeMode(
    upgradeInputsOf(round, withMode(deployed.running, restartMode(round)), deployed.running, deployed.reconciled.job.upgradeMode),
  )

/** Where a job that was left in `lastState` goes on from in a cluster of `target`, by what this round sees. */
export const sourceFor = (round: Round, target: ConfiguredSpec, lastState: LastState): RestoreAnswer => {
  const { observed: { status }, desired } = round
  const sight = whereLeft(round)
  return restoreSource({
    requested: target.job.upgradeMode,
    lastState,
    haMetadata: seenHaMetadata(round),
    checkpoint: checkpointSeen(sight, status.jobStatus.jobId),
    startedFrom: startOf(status, desired.deployed),
    readsHaMetadata: isSamePlace(haPlaceFor(round, target), sight.place),
    leftIn: sight.place._tag === 'ZooKeeper' ? 'ZooKeeper' : 'Kubernetes',
  })
}

/** ConfigMaps, whatever the newest spec says (F11), unless what ran last kept it in ZooKeeper and they hold nothing. */
const whereLeft = (round: Round): HaSight => {
  const sight = haSight(round)
  const { clusterId, facts, place } = sight
  return place._tag === 'ZooKeeper' && haMetadataOf(facts.configMaps, clusterId, round.observed.status.jobStatus.jobId) !== 'Available'
    ? sight : { ...sight, place: { _tag: 'Kubernetes' } }
}

/** What runs, or ran until it was lost, goes on from its own HA metadata. */
export const inHighAvailability = ({ jobStatus: { jobId } }: FlinkDeploymentStatus): LastState =>
  jobId === null ? contradictedState('status.jobStatus.jobId is gone') : { _tag: 'InHighAvailability', jobId }
