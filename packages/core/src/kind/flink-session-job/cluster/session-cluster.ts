import { type DeployedSession, deployedSession } from '../../../cluster/seen/deployed-session.ts'
import type { Env } from '../../../env.ts'
import type { Fact } from '../../../fact/fact.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import type { JobManagerDeploymentStatus } from '../../../resource/cluster-status.ts'
import type { LifecycleState } from '../../../resource/lifecycle-state.ts'

/** The session cluster of a job, as its FlinkDeployment tells of it. */
export type SessionCluster =
  | { readonly _tag: 'NotLookedAt' }
  /** Not seen is not gone (P14). */
  | { readonly _tag: 'Unseen'; readonly reason: string }
  | { readonly _tag: 'Gone' }
  | ClusterThere

/** Its FlinkDeployment is there. */
export interface ClusterThere {
  readonly _tag: 'There'
  readonly view: FlinkDeploymentView
  /** Null: nothing was deployed yet, or what was can't be read. */
  readonly deployed: DeployedSession | null
  readonly jobManager: JobManagerDeploymentStatus
  readonly lifecycle: LifecycleState
  readonly isDeleting: boolean
  /** What was deployed, or is to be, has a job of its own. An edit that only asks for one is refused. */
  readonly isApplication: boolean
  /** Why REST is not asked; null: its JobManager is ready. */
  readonly notReady: string | null
  /** Why nothing new is started there though it is ready; null: it may be. */
  readonly notOpen: string | null
}

export const sessionCluster = (
  target: Fact<FlinkDeploymentView> | undefined,
  { flinkDefaults }: Pick<Env, 'flinkDefaults'>,
): SessionCluster => {
  switch (target?._tag) {
    case undefined:
      return { _tag: 'NotLookedAt' }
    case 'Absent':
      return target.source === 'live' ? { _tag: 'Gone' } : { _tag: 'NotLookedAt' }
    case 'Unknown':
      return { _tag: 'Unseen', reason: target.message }
    case 'Known':
      return there(target.value, flinkDefaults)
  }
}

const there = (view: FlinkDeploymentView, defaults: Env['flinkDefaults']): ClusterThere => {
  const { jobManagerDeploymentStatus, lifecycleState } = view.status
  const deployed = deployedSession(view, defaults)
  return {
    _tag: 'There',
    view,
    deployed,
    jobManager: jobManagerDeploymentStatus,
    lifecycle: lifecycleState,
    isDeleting: view.meta.deletionTimestamp !== null,
    isApplication: isApplication(view, deployed),
    notReady: notReady(view, deployed),
    notOpen: notOpen(view),
  }
}

/** Of what can't be read it is not said. */
const isApplication = (view: FlinkDeploymentView, deployed: DeployedSession | null): boolean =>
  deployed !== null ? deployed.specs.deployedSpec.job !== null
    : view.status.reconciliationStatus.lastReconciledSpec === null && view.spec.job !== null

/** Not by what this resource sees, but by what the FlinkDeployment's own rounds recorded (session-snapshot-bluegreen.md, section 2). */
const notReady = (
  { meta: { name }, status: { jobManagerDeploymentStatus } }: FlinkDeploymentView,
  deployed: DeployedSession | null,
): string | null =>
  jobManagerDeploymentStatus !== 'READY' ? `the JobManager of session cluster ${name} is ${jobManagerDeploymentStatus}`
    : deployed === null ? `what was deployed of session cluster ${name} can't be read` : null

const notOpen = ({ meta: { name, deletionTimestamp }, status: { operation } }: FlinkDeploymentView): string | null =>
  deletionTimestamp !== null ? `session cluster ${name} is being deleted`
    : operation !== null ? `session cluster ${name} is being changed (${operation.kind})` : null
