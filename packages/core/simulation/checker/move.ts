import type { Stranger } from '../kubernetes/strangers.ts'
import type { Tampering } from '../kubernetes/tampering.ts'
import type { LookFaults } from '../world/look-faults.ts'
import type { Outcome } from '../world/perform.ts'
import type { WorldEvent } from '../world/world-event.ts'
import type { World } from '../world/world.ts'

/** One step of the checker: something in the world, or something of the operator. `at`: of which process, by its place in the queue. */
export type Move =
  | { readonly _tag: 'World'; readonly event: WorldEvent; readonly kind: 'Fair' | 'Edit' | 'Fault' }
  | RoundMove
  /** The operator does the next action of that round's list. */
  | { readonly _tag: 'Do'; readonly at: number; readonly outcome: Outcome; readonly kind: 'Fair' | 'Fault' }
  /** It dies in the middle of that list. */
  | { readonly _tag: 'Crash'; readonly at: number; readonly afterAction: boolean; readonly kind: 'Crash' }
  /**
   * A second process looks and decides, from what its cache shows, and gets as far as its first action. `mayPause`: it may stand still for
   * any time before an action.
   */
  | { readonly _tag: 'RivalRound'; readonly at: number; readonly stale: boolean; readonly mayPause: boolean; readonly kind: 'Fault' }
  /** It does the next action of its list. */
  | { readonly _tag: 'RivalDo'; readonly kind: 'Nuance' }

/** The operator looks at a resource and decides: when it is due, or `early`, because a watch tells of some change. */
export interface RoundMove {
  readonly _tag: 'Round'
  readonly at: number
  readonly looks: LookFaults
  readonly stale: boolean
  readonly early: boolean
  readonly kind: 'Fair' | 'Nuance' | 'Fault'
}

/** What a person does: an edit of a resource, its deletion, the creation of another one. */
export interface Edit {
  readonly name: string
  /** Null: it can't be done yet, or any more. */
  readonly event: (world: World) => WorldEvent | null
}

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
  | 'Stranger'
  | 'Service'
  | 'Scale'
  | 'Asked'

/** What a world of the matrix allows. */
export interface Bounds {
  /** The FlinkSessionJob that somebody tampers with; left out: it is the FlinkDeployment. */
  readonly about?: string
  readonly edits: readonly Edit[]
  readonly faultKinds: readonly FaultKind[]
  /** What people do to the resource behind the operator's back, where `Tamper` is among the faults. */
  readonly tamperings?: readonly Tampering[]
  /** What somebody else makes under our names, where `Stranger` is among the faults. */
  readonly strangers?: readonly Stranger[]
}
