import { canStart, needsKey } from '../world/object-views.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import { type PodObject, type World, breach, versionOf } from '../world/world.ts'
import type { DeleteHaMetadata, PruneHaExecutionPlan } from '@flink-operator/core/action'
import { clusterConfigMapName, jobConfigMapName } from '@flink-operator/core/cluster'
import type { HaMetadata } from '../flink/ha-metadata.ts'
import { done, type Performed, refused } from './answer.ts'
import { judgeJobs } from './foreign-objects.ts'

/**
 * Will this pod never start? None of its containers was started, its attempt is over, and the kubelet starts none while the ConfigMap
 * has no key of that attempt (ADR 29). Such a pod reads no HA metadata and runs no job. A create that arrives after the last query
 * creates such pods: no query can rule them out. A pod that only waits for a ConfigMap is not kept out, nor is a pod of another
 * operator or of an earlier version, which waits for no key.
 */
export const isKeptOut = (world: World, pod: PodObject): boolean => {
  const { input, process, restartCount } = pod
  const operation = flinkDeploymentOf(world)?.status.operation ?? null
  const isUnderWay = operation !== null && operation.kind === 'Deploy' && operation.id === input.attempt
  return needsKey(world, input) && process === null && restartCount === 0 && !isUnderWay && !canStart(world, pod)
}

/**
 * `DELETE` of each ConfigMap by name and uid. It is a violation while a JobManager pod runs or may start: that pod reads the
 * ConfigMaps, or writes them again (B85).
 */
export const deleteHaMetadata = (world: World, { clusterId, configMaps }: DeleteHaMetadata): Performed => {
  const isToDelete = (name: string, uid: string): boolean => configMaps.some(it => it.name === name && it.uid === uid)
  const { cluster, jobs } = world.ha
  const ha: HaMetadata = {
    cluster: cluster !== null && isToDelete(clusterConfigMapName(clusterId), cluster.uid) ? null : cluster,
    jobs: jobs.filter(job => !isToDelete(jobConfigMapName(clusterId, job.jobId), job.uid)),
  }
  const next = { ...world, ha, configMaps: world.configMaps.filter(it => !isToDelete(it.name, it.uid)) }
  const removed = ha.cluster !== cluster || ha.jobs.length < jobs.length
  return done(
    judgeJobs(
      world,
      removed && !world.pods.every(pod => isKeptOut(world, pod))
        ? breach(next, 'P05', 'HA metadata was deleted while a JobManager pod existed')
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
