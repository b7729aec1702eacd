import { isOthersCluster } from '../../../../cluster/observe/name-conflicts.ts'
import { jobIdsOf } from '../../../../cluster/observe/classify-ownership.ts'
import { type NamesInput, namesInputOf } from '../../../../cluster/deploy/names-first.ts'
import { haPlaceOf } from '../../../../options/ha-place.ts'
import { noJobOf, othersIn } from '../../../../cluster/high-availability/zookeeper-metadata.ts'
import { zooKeeperFact } from '../../../../contract/query/zookeeper-query.ts'
import type { ResourceMeta } from '../../../../contract/resource/resource.ts'
import { haMetadataOfOthers, haMetadataOf } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { isUnknownClusterToGo, sparingUnknownCluster } from '../record/unknown-cluster.ts'
import type { Obstacle } from '../../../../contract/round/unblocked-by.ts'
import type { Round } from '../application-round.ts'
import { type DeployHooks, again } from '../../../../cluster/deploy/deploy-hooks.ts'
import { metadataSeen } from '../../../../cluster/high-availability/ha-observation.ts'
import { unrenderable } from '../../../../manifest/renderable.ts'
import { stateUnderDeploy } from '../../../../contract/resource/last-state.ts'
import type { DeployOperation } from '../../../../contract/resource/operation.ts'
import { withJob, withRecord } from '../../../../contract/round/status-change.ts'
import { untilCleanedUp } from '../observe/ended-by-flink.ts'
import { observeHa } from '../observe/application-ha-seen.ts'
import { events } from '../report/application-events.ts'
import { stateBefore } from '../../../../job/record/last-state-of.ts'
import { clearHaMetadata, seeingWhatItLeft, sparingUnknownState } from './clear-ha-metadata.ts'
import { finishDeploy } from './finish-application-deploy.ts'

/**
 * HA metadata of other jobs, observed in this round, in the place that Flink will read. Metadata of a cluster whose Deployment is an
 * obstacle or is about to be deleted cannot be deleted yet, because that cluster may still write it; it is reported once the Deployment is
 * gone.
 */
export const stateOfOthers = (round: Round, { configuration }: Pick<NamesInput, 'configuration'>): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts, status }, env } = round
  if (isUnknownClusterToGo(round) || isOthersCluster(round)) return []
  const jobIds = jobIdsOf(status)
  const place = haPlaceOf(meta.name, configuration, env.options)
  switch (place._tag) {
    case 'Nowhere':
    case 'Unobservable':
      return []
    case 'Kubernetes':
      return facts.configMaps?._tag === 'Known' ? haMetadataOfOthers(facts.configMaps.value, meta.name, jobIds).map(reportedOf(meta)) : []
    case 'ZooKeeper': {
      const fact = zooKeeperFact(facts, place.place)
      return fact?._tag === 'Known' ? othersIn(place.place, fact.value, { jobIds, none: noJobOf(meta) }) : []
    }
  }
}

const reportedOf = (meta: ResourceMeta) => ({ name, jobId, deleting }: ReturnType<typeof haMetadataOfOthers>[number]): Obstacle => ({
  kind: 'ConfigMap',
  name,
  isGoing: deleting,
  what:
    `holds high-availability metadata of job ${jobId}, which is no job of FlinkDeployment ${meta.name} as far as its status says; a new cluster of that id would recover that job`,
  remedy:
    `keep the state that it points to if it is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
})

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
