import type { ForeignObject } from '../kubernetes/foreign-objects.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import type { LookFaults } from '../world/look-faults.ts'
import type { Outcome } from '../world/perform.ts'
import type { WorldEvent } from '../world/world-event.ts'
import type { World } from '../world/world.ts'

/** One step of the checker: a step of the world or of the operator. `at`: the process that steps, by its place in the queue. */
export type Move =
  | { readonly _tag: 'World'; readonly event: WorldEvent; readonly kind: 'Fair' | 'Edit' | 'Fault' }
  | RoundMove
  /** The operator performs the next action of the round's list. */
  | { readonly _tag: 'Do'; readonly at: number; readonly outcome: Outcome; readonly kind: 'Fair' | 'Fault' }
  /** The operator crashes in the middle of the list. */
  | { readonly _tag: 'Crash'; readonly at: number; readonly afterAction: boolean; readonly kind: 'Crash' }
  /**
   * A second process queries, decides from what its cache shows, and stops before its first action. `mayPause`: it may pause for any
   * time before an action.
   */
  | { readonly _tag: 'RivalRound'; readonly at: number; readonly stale: boolean; readonly mayPause: boolean; readonly kind: 'Fault' }
  /** The second process performs the next action of its list. */
  | { readonly _tag: 'RivalDo'; readonly kind: 'Nuance' }

/** The operator observes a resource and decides: when the round is due, or `early`, because a watch reported a change. */
export interface RoundMove {
  readonly _tag: 'Round'
  readonly at: number
  readonly looks: LookFaults
  readonly stale: boolean
  readonly early: boolean
  readonly kind: 'Fair' | 'Nuance' | 'Fault'
}

/** What a user does: an edit of a resource, its deletion, or the creation of another one. */
export interface Edit {
  readonly name: string
  /** Null: the edit is not possible yet, or no longer. */
  readonly event: (world: World) => WorldEvent | null
  /** How many restarts of an autoscaled job it may cause beside those that the autoscaler decides; left out: none (P31). */
  readonly restarts?: number
}

/** The kinds of faults that a world may have. */
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
  | 'Cancelled'
  | 'Restart'
  | 'SlowCheckpoint'
  | 'Stop'
  | 'Stale'
  | 'HaLost'
  | 'HaSpoilt'
  | 'ZooKeeper'
  | 'ZooKeeperLost'
  | 'ZooKeeperSpoilt'
  | 'CutOff'
  | 'Deployment'
  | 'DeploymentRemade'
  | 'Rival'
  | 'Paused'
  | 'TakeOver'
  | 'Tamper'
  | 'Finish'
  | 'Away'
  | 'ForeignObject'
  | 'Service'
  | 'Scale'
  | 'Asked'

/** The edits and faults that a world of the matrix allows. */
export interface Bounds {
  /** The FlinkSessionJob that is tampered with; if left out, the FlinkDeployment is. */
  readonly about?: string
  readonly edits: readonly Edit[]
  readonly faultKinds: readonly FaultKind[]
  /** What users change in the resource behind the operator's back, if `Tamper` is among the faults. */
  readonly tamperings?: readonly Tampering[]
  /** What others create under our names, if `ForeignObject` is among the faults. */
  readonly foreignObjects?: readonly ForeignObject[]
}
