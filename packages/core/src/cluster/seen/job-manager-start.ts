import { isJsonObject } from '../../codec/is-json-object.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { PodView } from '../../fact/pod-view.ts'
import { mainContainerName } from '../../flink-configuration/main-container.ts'
import { isOnHostNetwork, isUsualProbe } from '../../flink-configuration/startup-probe.ts'
import type { Query } from '../../query/query.ts'
import type { JsonObject } from '../../resource/json.ts'
import type { Millis } from '../../resource/time.ts'
import { clusterQueries } from './cluster-queries.ts'
import type { EffectiveConfiguration } from '../../flink-configuration/effective-configuration.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { isRecordedUnstarted } from './unstarted.ts'

/**
 * Has the JobManager of what is deployed never run (control-flow.md, section 5.6)? Then nothing is lost with it. That its Deployment was
 * never available proves it only where nothing speaks against it: an answer of its REST API, or its container running; and with a
 * probe that may hold back a JobManager which works, any run of that container at all (docs/adr/0009). Pods that were not looked at yet
 * say nothing; pods that can't be seen prove nothing (P14). All this is true of one Deployment alone. Somebody may have made it anew after
 * the job ran, so the record has to say the same (V01).
 */
export const neverStarted = (round: Pick<ClusterRound, 'desired' | 'observed'>): boolean => {
  const { deployment } = round.observed.facts
  return looksUnstarted(round) && deployment?._tag === 'Known' && isRecordedUnstarted(round.observed.status, deployment.value)
}

/**
 * Does this Deployment look as if it never ran anything, while the record does not say so? Then the JobManager that ran is gone, or nobody
 * knows whether there was one.
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
 * The same of a Deployment of which nothing but what is seen is known: by live looks no container of it was ever started. So is one of an
 * attempt that was let go (attempt-key.ts).
 */
export const surelyNeverRan = ({ deployment, jobManagerPods, jobs }: ClusterFacts): boolean =>
  deployment?._tag === 'Known' && deployment.source === 'live' && neverAvailable(deployment.value) && jobs?._tag !== 'Known'
  && jobManagerPods?._tag === 'Known' && jobManagerPods.source === 'live' && !mayHaveRun({ jobManagerPods }, true)

/**
 * What has to be looked at live, now that it matters whether the JobManager ever started: what only a watch told, unless that rules it out.
 */
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
 * Where several JobManagers are deployed the condition of their Deployment tells nothing of any of them: while one is missing all are
 * called unavailable, and another one may lead (P01). So does that of a Deployment which was scaled down since.
 */
const isOneWanted = ({ configuration }: Pick<EffectiveConfiguration, 'configuration'>): boolean =>
  Number(configuration['kubernetes.jobmanager.replicas'] ?? '1') === 1

/**
 * How much later than the Deployment its first condition may be, where nothing else tells. Both times are whole seconds, and a controller
 * writes the condition a moment after the creation: on a real cluster every sixth one fell into the next second. No JobManager is
 * scheduled, started, available and lost again in less than two.
 */
const firstConditionWithin: Millis = 1_000

/**
 * The same where the controller says beside it that the first template was never rolled out. That alone proves nothing: once somebody
 * deletes the ReplicaSet, the controller makes another one, and writes the first revision and its reasons anew over a JobManager that has
 * run. Within this time nobody has.
 */
const firstConditionOnBusyControllers: Millis = 30_000

/**
 * Of a JobManager that is not available: was it ever? The condition tells since when it is not, and that is as old as the Deployment. One
 * that somebody scaled up tells nothing of one (P01).
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
 * Written by the Deployment controller until all replicas are available for the first time, and never again after that for the same
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
 * Its first template, one replica, and that was never available. An edit of the template begins anew with the same reasons, and raises the
 * revision.
 */
const neverComplete = ({ annotations, wantedReplicas, conditions }: DeploymentView): boolean =>
  annotations['deployment.kubernetes.io/revision'] === '1' && wantedReplicas === 1
  && conditions.some(({ type, reason }) => type === 'Progressing' && progressingReasons.includes(reason))

/** Does its container run, and Flink does not answer yet? */
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
 * Could its Deployment be unavailable while it works? A probe other than the usual one may ask in vain; and on the host's network the usual
 * one did, as long as it was there.
 */
const mayBeHeldBack = ({ configuration, jobManagerPodTemplate: template }: EffectiveConfiguration): boolean => {
  const containers = isJsonObject(template?.['spec']) ? template['spec']['containers'] : null
  return isOnHostNetwork(configuration)
    || (Array.isArray(containers) && containers.some(it => isJsonObject(it) && it['name'] === mainContainerName && isDoubtful(it)))
}

const isDoubtful = ({ readinessProbe = null, startupProbe = null }: JsonObject): boolean =>
  readinessProbe !== null || (startupProbe !== null && !isUsualProbe(startupProbe))
