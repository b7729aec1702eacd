import type { KindName } from '@flink-operator/kinds'
import type { Millis } from '@flink-operator/core/resource'
import type { JobLoad } from '../autoscaler/autoscaled.ts'
import type { StateTampering } from '../autoscaler/disturbances.ts'
import type { StopEnd } from '../flink/complete-operation.ts'
import type { NewResource } from '../kubernetes/custom-resources.ts'
import type { ForeignObject } from '../kubernetes/foreign-objects.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import type { PlayedEvent } from './played-children.ts'
import type { SpecOfJob } from './world.ts'

/**
 * What happens in the world without the operator. `fair`: it happens sooner or later if it is possible, so liveness ("nothing gets
 * stuck") may rely on it; a fault may happen or not.
 */
export type WorldEvent =
  /** One of these events in a cluster that is not the current one. */
  | { readonly _tag: 'In'; readonly clusterId: string; readonly event: WorldEvent }
  /** One of these events with this FlinkSessionJob's job as the current one. */
  | { readonly _tag: 'Of'; readonly owner: string; readonly event: WorldEvent }
  // fair
  | { readonly _tag: 'MakePod'; readonly deployment: string }
  | { readonly _tag: 'ScaleDown'; readonly deployment: string }
  /** TaskManagers of a separate Deployment start or stop. */
  | { readonly _tag: 'AdjustTaskManagers'; readonly deployment: string }
  | { readonly _tag: 'StartPod'; readonly pod: string }
  | { readonly _tag: 'AdvanceProcess'; readonly pod: string }
  | { readonly _tag: 'RunJob'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'Process'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'CompleteCheckpoint'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'DropCheckpoint'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'CompleteOperation'; readonly pod: string; readonly triggerId: string; readonly end: StopEnd }
  | { readonly _tag: 'FinishCancelling'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'CleanUpJob'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'EndPod'; readonly pod: string }
  | { readonly _tag: 'FinishDeletion'; readonly deployment: string }
  | { readonly _tag: 'CollectGarbage' }
  /** The garbage collector handles these dependents: it marks them as being deleted, or, if they were marked already, removes them. */
  | { readonly _tag: 'CollectDependents'; readonly uids: readonly string[] }
  | { readonly _tag: 'PassTime'; readonly millis: Millis }
  /** A step of a simulated FlinkDeployment; faults, too. */
  | { readonly _tag: 'Play'; readonly event: PlayedEvent }
  // faults
  | { readonly _tag: 'ArriveLate'; readonly index: number }
  | { readonly _tag: 'CrashJobManager'; readonly pod: string }
  | { readonly _tag: 'LosePod'; readonly pod: string }
  /**
   * With HA: the JobManager can't renew its lease, and becomes the leader again later. It then runs its jobs again, from HA metadata.
   */
  | { readonly _tag: 'LoseLeadership'; readonly pod: string }
  | { readonly _tag: 'FailJob'; readonly pod: string; readonly jobId: string; readonly terminally: boolean }
  | { readonly _tag: 'BeginCheckpoint'; readonly pod: string; readonly jobId: string }
  /** A bounded job finishes. */
  | { readonly _tag: 'FinishJob'; readonly pod: string; readonly jobId: string }
  /** The operator is down for longer than Flink remembers operations (trap 5). */
  | { readonly _tag: 'OperatorAway' }
  | { readonly _tag: 'CancelFromOutside'; readonly pod: string; readonly jobId: string }
  /** A user stops the job with a savepoint, or takes one, past the operator: `flink stop`, `flink savepoint`. */
  | { readonly _tag: 'AskFlink'; readonly pod: string; readonly jobId: string; readonly kind: 'Stop' | 'Savepoint' }
  /** A user scales the JobManager's Deployment. */
  | { readonly _tag: 'ScaleByHand'; readonly deployment: string; readonly replicas: 0 | 1 }
  | { readonly _tag: 'LoseDeployment'; readonly deployment: string }
  /**
   * A user deletes the Deployment and creates it again unchanged: `kubectl replace --force`. The new one owns what the old one owned.
   */
  | { readonly _tag: 'RemakeDeployment'; readonly deployment: string }
  /**
   * The jobs' ConfigMaps are deleted; with `whole` the cluster's, too. From ZooKeeper: the ensemble was set up again, and is empty.
   */
  | { readonly _tag: 'LoseHaMetadata'; readonly whole?: true; readonly from?: 'ZooKeeper' }
  /** The pointers to its jobs' checkpoints are marked for deletion, or overwritten with unreadable content. */
  | { readonly _tag: 'SpoilPointers'; readonly from?: 'ZooKeeper' }
  /** A JobManager at this ZooKeeper node is cut off: it is unobservable, and takes part in leader election until its session ends. */
  | { readonly _tag: 'CutOff' | 'SessionOver'; readonly node: string }
  | { readonly _tag: 'TouchResource' }
  | { readonly _tag: 'TakeOver' }
  | { readonly _tag: 'Tamper'; readonly tampering: Tampering }
  | { readonly _tag: 'Appear'; readonly foreignObject: ForeignObject }
  /** The Service of Flink's REST API is deleted (F16). */
  | { readonly _tag: 'LoseService' }
  // users
  | { readonly _tag: 'EditSpec'; readonly spec: SpecOfJob; readonly name: string }
  | { readonly _tag: 'Annotate'; readonly annotations: Readonly<Record<string, string>>; readonly name: string }
  | { readonly _tag: 'DeleteResource' }
  /** The load of an autoscaled job changes, or what Flink measures of it. */
  | { readonly _tag: 'ChangeLoad'; readonly job: string; readonly change: Partial<JobLoad>; readonly name: string }
  /** The autoscaler's ConfigMap of a job is changed behind the operator's back. */
  | { readonly _tag: 'TamperState'; readonly job: string; readonly name: StateTampering }
  /** The foreign objects with our names are removed. */
  | { readonly _tag: 'RemoveForeignObjects' }
  /** The unreadable part of the status is repaired. */
  | { readonly _tag: 'MendStatus' }
  /** An event of a resource of another kind than the one that the world is about. */
  | { readonly _tag: 'CreateBeside'; readonly kind: KindName; readonly resource: NewResource; readonly name: string }
  | { readonly _tag: 'EditBeside'; readonly kind: string; readonly spec: object; readonly name: string }
  | { readonly _tag: 'DeleteBeside'; readonly kind: string; readonly uid: string }
  /** A backup is made of its status. */
  | { readonly _tag: 'BackUpBeside'; readonly kind: string }
  /** A user writes its status behind the operator's back. */
  | {
    readonly _tag: 'TamperBeside'
    readonly kind: string
    readonly status: object
    readonly extent: 'Part' | 'Whole'
    readonly what: string
  }

/** The event, for the resource of a FlinkSessionJob. */
export const ofOwner = (owner: string | null | undefined, event: WorldEvent): WorldEvent =>
  owner == null ? event : { _tag: 'Of', owner, event }

/** The event without the cluster and owner that it happens at. */
export const inmost = (event: WorldEvent): WorldEvent => (event._tag === 'In' || event._tag === 'Of' ? inmost(event.event) : event)
