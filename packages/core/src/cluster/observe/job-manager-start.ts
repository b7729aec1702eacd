import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { DeploymentView } from '../../contract/fact/object-view.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { lateArrivalLimit } from '../../contract/resource/operation.ts'
import { withRecord } from '../../contract/round/status-change.ts'
import { isJsonObject } from '../../crd/is-json-object.ts'
import type { PodView } from '../../contract/fact/pod-view.ts'
import { mainContainerName } from '../../flink/configuration/pod-template.ts'
import { isOnHostNetwork, isUsualProbe } from '../../flink/configuration/startup-probe.ts'
import type { Query } from '../../contract/query/query.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { clusterQueries } from './cluster-queries.ts'
import type { EffectiveConfiguration } from '../../flink/configuration/effective-configuration.ts'
import type { ClusterRound } from '../cluster-round.ts'

/** Clears the record that the Deployment never ran, once Flink answers or a replica is available. */
export const unlessSeenUp = (
  status: FlinkDeploymentStatus,
  { deployment, jobs }: Pick<ClusterFacts, 'deployment' | 'jobs'>,
): FlinkDeploymentStatus =>
  status.operatorRecord.unstartedDeployment !== null
    && (jobs?._tag === 'Known' || (deployment?._tag === 'Known' && deployment.value.availableReplicas > 0))
    ? withRecord(status, { unstartedDeployment: null }) : status

/**
 * True if the record says that no job ran in this Deployment. A recreated Deployment has another uid than the one whose pods the operator
 * let start. A cluster of the reference operator has no such record: its Deployment has to be as old as the last deploy, and no job may
 * have been observed since.
 */
export const isRecordedUnstarted = (status: FlinkDeploymentStatus, deployment: DeploymentView): boolean =>
  !isSeenSinceDeploy(status)
  && (isOfReference(status, deployment) ? isOfLastDeploy(status, deployment)
    : status.operatorRecord.unstartedDeployment === deployment.uid)

const isOfReference = ({ operatorRecord }: FlinkDeploymentStatus, { annotations }: DeploymentView): boolean =>
  operatorRecord.deployedAttempt === null && operatorRecord.deployedSource === null && annotations[attemptAnnotation] === undefined

/** True if it is as old as the last deploy that the reference operator recorded. */
export const isOfLastDeploy = (
  { reconciliationStatus: { reconciliationTimestamp } }: FlinkDeploymentStatus,
  { creationTimestamp }: Pick<DeploymentView, 'creationTimestamp'>,
): boolean => creationTimestamp <= reconciliationTimestamp + lateArrivalLimit

/** True if a job was observed since the deploy: only a JobManager that answers reports a job's state, and each deploy resets it. */
const isSeenSinceDeploy = (
  { jobStatus: { state, updateTime }, reconciliationStatus: { reconciliationTimestamp } }: FlinkDeploymentStatus,
): boolean => (state !== null && state !== 'RECONCILING') || (updateTime !== null && Number(updateTime) > reconciliationTimestamp)

/**
 * True if the deployed JobManager has never run (control-flow.md, section 5.6), so that no state is lost with it. A Deployment that was
 * never available proves this, unless something contradicts it. A response of the REST API contradicts it, and so does a running container.
 * With a probe that may hold back a working JobManager, any run of the container contradicts it (docs/adr/0009). Pods that were not queried
 * yet say nothing; pods that can't be read prove nothing (P14). This holds for one Deployment only. It may have been recreated after the
 * job ran, so the record has to agree (V01).
 */
export const neverStarted = (round: Pick<ClusterRound, 'desired' | 'observed'>): boolean => {
  const { deployment } = round.observed.facts
  return looksUnstarted(round) && deployment?._tag === 'Known' && isRecordedUnstarted(round.observed.status, deployment.value)
}

/**
 * True if this Deployment looks as if it never ran, but the record does not agree. The JobManager that ran is gone then, or it is unknown
 * whether there was one.
 */
export const isStartContradicted = (round: Pick<ClusterRound, 'desired' | 'observed'>): boolean =>
  looksUnstarted(round) && !neverStarted(round)

const looksUnstarted = ({ desired: { deployed }, observed: { facts } }: Pick<ClusterRound, 'desired' | 'observed'>): boolean => {
  const { deployment, jobs } = facts
  return deployed._tag === 'Deployed' && deployment?._tag === 'Known' && deployment.source === 'live' && neverAvailable(deployment.value)
    && isOneWanted(deployed.running.effective) && jobs?._tag !== 'Known'
    && !mayHaveRun(facts, mayBeHeldBack(deployed.running.effective))
}

/**
 * The same for a Deployment without a record: by live queries none of its containers was ever started. This also holds for an attempt that
 * was released (attempt-key.ts).
 */
export const surelyNeverRan = ({ deployment, jobManagerPods, jobs }: ClusterFacts): boolean =>
  deployment?._tag === 'Known' && deployment.source === 'live' && neverAvailable(deployment.value) && jobs?._tag !== 'Known'
  && jobManagerPods?._tag === 'Known' && jobManagerPods.source === 'live' && !mayHaveRun({ jobManagerPods }, true)

