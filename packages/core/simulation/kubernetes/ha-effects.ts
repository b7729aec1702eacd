import { clusterConfigMapName, jobConfigMapName } from '../../src/cluster/high-availability/ha-config-map.ts'
import type { DeleteHaMetadata } from '../../src/action/delete-ha-metadata.ts'
import type { PruneHaExecutionPlan } from '../../src/action/prune-ha-execution-plan.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import { breach, type World, versionOf } from '../world/world.ts'
import type { HaMetadata } from '../flink/ha-metadata.ts'
import { done, type Performed, refused } from './answer.ts'
import { judgeJobs } from './strangers.ts'

/**
 * While a resource is deleted a create that was sent before may arrive between the look that saw nothing of the cluster and this effect. HA
 * metadata goes with the resource in any case, and the next look, before the finalizer goes, sees what has come.
 */
const cameSince = (world: World) => ({ deploymentUid }: World['pods'][number]): boolean =>
  flinkDeploymentOf(world)?.meta.deletionTimestamp != null
  && world.deployments.some(({ uid, justArrived }) => uid === deploymentUid && justArrived === true)

/** `DELETE` of each ConfigMap by name and uid. Under a living JobManager it is a breach: it would write them anew (B85). */
export const deleteHaMetadata = (world: World, { clusterId, configMaps }: DeleteHaMetadata): Performed => {
  const goes = (name: string, uid: string): boolean => configMaps.some(it => it.name === name && it.uid === uid)
  const { cluster, jobs } = world.ha
  const ha: HaMetadata = {
    cluster: cluster !== null && goes(clusterConfigMapName(clusterId), cluster.uid) ? null : cluster,
    jobs: jobs.filter(job => !goes(jobConfigMapName(clusterId, job.jobId), job.uid)),
  }
  const next = { ...world, ha, configMaps: world.configMaps.filter(it => !goes(it.name, it.uid)) }
  const removed = ha.cluster !== cluster || ha.jobs.length < jobs.length
  return done(
    judgeJobs(
      world,
      removed && !world.pods.every(cameSince(world)) ? breach(next, 'P05', 'HA metadata was deleted while a JobManager pod was there')
        : next,
      'deleted',
    ),
  )
}

/** JSON patch per ConfigMap: test the resourceVersion, remove the plans' keys. */
export const pruneExecutionPlan = (world: World, clusterId: string, { configMaps }: PruneHaExecutionPlan): Performed => {
  const { cluster } = world.ha
  const asked = configMaps.find(it => it.name === clusterConfigMapName(clusterId))
  if (cluster === null || asked === undefined) return done(world)
  if (asked.resourceVersion !== cluster.version) return refused(world, 'Conflict', 'the object has been modified')
  const removed = asked.keys.map(key => key.replace(/^(jobGraph|executionPlan)-/, ''))
  return done({
    ...world,
    serial: world.serial + 1,
    ha: {
      ...world.ha,
      cluster: { ...cluster, version: versionOf(world.serial), plans: cluster.plans.filter(plan => !removed.includes(plan.jobId)) },
    },
  })
}
