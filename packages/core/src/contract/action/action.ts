import type { ApplyObject } from './apply-object.ts'
import type { CancelJob } from './cancel-job.ts'
import type { CreateObject } from './create-object.ts'
import type { CreateStateSnapshot } from './create-state-snapshot.ts'
import type { DeleteHaMetadata } from './delete-ha-metadata.ts'
import type { DeleteJar } from './delete-jar.ts'
import type { DeleteObject } from './delete-object.ts'
import type { DeleteZooKeeperHaMetadata } from './delete-zookeeper-ha-metadata.ts'
import type { DisposeSavepoint } from './dispose-savepoint.ts'
import type { EmitEvent } from './emit-event.ts'
import type { AddFinalizer, RemoveFinalizer } from './finalizer.ts'
import type { Look } from './look.ts'
import type { MarkStarted } from './mark-started.ts'
import type { PatchObject } from './patch-object.ts'
import type { PersistStatus } from './persist-status.ts'
import type { PruneHaExecutionPlan } from './prune-ha-execution-plan.ts'
import type { PruneZooKeeperPlans } from './prune-zookeeper-plans.ts'
import type { Requeue } from './requeue.ts'
import type { RunJar } from './run-jar.ts'
import type { StopWithSavepoint } from './stop-with-savepoint.ts'
import type { TriggerCheckpoint } from './trigger-checkpoint.ts'
import type { TriggerSavepoint } from './trigger-savepoint.ts'
import type { UpdateResourceRequirements } from './update-resource-requirements.ts'
import type { UploadJar } from './upload-jar.ts'
import type { WriteAutoscalerState } from './write-autoscaler-state.ts'

/** Effects on Kubernetes. */
export type KubernetesAction =
  | CreateObject
  | ApplyObject
  | PatchObject
  | DeleteObject
  | DeleteHaMetadata
  | PruneHaExecutionPlan
  | AddFinalizer
  | RemoveFinalizer
  | MarkStarted
  | CreateStateSnapshot
  | WriteAutoscalerState

/** Effects on Flink's data in ZooKeeper. */
export type ZooKeeperAction = DeleteZooKeeperHaMetadata | PruneZooKeeperPlans

/** Effects on a Flink cluster, through its REST API. */
export type FlinkAction =
  | StopWithSavepoint
  | CancelJob
  | TriggerSavepoint
  | TriggerCheckpoint
  | DisposeSavepoint
  | UpdateResourceRequirements
  | UploadJar
  | RunJar
  | DeleteJar

/** Actions that change something outside of the resource's own status: a decision's effects. */
export type WorldAction = KubernetesAction | ZooKeeperAction | FlinkAction

/** All actions of a kind with this status. The union is closed: an interpreter that lacks a variant does not compile. */
export type Action<Status> = Look | PersistStatus<Status> | WorldAction | EmitEvent | Requeue
