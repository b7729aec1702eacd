import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { LastState } from '../../contract/resource/last-state.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { type Decision, act, pollMillis, type Problem } from '../../contract/round/decision.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'

/** The parts of a round that the deploy of a cluster reads. */
export interface DeployRound extends ClusterRound {
  readonly desired: ClusterRound['desired'] & {
    /**
     * The spec of the attempt in progress, configured for its deploy. Null: there is none. `differs`: the desired spec has changed, so an
     * attempt that was not sent yet is not sent.
     */
    readonly attempt: { readonly target: ConfiguredCluster; readonly differs: boolean } | null
  }
}

/** The decision of a deploy's step. */
export type DeployDecision = Decision<FlinkDeploymentStatus>

/**
 * Hooks of the deploy: what there is to lose in the old cluster, what else has to be deleted, and what is recorded. The steps are the same
 * whatever runs in the cluster.
 */
export interface DeployHooks {
  /** Why nothing may be deleted now. Null: no objection. Called before each deletion. */
  veto(): DeployDecision | null
  /** Why the old cluster keeps running while the spec is unchanged since the attempt began. Null: it is deleted. */
  leftAlone(): DeployDecision | null
  /** True if the new edit has to wait for the cluster that the attempt starts, and does not replace the attempt. */
  readonly isEditHeld: boolean
  /** True if the resource is being deleted and the operator waits for nothing of the attempt: it sends nothing more. */
  readonly isOver: boolean
  /** True once the old cluster is partly deleted: the deploy then completes even if the spec changed meanwhile. */
  readonly isPastPointOfNoReturn: boolean
  /** True if the state that the attempt starts from exists, as far as observed. If not, this is reported before any other problem. */
  readonly isStateThere: boolean
  /** How long Flink needs for its own cleanup before its JobManager may be deleted. */
  readonly cleanUp: Millis
  /** Further obstacles of the attempt, besides foreign objects that have our names. */
  readonly obstacles: readonly Obstacle[]
  /** What has to happen after the old cluster is gone and before the first create. Null: nothing. */
  beforeCreate(): DeployDecision | null
  /** The status to record when the Deployment is sent. */
  whenCreated(status: FlinkDeploymentStatus): FlinkDeploymentStatus
  /** Events to emit with the first create. */
  readonly announce: readonly EmitEvent[]
  /** What has to be observed before the operator concludes that the attempt never arrived. Null: nothing. */
  beforeGivenUp(): DeployDecision | null
  /** True if the cluster of this attempt ran although it does not exist any more, or if that can't be excluded. */
  readonly mayHaveRun: boolean
  /** The decision once every object of the attempt was observed. */
  finished(): DeployDecision
  /** The last state of the job if the attempt ends without result. */
  readonly stateBefore: LastState
}

/**
 * True if the spec was edited or suspended, or the resource is being deleted, before anything of the attempt was sent. There is nothing to
 * finish then.
 */
export const isOutdated = (
  { desired: { attempt } }: Pick<DeployRound, 'desired'>,
  { isEditHeld }: Pick<DeployHooks, 'isEditHeld'>,
): boolean => attempt === null || (attempt.differs && !isEditHeld)

/** Ends an attempt without result. The next attempt starts from the same state. */
export const again = (
  { observed }: Pick<DeployRound, 'observed'>,
  { stateBefore }: Pick<DeployHooks, 'stateBefore'>,
  reason: string,
  problem: Problem | null = null,
): DeployDecision =>
  act(withRecord(withStatus(observed.status, { operation: null }), { lastState: stateBefore }), reason, {
    problem,
    after: problem === null ? 0 : pollMillis,
  })
