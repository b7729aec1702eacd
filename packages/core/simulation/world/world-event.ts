import type { KindName } from '../../src/kinds.ts'
import type { Millis } from '../../src/resource/time.ts'
import type { StopEnd } from '../flink/complete-operation.ts'
import type { NewResource } from '../kubernetes/custom-resources.ts'
import type { Stranger } from '../kubernetes/strangers.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import type { PlayedEvent } from './played-children.ts'
import type { SpecOfJob } from './world.ts'

/**
 * What happens in the world without our doing. `fair`: it happens sooner or later if it can, so "nothing gets stuck" may count on it; a
 * fault may happen, or not.
 */
export type WorldEvent =
  /** One of these in a cluster that is not at hand. */
  | { readonly _tag: 'In'; readonly clusterId: string; readonly event: WorldEvent }
  /** One of these with the job of this FlinkSessionJob at hand. */
  | { readonly _tag: 'Of'; readonly owner: string; readonly event: WorldEvent }
  // fair
  | { readonly _tag: 'MakePod'; readonly deployment: string }
  | { readonly _tag: 'ScaleDown'; readonly deployment: string }
  /** TaskManagers of a Deployment of their own come up, or go. */
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
  /** The garbage collector comes to these dependents: they are being deleted, or, if they were already, gone. */
  | { readonly _tag: 'CollectDependents'; readonly uids: readonly string[] }
  | { readonly _tag: 'PassTime'; readonly millis: Millis }
  /** Of a FlinkDeployment that is played; among the faults, too. */
  | { readonly _tag: 'Play'; readonly event: PlayedEvent }
  // faults
  | { readonly _tag: 'ArriveLate'; readonly index: number }
  | { readonly _tag: 'CrashJobManager'; readonly pod: string }
  | { readonly _tag: 'LosePod'; readonly pod: string }
  /** With HA: its process can't renew its lease, and leads again later. What it ran is run again, from HA metadata. */
  | { readonly _tag: 'LoseLeadership'; readonly pod: string }
  | { readonly _tag: 'FailJob'; readonly pod: string; readonly jobId: string; readonly terminally: boolean }
  | { readonly _tag: 'BeginCheckpoint'; readonly pod: string; readonly jobId: string }
  /** A bounded job comes to its end. */
  | { readonly _tag: 'FinishJob'; readonly pod: string; readonly jobId: string }
  /** Nothing of the operator runs for longer than Flink remembers what it was asked for (trap 5). */
  | { readonly _tag: 'OperatorAway' }
  | { readonly _tag: 'CancelFromOutside'; readonly pod: string; readonly jobId: string }
  /** Somebody stops the job with a savepoint, or takes one, past the operator: `flink stop`, `flink savepoint`. */
  | { readonly _tag: 'AskFlink'; readonly pod: string; readonly jobId: string; readonly kind: 'Stop' | 'Savepoint' }
  /** Somebody scales the JobManager's Deployment. */
  | { readonly _tag: 'ScaleByHand'; readonly deployment: string; readonly replicas: 0 | 1 }
  | { readonly _tag: 'LoseDeployment'; readonly deployment: string }
  /** Somebody deletes it and creates it again as it was: `kubectl replace --force`. What it owned is the new one's. */
  | { readonly _tag: 'RemakeDeployment'; readonly deployment: string }
  /** Its jobs' ConfigMaps; with `whole` the cluster's, too. From ZooKeeper: an ensemble that was set up anew, and knows nothing. */
  | { readonly _tag: 'LoseHaMetadata'; readonly whole?: true; readonly from?: 'ZooKeeper' }
  /** The pointers to its jobs' checkpoints are marked for deletion, or overwritten by something that can't be read. */
  | { readonly _tag: 'SpoilPointers'; readonly from?: 'ZooKeeper' }
  /** A JobManager at this node of ZooKeeper is cut off: nobody sees it, and it stands for election as long as its session lasts. */
  | { readonly _tag: 'CutOff' | 'SessionOver'; readonly node: string }
  | { readonly _tag: 'TouchResource' }
  | { readonly _tag: 'TakeOver' }
  | { readonly _tag: 'Tamper'; readonly tampering: Tampering }
  | { readonly _tag: 'Appear'; readonly stranger: Stranger }
  /** The Service of Flink's REST API is deleted (F16). */
  | { readonly _tag: 'LoseService' }
  // people
  | { readonly _tag: 'EditSpec'; readonly spec: SpecOfJob; readonly name: string }
  | { readonly _tag: 'Annotate'; readonly annotations: Readonly<Record<string, string>>; readonly name: string }
  | { readonly _tag: 'DeleteResource' }
  /** What somebody else made under our names goes again. */
  | { readonly _tag: 'RemoveStrangers' }
  /** What can't be read is mended. */
  | { readonly _tag: 'MendStatus' }
  /** Of a resource of another kind, beside the one that the world is about. */
  | { readonly _tag: 'CreateBeside'; readonly kind: KindName; readonly resource: NewResource; readonly name: string }
  | { readonly _tag: 'EditBeside'; readonly kind: string; readonly spec: object; readonly name: string }
  | { readonly _tag: 'DeleteBeside'; readonly kind: string; readonly uid: string }
  /** A backup is made of its status. */
  | { readonly _tag: 'BackUpBeside'; readonly kind: string }
  /** Somebody writes its status behind the operator's back. */
  | {
    readonly _tag: 'TamperBeside'
    readonly kind: string
    readonly status: object
    readonly extent: 'Part' | 'Whole'
    readonly what: string
  }

/** The event, of the resource of a FlinkSessionJob. */
export const ofOwner = (owner: string | null | undefined, event: WorldEvent): WorldEvent =>
  owner == null ? event : { _tag: 'Of', owner, event }

/** What happens, wherever it does. */
export const inmost = (event: WorldEvent): WorldEvent => (event._tag === 'In' || event._tag === 'Of' ? inmost(event.event) : event)
