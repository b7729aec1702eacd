import { hasCheckpointPointer } from '../high-availability/ha-metadata.ts'
import { availableUpgradeMode } from '../job-upgrade/available-upgrade-mode.ts'
import { restoreSource, type RestoreAnswer } from '../job-upgrade/restore-source.ts'
import type { UpgradeAnswer } from '../job-upgrade/upgrade-answer.ts'
import type { UpgradeMode } from '../resource/flink-deployment-spec.ts'
import type { DeployedSpec } from './desired.ts'
import { withMode } from './rollback.ts'
import type { Round } from './round.ts'
import { haMetadataFor, recordedPathOf, upgradeInputsOf } from './upgrade-inputs-of.ts'

type Deployed = Extract<DeployedSpec, { _tag: 'Deployed' }>

/** The mode in which what runs is put up again: the user's, and where that is stateful whatever keeps the state. */
const restartMode = ({ desired: { wanted } }: Round): UpgradeMode => (wanted?.job.upgradeMode === 'stateless' ? 'stateless' : 'last-state')

/** How a FAILED job would be started again (control-flow.md, section 4.10/1): with its definite last state, or HA metadata. */
export const restartAnswer = (round: Round, deployed: Deployed): UpgradeAnswer =>
  availableUpgradeMode(upgradeInputsOf(round, withMode(deployed.running, restartMode(round)), deployed.running, deployed.reconciled.job.upgradeMode))

/**
 * The reference operator takes a job that somebody else cancelled for suspended, in whatever mode its record says: after a first deployment
 * stateless (D-01). Its last checkpoint was read all the same.
 */
const usedMode = ({ observed: { status } }: Round, requested: UpgradeMode, used: UpgradeMode): UpgradeMode =>
  status.operatorRecord.attempts === 0 && status.jobStatus.state === 'CANCELED' && requested !== 'stateless' && used === 'stateless' ? 'savepoint' : used

/** Where what was stopped by `used` goes on from, in this round. */
export const sourceFor = (round: Round, requested: UpgradeMode, used: UpgradeMode): RestoreAnswer => {
  const { observed: { status, facts }, desired } = round
  const { jobId } = status.jobStatus
  return restoreSource({
    requested, used: usedMode(round, requested, used),
    recordedPath: recordedPathOf(status),
    haMetadata: haMetadataFor(round),
    hasCheckpoint: facts.configMaps?._tag === 'Known' && jobId !== null && hasCheckpointPointer(facts.configMaps.value, desired.meta.name, jobId),
    deployedSource: status.operatorRecord.deployedSource,
  })
}
