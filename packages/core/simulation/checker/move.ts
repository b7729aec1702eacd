import type { FlinkDeploymentSpec } from '../../src/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import type { Stranger } from '../kubernetes/strangers.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import type { LookFaults } from '../world/look-faults.ts'
import type { Outcome } from '../world/perform.ts'
import type { WorldEvent } from '../world/world-event.ts'

/** One step of the checker: something in the world, or something of the operator. */
export type Move =
  | { readonly _tag: 'World'; readonly event: WorldEvent; readonly kind: 'Fair' | 'Edit' | 'Fault' }
  /** The operator looks and decides: when it is due, or `early`, because a watch tells of some change. */
  | {
    readonly _tag: 'Round'
    readonly looks: LookFaults
    readonly stale: boolean
    readonly early: boolean
    readonly kind: 'Fair' | 'Nuance' | 'Fault'
  }
  /** The operator does the next action of its list. */
  | { readonly _tag: 'Do'; readonly outcome: Outcome; readonly kind: 'Fair' | 'Fault' }
  /** A second process looks and decides, from what its cache shows, and gets as far as its first action. */
  | { readonly _tag: 'RivalRound'; readonly stale: boolean; readonly kind: 'Fault' }
  /** It does the next action of its list. */
  | { readonly _tag: 'RivalDo'; readonly kind: 'Nuance' }
  | { readonly _tag: 'Crash'; readonly afterAction: boolean; readonly kind: 'Crash' }
  /** The operator looks at a FlinkStateSnapshot and decides. */
  | { readonly _tag: 'SnapshotRound'; readonly uid: string; readonly looks: LookFaults; readonly kind: 'Fair' | 'Fault' }
  /** It does the next action of that round's list. */
  | { readonly _tag: 'SnapshotDo'; readonly uid: string; readonly outcome: Outcome; readonly kind: 'Fair' | 'Fault' }
  /** It dies in the middle of that list. */
  | { readonly _tag: 'SnapshotCrash'; readonly uid: string; readonly afterAction: boolean; readonly kind: 'Crash' }

/** A person's edit: a new spec, other annotations, the deletion of the resource, or of a snapshot. */
export type Edit =
  | { readonly _tag: 'Spec'; readonly name: string; readonly change: (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec }
  /** To the spec that the world began with. */
  | { readonly _tag: 'TakeBack'; readonly name: string }
  | { readonly _tag: 'Annotate'; readonly name: string; readonly annotations: Readonly<Record<string, string>> }
  | { readonly _tag: 'Delete'; readonly name: string }
  /** Of a FlinkStateSnapshot by hand. */
  | { readonly _tag: 'CreateSnapshot'; readonly name: string; readonly spec: JsonObject }
  /** Of the oldest FlinkStateSnapshot; waits until there is one. */
  | { readonly _tag: 'DeleteSnapshot'; readonly name: string }

/** Which faults a world has. */
export type FaultKind =
  | 'Rest'
  | 'Kubernetes'
  | 'Effects'
  | 'Late'
  | 'JobManager'
  | 'PodLost'
  | 'Leadership'
  | 'Start'
  | 'Job'
  | 'Restart'
  | 'SlowCheckpoint'
  | 'Stop'
  | 'Stale'
  | 'HaLost'
  | 'Deployment'
  | 'Rival'
  | 'TakeOver'
  | 'Tamper'
  | 'Finish'
  | 'Away'
  | 'Stranger'
  | 'Service'
  | 'Scale'
  | 'Asked'

/** What a world of the matrix allows. */
export interface Bounds {
  readonly edits: readonly Edit[]
  readonly faultKinds: readonly FaultKind[]
  /** What people do to the resource behind the operator's back, where `Tamper` is among the faults. */
  readonly tamperings?: readonly Tampering[]
  /** What somebody else makes under our names, where `Stranger` is among the faults. */
  readonly strangers?: readonly Stranger[]
}
