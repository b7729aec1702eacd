import { clusterConfigMapName, jobConfigMapName } from '../../src/cluster/high-availability/ha-config-map.ts'
import type { DeleteHaMetadata } from '../../src/action/delete-ha-metadata.ts'
import type { PruneHaExecutionPlan } from '../../src/action/prune-ha-execution-plan.ts'
import { breach, type World, versionOf } from '../world/world.ts'
import type { HaMetadata } from '../flink/ha-metadata.ts'
import { done, type Performed, refused } from './answer.ts'
import { isKeptOut } from './kept-out.ts'
import { judgeJobs } from './strangers.ts'

/**
 * `DELETE` of each ConfigMap by name and uid. Beside a JobManager pod that runs or may start it is a breach: that one reads them, or writes
 * them anew (B85).
 */
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
      removed && !world.pods.every(pod => isKeptOut(world, pod))
        ? breach(next, 'P05', 'HA metadata was deleted while a JobManager pod was there')
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