/** Live queries needed to decide whether the JobManager ever started: whatever only a watch reported, unless that already rules it out. */
export const unseenStart = ({ desired, observed: { facts } }: Pick<ClusterRound, 'desired' | 'observed'>): readonly Query[] => {
  const { deployment, jobs } = facts
  const queries = clusterQueries(desired)
  return deployment?._tag === 'Known' && neverAvailable(deployment.value) && jobs?._tag !== 'Known' && desired.deployed._tag === 'Deployed'
      && isOneWanted(desired.deployed.running.effective)
      && !mayHaveRun(facts, mayBeHeldBack(desired.deployed.running.effective))
    ? [...(deployment.source === 'cache' ? [queries.deployment] : []), ...(facts.jobManagerPods?.source === 'cache' ? [queries.pods] : [])]
    : []
}

/**
 * True if one JobManager is deployed. With several, the condition of their Deployment says nothing about a single one: while one is missing
 * all count as unavailable, and another one may lead (P01). The same holds for a Deployment that was scaled down since.
 */
const isOneWanted = ({ configuration }: Pick<EffectiveConfiguration, 'configuration'>): boolean =>
  Number(configuration['kubernetes.jobmanager.replicas'] ?? '1') === 1

/**
 * How much later than the Deployment its first condition may be, without further evidence. Both times are whole seconds, and a controller
 * writes the condition a moment after the creation: on a real cluster every sixth one fell into the next second. No JobManager is
 * scheduled, started, available and lost again in less than two seconds.
 */
const firstConditionWithin: Millis = 1_000

/**
 * The same if the controller also reports that the first template was never rolled out. That alone proves nothing: if the ReplicaSet is
 * deleted, the controller creates another one, and writes the first revision and its reasons again over a JobManager that has run. Within
 * this time that does not happen.
 */
const firstConditionOnBusyControllers: Millis = 30_000

/**
 * True if an unavailable JobManager was never available: the condition's transition time is as old as the Deployment. A Deployment that was
 * scaled up proves nothing (P01).
 */
export const neverAvailable = (deployment: DeploymentView): boolean =>
  deployment.wantedReplicas <= 1
  && (isUnavailableSince(deployment, firstConditionWithin)
    || (neverComplete(deployment) && isUnavailableSince(deployment, firstConditionOnBusyControllers)))

const isUnavailableSince = ({ conditions, creationTimestamp }: DeploymentView, within: Millis): boolean =>
  conditions.some(({ type, status, lastTransitionTime }) =>
    type === 'Available' && status === 'False' && lastTransitionTime !== null
    && lastTransitionTime >= creationTimestamp && lastTransitionTime - creationTimestamp <= within
  )

/**
 * Reasons that the Deployment controller writes until all replicas are available for the first time, and never again for the same
 * ReplicaSet.
 */
const progressingReasons: readonly string[] = [
  'NewReplicaSetCreated',
  'FoundNewReplicaSet',
  'ReplicaSetUpdated',
  'ReplicaSetCreateError',
  'ProgressDeadlineExceeded',
]

/**
 * True if the first template, with one replica, was never available. An edit of the template starts again with the same reasons, and raises
 * the revision.
 */
const neverComplete = ({ annotations, wantedReplicas, conditions }: DeploymentView): boolean =>
  annotations['deployment.kubernetes.io/revision'] === '1' && wantedReplicas === 1
  && conditions.some(({ type, reason }) => type === 'Progressing' && progressingReasons.includes(reason))

/** True if the container runs and Flink does not answer yet. */
export const isComingUp = ({ jobs, jobManagerPods }: ClusterFacts): boolean =>
  jobs?._tag !== 'Known' && jobManagerPods?._tag === 'Known' && jobManagerPods.value.some(pod => hasRun(pod, false))

const mayHaveRun = ({ jobManagerPods }: ClusterFacts, isProbed: boolean): boolean =>
  jobManagerPods?._tag === 'Unknown' || (jobManagerPods?._tag === 'Known' && jobManagerPods.value.some(pod => hasRun(pod, isProbed)))

const hasRun = ({ containers }: PodView, isProbed: boolean): boolean =>
  containers.some(({ name, state, lastState, restartCount }) =>
    name === mainContainerName
    && (state?._tag === 'Running' || (isProbed && (state?._tag === 'Terminated' || lastState !== null || restartCount > 0)))
  )

/**
 * True if the Deployment may be unavailable although the JobManager works: a custom probe may fail, and on the host network the operator's
 * former default probe failed.
 */
const mayBeHeldBack = ({ configuration, jobManagerPodTemplate: template }: EffectiveConfiguration): boolean => {
  const containers = isJsonObject(template?.['spec']) ? template['spec']['containers'] : null
  return isOnHostNetwork(configuration)
    || (Array.isArray(containers) && containers.some(it => isJsonObject(it) && it['name'] === mainContainerName && isDoubtful(it)))
}

const isDoubtful = ({ readinessProbe = null, startupProbe = null }: JsonObject): boolean =>
  readinessProbe !== null || (startupProbe !== null && !isUsualProbe(startupProbe))
