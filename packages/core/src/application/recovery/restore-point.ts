import type { ConfigMapView } from '../../fact/object-view.ts'
import { hasCheckpointPointer, isBeforeFirstCheckpoint } from '../../cluster/high-availability/ha-metadata.ts'
import { availableUpgradeMode } from '../upgrade/available-upgrade-mode.ts'
import { restoreSource, type RestoreAnswer, type RestoreInputs } from '../../job/upgrade/restore-source.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { contradictedState, type LastState } from '../../resource/last-state.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { startOf } from '../../job/record/last-state-of.ts'
import { withMode } from '../../job/upgrade/with-mode.ts'
import type { Round } from '../round.ts'
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
  const { observed: { status, facts }, desired } = round
  const { jobId } = status.jobStatus
  return restoreSource({
    requested: target.job.upgradeMode,
    lastState,
    haMetadata: seenHaMetadata(round),
    checkpoint: facts.configMaps?._tag === 'Known' && jobId !== null ? checkpointIn(facts.configMaps.value, desired.meta.name, jobId)
      : 'Unknown',
    startedFrom: startOf(status, desired.deployed),
    readsHaMetadata: target.options.highAvailability === 'kubernetes',
  })
}

const checkpointIn = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): RestoreInputs['checkpoint'] =>
  hasCheckpointPointer(configMaps, clusterId, jobId) ? 'There'
    : isBeforeFirstCheckpoint(configMaps, clusterId, jobId) ? 'NotYet' : 'Unknown'

/** What runs, or ran until it was lost, goes on from its own HA metadata. */
export const inHighAvailability = ({ jobStatus: { jobId } }: FlinkDeploymentStatus): LastState =>
  jobId === null ? contradictedState('status.jobStatus.jobId is gone') : { _tag: 'InHighAvailability', jobId }
