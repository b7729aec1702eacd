import {
  type DeployedSession,
  deployedSession,
  isBetween,
  isUnrecorded,
  unrecordedSession,
} from '../../../cluster/observe/deployed-session.ts'
import type { Env } from '../../../contract/env.ts'
import type { Fact } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { JobManagerDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { LifecycleState } from '../../../contract/resource/job-status.ts'

/** The session cluster of a job, as its FlinkDeployment describes it. */
export type SessionCluster =
  | { readonly _tag: 'NotLookedAt' }
  /** The FlinkDeployment could not be read, which does not prove that it is gone (P14). */
  | { readonly _tag: 'Unseen'; readonly reason: string }
  | { readonly _tag: 'Gone' }
  | ClusterThere

/** The FlinkDeployment exists. */
export interface ClusterThere {
  readonly _tag: 'There'
  readonly view: FlinkDeploymentView
  /** Null: nothing was deployed yet, or the deployed spec cannot be read. If the record was removed, a cluster that answers is reached. */
  readonly deployed: DeployedSession | null
  readonly jobManager: JobManagerDeploymentStatus
  readonly lifecycle: LifecycleState
  readonly isDeleting: boolean
  /**
   * True if the deployed spec has a job, or the current one if nothing was deployed. An edit that adds a job to a session cluster is
   * refused, so it does not count.
   */
  readonly isApplication: boolean
  /** Why the operator does not query REST; null: the JobManager is ready. */
  readonly notReady: string | null
  /** Why the operator starts nothing new in a ready cluster; null: it may. */
  readonly notOpen: string | null
}

/** The session cluster of a job, as its FlinkDeployment shows it; left out: that was not asked for yet. */
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
  const deployed = deployedSession(view, defaults) ?? unrecordedSession(view, defaults)
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

/** False if the deployed spec cannot be read. */
const isApplication = (view: FlinkDeploymentView, deployed: DeployedSession | null): boolean =>
  deployed !== null ? deployed.specs.deployedSpec.job !== null
    : view.status.reconciliationStatus.lastReconciledSpec === null && view.spec.job !== null

/**
 * Readiness comes from the status that the rounds of the FlinkDeployment recorded, not from queries of this resource
 * (session-snapshot-bluegreen.md, section 2).
 */
const notReady = (
  { meta: { name }, status: { jobManagerDeploymentStatus } }: FlinkDeploymentView,
  deployed: DeployedSession | null,
): string | null =>
  jobManagerDeploymentStatus !== 'READY' ? `the JobManager of session cluster ${name} is ${jobManagerDeploymentStatus}`
    : deployed === null ? `the deployed spec of session cluster ${name} can't be read` : null

const notOpen = ({ meta: { name, deletionTimestamp }, status }: FlinkDeploymentView): string | null => {
  const { operation } = status
  return deletionTimestamp !== null ? `session cluster ${name} is being deleted`
    : isUnrecorded(status) ? `the status of session cluster ${name} does not record what is deployed`
    : operation !== null ? `session cluster ${name} is being changed (${operation.kind})`
    : isBetween(status) ? `session cluster ${name} is to be deployed again` : null
}
