import { absurd } from 'fp-ts/lib/function.js'
import type { WorldAction } from '@flink-operator/core/action'
import type { Millis } from '@flink-operator/core/resource'
import { writeState } from '../autoscaler/stored-states.ts'
import { disposeSavepoint } from '../flink/dispose-savepoint.ts'
import { deleteJar, uploadJar } from '../flink/jars.ts'
import { runJar } from '../flink/session-jobs.ts'
import { cancelJob, rescale, trigger } from '../flink/rest-effects.ts'
import { chosenBy } from '../kubernetes/asked.ts'
import { done, noAnswer, type Performed, refused } from '../kubernetes/answer.ts'
import { deleteZooKeeperHaMetadata, pruneZooKeeperPlans } from '../flink/zookeeper.ts'
import { deleteHaMetadata, pruneExecutionPlan } from '../kubernetes/ha-effects.ts'
import { applyObject, createObject, deleteObject, patchObject } from '../kubernetes/objects.ts'
import { triggerPlayed } from '../kubernetes/play-children.ts'
import { createResource } from '../kubernetes/custom-resources.ts'
import { addFinalizer, markStarted, persistStatus, removeFinalizer } from '../kubernetes/resource-writes.ts'
import { flinkDeploymentOf } from './resources.ts'
import { atCluster, clusterOfAction } from './clusters.ts'
import { fromJob } from './jobs.ts'
import type { JobAction, LateEffect, World } from './world.ts'

/**
 * The outcome of an effect (safety-properties.md, 1.1). `Ok`: applied as far as the world allows, answer received. `Refused`: a server
 * error, not applied. `Lost`: applied, answer lost. `Late`: answer lost, applied some time later, or never. `Conflict`: 409. `Gone`:
 * 404.
 */
export type Outcome = 'Ok' | 'Refused' | 'Lost' | 'Late' | 'Conflict' | 'Gone'

/** For how long a request whose answer was lost may still arrive. */
export const lateArrivalMillis: Millis = 60_000

/**
 * Performs one effect with an outcome, on the cluster that it names. `version`: the resourceVersion that the round writes with, of the
 * current cluster's FlinkDeployment. `owner`: the FlinkSessionJob whose round performs it.
 */
export const perform = (
  world: World,
  action: JobAction,
  version: string,
  outcome: Outcome,
  owner: string | null = null,
): Performed =>
  world.beside.length === 0 || !isOnCluster(action) ? performFor(owner, world, action, version, outcome)
    : atCluster(world, clusterOfAction(world, action), it => performFor(owner, it, action, version, outcome))

/** In a round of this FlinkSessionJob; null: of a FlinkDeployment. */
const performFor = (
  owner: string | null,
  world: World,
  action: JobAction,
  version: string,
  outcome: Outcome,
): Performed => {
  if (owner === world.owner) return performHere(world, action, version, outcome)
  const performed = performHere(fromJob(world, owner), action, version, outcome)
  return { ...performed, world: fromJob(performed.world, world.owner) }
}

const isOnCluster = (action: JobAction): action is Extract<JobAction, WorldAction> =>
  action._tag !== 'PersistStatus' && action._tag !== 'Look' && action._tag !== 'Requeue' && action._tag !== 'EmitEvent'
  && action._tag !== 'AddFinalizer' && action._tag !== 'RemoveFinalizer' && action._tag !== 'MarkStarted'

const performHere = (world: World, action: JobAction, version: string, outcome: Outcome): Performed => {
  switch (outcome) {
    case 'Ok':
      return apply(world, action, version)
    case 'Refused':
      return refused(world, 'Unavailable', 'the server is currently unable to handle the request')
    case 'Lost':
      return noAnswer(apply(world, action, version).world, 'the answer was lost')
    case 'Late':
      return noAnswer({ ...world, late: [...world.late, lateEffect(world, action, version)] }, 'no answer')
    case 'Conflict':
      return refused(world, 'Conflict', 'the object has been modified')
    case 'Gone':
      return refused(world, 'NotFound', 'not found')
  }
}

const lateEffect = ({ now, owner }: World, action: JobAction, version: string): LateEffect => ({
  action,
  version,
  until: now + lateArrivalMillis,
  ...(owner === null ? {} : { owner }),
})

/** The effect itself: Kubernetes and Flink answer by their state. `isLate`: the caller no longer waits for the answer. */
export const apply = (before: World, action: JobAction, version: string, isLate = false): Performed => {
  const world = chosenBy(before, action)
  switch (action._tag) {
    case 'PersistStatus':
      return persistStatus(world, version, action)
    case 'AddFinalizer':
      return addFinalizer(world, version, action.finalizer)
    case 'RemoveFinalizer':
      return removeFinalizer(world, version, action.finalizer)
    case 'MarkStarted':
      return markStarted(world, version, action.mark)
    case 'CreateObject':
      return createObject(world, action)
    case 'ApplyObject':
      return applyObject(world, action)
    case 'DeleteObject':
      return deleteObject(world, action)
    case 'PatchObject':
      return patchObject(world, action)
    case 'DeleteHaMetadata':
      return deleteHaMetadata(world, action)
    case 'DeleteZooKeeperHaMetadata':
      return deleteZooKeeperHaMetadata(world, action)
    case 'PruneZooKeeperPlans':
      return pruneZooKeeperPlans(world, action)
    case 'PruneHaExecutionPlan':
      return pruneExecutionPlan(world, flinkDeploymentOf(world)?.meta.name ?? '', action)
    case 'StopWithSavepoint':
      return trigger(world, action.endpoint, 'Stop', action.jobId, action.triggerId)
    case 'TriggerSavepoint':
      return world.played !== undefined ? triggerPlayed(world, action.endpoint, action.triggerId)
        : trigger(world, action.endpoint, 'Savepoint', action.jobId, action.triggerId)
    case 'TriggerCheckpoint':
      return trigger(world, action.endpoint, 'Checkpoint', action.jobId, action.triggerId)
    case 'CancelJob':
      return cancelJob(world, action)
    case 'DisposeSavepoint':
      return disposeSavepoint(world, action)
    case 'CreateStateSnapshot':
      return createResource(world, 'FlinkStateSnapshot', action)
    case 'UploadJar':
      return uploadJar(world, action)
    case 'RunJar':
      return runJar(world, action, isLate)
    case 'DeleteJar':
      return deleteJar(world, action)
    case 'UpdateResourceRequirements':
      return rescale(world, action)
    case 'WriteAutoscalerState':
      return writeState(world, action)
    case 'EmitEvent':
    case 'Look':
    case 'Requeue':
      return done(world)
    default:
      return absurd(action)
  }
}
