import type { DeployHooks } from '../../../../cluster/deploy/deploy-hooks.ts'
import { again } from '../../../../cluster/deploy/attempt-outdated.ts'
import { namesInputOf } from '../../../../cluster/deploy/needed-names.ts'
import { haMetadataOf } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { metadataSeen } from '../../../../cluster/high-availability/ha-observation.ts'
import { unrenderable } from '../../../../manifest/renderable.ts'
import { stateUnderDeploy } from '../../../../contract/resource/last-state.ts'
import type { DeployOperation } from '../../../../contract/resource/operation.ts'
import { withJob, withRecord } from '../../../../contract/round/status-change.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'
import type { Round } from '../application-round.ts'
import { untilCleanedUp } from '../observe/ended-by-flink.ts'
import { observeHa } from '../observe/application-ha-seen.ts'
import { events } from '../report/application-events.ts'
import { stateBefore } from '../../../../job/record/restore-source-of.ts'
import { clearHaMetadata, seeingWhatItLeft, sparingUnknownState } from './clear-ha-metadata.ts'
import { finishDeploy } from './finish-application-deploy.ts'
import { stateOfOthers } from './state-of-others.ts'

/** The deploy callbacks of a cluster with a job. They make sure that the state of the job is neither lost nor restored by two jobs. */
export const deployHooks = (round: Round, operation: DeployOperation): DeployHooks => {
  const { desired: { meta, mode, attempt }, observed: { facts } } = round
  const haObservation = observeHa(round)
  const inConfigMaps = haMetadataOf(facts.configMaps, meta.name, operation.jobId)
  const haMetadata = haObservation.place._tag === 'ZooKeeper' && inConfigMaps !== 'Available' ? metadataSeen(haObservation, operation.jobId)
    : inConfigMaps
  const isHaMetadataThere = haMetadata === 'Available'
  const isFromHaMetadata = operation.source._tag === 'LastState'
  return {
    veto: () => sparingUnknownCluster(round, operation) ?? sparingUnknownState(round, operation),
    leftAlone: () => {
      const unrendered = stillRuns(round, operation) && attempt !== null ? unrenderable(meta, mode, attempt.target) : null
      return unrendered === null ? null
        : again(
          round,
          { stateBefore: stateBefore(operation) },
          "the unhealthy job keeps running: its cluster can't be rendered any more",
        )
    },
    isEditHeld: false,
    isOver: meta.deletionTimestamp !== null,
    // an unhealthy job still runs when the deletion of its cluster begins. From then on no savepoint can stop it, and it cannot fail over
    isPastPointOfNoReturn: operation.purpose === 'RestartUnhealthy' && !stillRuns(round, operation),
    // ZooKeeper that was not read yet is read before the first create
    isStateThere: !isFromHaMetadata || isHaMetadataThere || (haObservation.place._tag === 'ZooKeeper' && haMetadata !== 'NotAvailable'),
    cleanUp: untilCleanedUp(round),
    obstacles: attempt === null ? [] : stateOfOthers(round, namesInputOf(round, attempt.target)),
    beforeCreate: () => clearHaMetadata(round, operation),
    // from the create on, the last state of the job is unknown
    whenCreated: status => withJob(withRecord(status, { lastState: stateUnderDeploy }), { jobId: operation.jobId }),
    announce: [events.submit],
    beforeGivenUp: () => (isFromHaMetadata ? null : seeingWhatItLeft(round, operation)),
    // the job left HA metadata, or may have left some where the operator cannot read it
    mayHaveRun: !isFromHaMetadata && (isHaMetadataThere || metadataSeen(haObservation, operation.jobId) === 'Unreadable'),
    finished: () => finishDeploy(round, operation),
    stateBefore: stateBefore(operation),
  }
}

const stillRuns = ({ observed: { facts: { deployment } } }: Pick<Round, 'observed'>, { purpose }: DeployOperation): boolean =>
  purpose === 'RestartUnhealthy' && deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
  && deployment.value.wantedReplicas > 0
