import type { EmitEvent } from '../../action/emit-event.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { LastState } from '../../resource/last-state.ts'
import type { Millis } from '../../resource/time.ts'
import type { Decision } from '../../round/decision.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../configured-spec.ts'

/** What the deploy of a cluster reads of a round. */
export interface DeployRound extends ClusterRound {
  readonly desired: ClusterRound['desired'] & {
    /**
     * The spec of the attempt that is under way, configured as it is deployed; null if there is none. `differs`: something else is wanted
     * by now, so an attempt that was not sent yet is not sent.
     */
    readonly attempt: { readonly target: ConfiguredCluster; readonly differs: boolean } | null
  }
}

/** What a step of it calls for. */
export type DeployDecision = Decision<FlinkDeploymentStatus>

/**
 * What whoever deploys a cluster brings: what there is to lose in the cluster before, what has to go beside its objects, and what is
 * recorded. The steps themselves are the same whatever runs in it.
 */
export interface DeployCourse {
  /** Why nothing of what is there may be taken away; null: nothing speaks against it. Asked before each step that takes away. */
  spared(): DeployDecision | null
  /** Why what still runs is left alone, where the spec is as it was when the attempt began; null: it goes. */
  leftAlone(): DeployDecision | null
  /** Is what is wanted by now held back by what the attempt brings up, so that it does not take its place? */
  readonly isEditHeld: boolean
  /** The resource is being deleted, and nothing of it is waited for: what was not sent is not sent any more. */
  readonly isOver: boolean
  /** Is so much of what ran gone that the attempt is finished also where the spec was edited? */
  readonly isPastPointOfNoReturn: boolean
  /** Is what the attempt is to start from there, as far as it was seen? Where it is not, that is the news, before all others. */
  readonly isStateThere: boolean
  /** How long Flink needs to tidy up before its JobManager may go. */
  readonly cleanUp: Millis
  /** Beside objects that have the names of ours: what else stands in the way of the attempt. */
  readonly obstacles: readonly Obstacle[]
  /** Nothing of the last cluster is left: what has to happen before the first create; null: nothing more. */
  beforeCreate(): DeployDecision | null
  /** What is recorded when the Deployment is sent. */
  whenCreated(status: FlinkDeploymentStatus): FlinkDeploymentStatus
  /** Told with the first create. */
  readonly announce: readonly EmitEvent[]
  /** The attempt is not there, and can't arrive any more: what has to be seen before it is said that it never did; null: nothing. */
  beforeGivenUp(): DeployDecision | null
  /** Did the cluster of this attempt run, though it is not there any more; or can nobody tell that it did not? */
  readonly mayHaveRun: boolean
  /** Every object of the attempt was seen. */
  finished(): DeployDecision
  /** What is known of the state again where the attempt comes to nothing. */
  readonly stateBefore: LastState
}
