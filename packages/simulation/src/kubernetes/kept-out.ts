import { canStart, needsKey } from '../world/object-views.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import type { PodObject, World } from '../world/world.ts'

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
