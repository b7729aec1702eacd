import { clusterConfiguration } from '../../flink/cluster-configuration.ts'
import { haOf } from '../../flink/ha-metadata.ts'
import { isAlive } from '../../flink/job-manager-process.ts'
import type { Performed } from '../../kubernetes/answer.ts'
import { fromJob, isOfJob } from '../../world/jobs.ts'
import { flinkDeploymentOf, jobResourceOf } from '../../world/resources.ts'
import { breach, type FlinkDeploymentResource, type JobAction, type PodObject, type World } from '../../world/world.ts'

const mayBeLost = 'kubernetes.operator.session.upgrade.block-on-stateful-jobs'
const mayGoWithIt = 'kubernetes.operator.session.deletion.block-on-session-jobs'

/**
 * P01: the operator deletes no part of a session cluster that a FlinkSessionJob with state needs, unless the options allow it: its
 * JobManager, if no later one restores the job; its HA metadata.
 */
export const judgeAffectedJobs = (before: World, action: JobAction, performed: Performed): Performed => {
  const resource = flinkDeploymentOf(before)
  if (resource === null || before.otherJobs.length === 0 || isGivenUp(resource)) return performed
  const { world } = performed
  const lost = before.otherJobs.find(({ owner }) => {
    const there = fromJob(before, owner)
    return owner !== null && isToStay(there) && (action._tag === 'DeleteHaMetadata' || action._tag === 'DeleteZooKeeperHaMetadata'
      ? isKept(before, there) && !isKept(world, there)
      : isLostWithPod(before, world, there, resource) || isLeftElsewhere(before, there, action))
  })
  return lost === undefined ? performed
    : {
      ...performed,
      world: breach(world, 'P01', `${action._tag} of the session cluster costs FlinkSessionJob ${lost.owner ?? ''} its state`),
    }
}

/** The user's options say that the cluster does not wait for its jobs. */
const isGivenUp = ({ meta: { deletionTimestamp }, spec: { flinkConfiguration } }: FlinkDeploymentResource): boolean =>
  flinkConfiguration[mayBeLost] === 'false' || (deletionTimestamp !== null && flinkConfiguration[mayGoWithIt] === 'false')

/** The job has state, and no user has given it up. */
const isToStay = (there: World): boolean => {
  const resource = jobResourceOf(there)
  return resource !== null && resource.meta.deletionTimestamp === null && resource.spec.job?.upgradeMode !== 'stateless'
    && there.ghost.tampered === null
}

/** Does HA metadata hold a run of it that has not ended? */
const isKept = (world: World, { owner, ended }: World): boolean =>
  [world.ha, ...Object.values(world.zooKeeper)].some(({ cluster }) =>
    cluster?.plans.some(({ submission, jobId }) => submission?.owner === owner && !ended.includes(jobId)) ?? false
  )

/** Does the effect create a JobManager that reads another store than the one that holds a run of it? */
const isLeftElsewhere = (world: World, { owner, ended }: World, action: JobAction): boolean => {
  if (action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest' || action.manifest.part !== 'JobManagerDeployment')
    return false
  const read = haOf(world, clusterConfiguration(action.manifest.input))
  return [world.ha, ...Object.values(world.zooKeeper)].some(kept =>
    kept.cluster !== read.cluster
    && (kept.cluster?.plans.some(({ submission, jobId }) => submission?.owner === owner && !ended.includes(jobId)) ?? false)
  )
}

/** The job runs, and has stored state since its start; now its pod is being deleted, and no new one will find the state. */
const isLostWithPod = (before: World, after: World, there: World, resource: FlinkDeploymentResource): boolean =>
  before.pods.some(pod =>
    !isGoing(before, pod) && isGoing(after, pod) && !comesBack(pod, resource)
    && (pod.process?.jobs.some(job => isOfJob(there, job) && isAlive(job) && job.statistics.completed !== null) ?? false)
  )

const isGoing = ({ pods, deployments }: World, { uid, deploymentUid }: PodObject): boolean =>
  !pods.some(it => it.uid === uid && !it.deleting) || (deployments.find(it => it.uid === deploymentUid)?.replicas ?? 0) === 0

/** A deploy that is in progress when its resource is deleted is finished first if session jobs still need the cluster. */
const comesBack = ({ input }: PodObject, { meta, spec, status: { operation } }: FlinkDeploymentResource): boolean => {
  const { highAvailability } = clusterConfiguration(input)
  return (meta.deletionTimestamp === null || operation?.kind === 'Deploy') && highAvailability && input.flinkVersion === spec.flinkVersion
    && placeKeys.every(key => input.configuration[key] === spec.flinkConfiguration[key])
}

/** The options for the HA services, and for where they store the cluster's metadata. */
const placeKeys = ['high-availability.type', 'high-availability.zookeeper.quorum', 'high-availability.zookeeper.path.root']
