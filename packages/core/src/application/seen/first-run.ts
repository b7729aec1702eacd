import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import { mainContainerName } from '../../flink-configuration/main-container.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { PodView } from '../../fact/pod-view.ts'
import type { Query } from '../../query/query.ts'
import { watched } from '../../query/watched.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { Millis } from '../../resource/time.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { leadsAtLeast } from '../../job/seen/leads-at-least.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { FlinkDeploymentDesired } from '../deployment-desired.ts'

/**
 * How much later than its Deployment the first pod may be made. No JobManager is started, gets its TaskManagers, completes a checkpoint and
 * is lost in less.
 */
const firstPodWithin: Millis = 5_000

/** Kubernetes tells whole seconds. */
const wholeSecond: Millis = 1_000

const leadsFor = ({ deployed }: FlinkDeploymentDesired): Millis | null =>
  deployed._tag === 'Deployed' ? leadsAtLeast(deployed.running) : null

/** The start of the first process of the Deployment's first pod; null: that is not it, or it can't be told. */
const firstProcessSince = ({ creationTimestamp, wantedReplicas, deleting }: DeploymentView, pods: readonly PodView[]): Millis | null => {
  const [pod, ...others] = pods
  if (
    pod === undefined || others.length > 0 || wantedReplicas !== 1 || deleting || pod.deleting
    || pod.creationTimestamp - creationTimestamp > firstPodWithin
  ) return null
  const main = pod.containers.find(({ name }) => name === mainContainerName)
  return main?.restartCount === 0 && main.lastState === null && main.state?._tag === 'Running' ? main.state.startedAt ?? null : null
}

/**
 * Is the run that the status tells of the first one that there was since the deploy? Then HA metadata, which is gone with its end, never
 * held a checkpoint that was made since, and the job is where it was started from. All of this has to be seen:
 *
 * - the deploy was from a path or from nothing, which takes older HA metadata away first, and the Deployment is the one of that attempt:
 *   its Service is owned by it, as that of no copy is;
 * - its JobManager is the first process of the first pod, and alone;
 * - the run began before that process can have lost its leadership and got it back, by the clock of one node. With ZooKeeper that takes
 *   no time.
 */
export const isFirstRun = (
  desired: FlinkDeploymentDesired,
  { jobStatus: { startTime }, operatorRecord: { deployedSource, deployedAttempt } }: FlinkDeploymentStatus,
  { deployment, jobManagerPods, services }: FlinkDeploymentFacts,
): boolean => {
  const leads = leadsFor(desired)
  if (
    leads === null || startTime === null || deployedAttempt === null
    || (deployedSource?._tag !== 'Path' && deployedSource?._tag !== 'Empty')
  ) return false
  if (deployment?._tag !== 'Known' || jobManagerPods?._tag !== 'Known' || services?._tag !== 'Known') return false
  const { uid, annotations } = deployment.value
  const isOfAttempt = annotations[attemptAnnotation] === deployedAttempt
    && services.value.some(it => !it.deleting && it.annotations[attemptAnnotation] === deployedAttempt && it.ownerUids.includes(uid))
  const since = firstProcessSince(deployment.value, jobManagerPods.value)
  return isOfAttempt && since !== null && Number(startTime) >= since && Number(startTime) < since + leads - wholeSecond
}

/** What has to be looked at for that: what the watches tell, and once the checkpoints were read live, where that speaks for it. */
export const firstRunQueries = (
  desired: FlinkDeploymentDesired,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
): readonly Query[] => {
  if (leadsFor(desired) === null) return []
  const { deployment, pods, services } = clusterQueries(desired)
  const unheard = unanswered(facts, [watched(deployment), watched(pods), watched(services)])
  return unheard.length > 0 ? unheard
    : facts.checkpoints !== undefined && isFirstRun(desired, status, facts) ? unanswered(facts, [deployment, pods, services]) : []
}

/** The same by live looks alone: what watches told may be over. */
export const isSurelyFirstRun = (desired: FlinkDeploymentDesired, status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts): boolean =>
  [facts.deployment, facts.jobManagerPods, facts.services].every(fact => fact?.source === 'live') && isFirstRun(desired, status, facts)
