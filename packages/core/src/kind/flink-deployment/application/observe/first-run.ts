import { attemptAnnotation } from '../../../../contract/resource/annotations.ts'
import { mainContainerName } from '../../../../flink/configuration/pod-template.ts'
import type { DeploymentView } from '../../../../contract/fact/object-view.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { PodView } from '../../../../contract/fact/pod-view.ts'
import { type Query, watched } from '../../../../contract/query/query.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import type { Millis } from '../../../../contract/resource/time.ts'
import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { leadsAtLeast } from '../../../../job/observe/observe-last-state.ts'
import type { FlinkDeploymentDesired } from '../application-round.ts'

/**
 * The longest time between the creation of a Deployment and its first pod. In less time no JobManager starts, gets its TaskManagers,
 * completes a checkpoint and is lost.
 */
const firstPodWithin: Millis = 5_000

/** Kubernetes reports times in whole seconds. */
const wholeSecond: Millis = 1_000

const leadsFor = ({ deployed }: FlinkDeploymentDesired): Millis | null =>
  deployed._tag === 'Deployed' ? leadsAtLeast(deployed.running) : null

/** The start of the first process in the first pod of the Deployment. Null: this is not the first process, or that is unknown. */
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
 * Is the run in the status the first one since the deploy? Then HA metadata, which is deleted when the run ends, never held a checkpoint
 * made since the deploy, and the state of the job is the one that it was started from. All of these must be observed:
 *
 * - The deploy was from a path or from empty state, which deletes older HA metadata first. The Deployment is the one of that attempt: its
 * Service has an owner reference to it, which no copy has.
 * - Its JobManager is the first process of the first pod, and there is no other pod.
 * - The run began before that process can have lost and regained its leadership, by the clock of one node. With ZooKeeper that can happen
 * at once.
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

/**
 * The queries for that check: first what the watches report; live queries once the checkpoints were read live and the watched facts point
 * to a first run.
 */
export const firstRunQueries = (
  desired: FlinkDeploymentDesired,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
): readonly Query[] => {
  if (leadsFor(desired) === null) return []
  const { deployment, pods, services } = clusterQueries(desired)
  const queries = [deployment, pods, services]
  return facts.checkpoints !== undefined && isFirstRun(desired, status, facts) ? queries : queries.map(watched)
}

/** The same check with live facts only, because watched facts may be outdated. */
export const isSurelyFirstRun = (desired: FlinkDeploymentDesired, status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts): boolean =>
  [facts.deployment, facts.jobManagerPods, facts.services].every(fact => fact?.source === 'live') && isFirstRun(desired, status, facts)
