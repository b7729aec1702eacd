import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { jobConfigMapName, executionPlanKeys, isStateKept, haMetadataOfOthers } from '../../../cluster/high-availability/ha-config-maps.ts'
import { isStateSeen, viewAt } from '../../../cluster/high-availability/ha-observation.ts'
import type { ConfigMapView } from '../../../contract/fact/object-view.ts'
import type { ResourceMeta } from '../../../contract/resource/resource.ts'
import type { Obstacle } from '../../../contract/round/unblocked-by.ts'
import { observeHaOf, haPlaceFor } from './observe-session-cluster.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { isStateful, isUnderSubmit, keptJobs, mayHaveRun, sessionJobsOf, idsOf } from './session-jobs.ts'
import { othersIn } from '../../../cluster/high-availability/zookeeper-metadata.ts'
import { isOthersCluster } from '../../../cluster/observe/name-conflicts.ts'

/**
 * Stateful FlinkSessionJobs whose plan high availability still keeps, but not their checkpoints: the ConfigMap with the checkpoint pointers
 * was deleted, or the pointers cannot be used. A JobManager would start such a job again at once, from the state that it was submitted with
 * (P01; H23, H31).
 *
 * A job that is still being submitted starts from there anyway. A job that is being deleted is ended as soon as a JobManager exists; it may
 * also leave only a plan, because Flink deletes the checkpoint pointers first.
 */
export const keptWithoutState = (round: SessionRound, after: ConfiguredCluster): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts } } = round
  const { highAvailability, sessionUpgradeBlockOnStatefulJobs } = after.options
  const { configMaps } = facts
  if (!sessionUpgradeBlockOnStatefulJobs) return []
  if (highAvailability === 'zookeeper') return inZooKeeper(round, after)
  if (highAvailability !== 'kubernetes' || configMaps?._tag !== 'Known') return []
  const kept = keptJobs(facts, meta.name) ?? []
  return jobsToStay(round).flatMap(
    ({ meta: job, status: { jobStatus: { jobId } } }): readonly Obstacle[] =>
      jobId === null || !kept.includes(jobId) || isStateKept(configMaps.value, meta.name, jobId) ? []
        : configMaps.value.filter(it => executionPlanKeys(it, [jobId]).length > 0).map(it => ({
          kind: 'ConfigMap',
          name: it.name,
          isGoing: it.deleting,
          what:
            `holds the plan of job ${jobId} of FlinkSessionJob ${job.name}, but no checkpoint of it: a JobManager would run it again from the state that it was submitted with`,
          remedy: `${putBack(meta, jobId)}, or ${takeOut(meta, it, jobId)}; or, if its state may be lost, ${letBeLost}`,
        })),
  )
}

const jobsToStay = ({ observed: { facts } }: Pick<SessionRound, 'observed'>) =>
  sessionJobsOf(facts).filter(it => isStateful(it) && mayHaveRun(it) && !isUnderSubmit(it) && it.meta.deletionTimestamp === null)

/**
 * The same check in the ZooKeeper node of the cluster: a plan without a checkpoint pointer, and without a counter that proves that no
 * checkpoint existed yet.
 */
const inZooKeeper = (round: SessionRound, after: ConfiguredCluster): readonly Obstacle[] => {
  const { observed: { facts } } = round
  const haObservation = observeHaOf(round, after)
  const seen = viewAt(haObservation.place, facts)
  if (seen === null) return []
  return jobsToStay(round).flatMap(
    ({ meta: job, status: { jobStatus: { jobId } } }): readonly Obstacle[] =>
      jobId === null || isStateSeen(haObservation, jobId) ? []
        : seen.view.plans.filter(plan => plan.jobId === jobId).map(({ path }) => ({
          kind: 'ZooKeeper node',
          name: `${seen.place.path}${path}`,
          isGoing: false,
          what:
            `holds the plan of job ${jobId} of FlinkSessionJob ${job.name}, but no checkpoint of it: a JobManager would run it again from the state that it was submitted with`,
          remedy:
            `put back ${seen.place.path}/jobs/${jobId} in ZooKeeper ${seen.place.quorum}, if you have a copy, or delete ${seen.place.path}${path} there and set the state that the job starts from: its spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if its state may be lost, ${letBeLost}`,
        })),
  )
}

type Name = Pick<ResourceMeta, 'namespace' | 'name'>

const putBack = ({ name }: Name, jobId: string): string => `put back ConfigMap ${jobConfigMapName(name, jobId)}, if you have a copy`

const takeOut = ({ namespace }: Name, configMap: ConfigMapView, jobId: string): string => {
  const data = Object.fromEntries(executionPlanKeys(configMap, [jobId]).map(key => [key, null]))
  return `remove the plan (kubectl patch configmap ${configMap.name} -n ${namespace} --type merge -p '${
    JSON.stringify({ data })
  }') and set the state that the job starts from: its spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce`
}

const letBeLost = 'set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/**
 * Finds stored jobs that a new cluster would recover and that no FlinkSessionJob names. It is used when the new cluster reads HA metadata
 * that the previous JobManager did not read, or may not have read. Such a job does not belong to this cluster: it may have been started
 * elsewhere since, or from newer state. The operator does not delete the metadata, but reports it (P02, F09).
 */
export const keptByOthers = (round: SessionRound, after: ConfiguredCluster): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts } } = round
  if (isOthersCluster(round)) return []
  const jobIds = sessionJobsOf(facts).flatMap(idsOf)
  const place = haPlaceFor(round, after)
  const inZooKeeper = viewAt(place, facts)
  if (inZooKeeper !== null) return othersIn(inZooKeeper.place, inZooKeeper.view, { jobIds, none })
  if (place._tag !== 'Kubernetes' || facts.configMaps?._tag !== 'Known') return []
  return haMetadataOfOthers(facts.configMaps.value, meta.name, jobIds).map(({ name, jobId, deleting }) => ({
    kind: 'ConfigMap',
    name,
    isGoing: deleting,
    what: `holds high-availability metadata of job ${jobId}, ${none}; a new cluster of the id ${meta.name} would recover that job`,
    remedy:
      `keep the state that it points to if it is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
  }))
}

const none = 'which no FlinkSessionJob names'
