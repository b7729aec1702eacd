import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { PodView } from '../../contract/fact/pod-view.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import { pollMillis, type Problem } from '../../contract/round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'

/** A JobManager that is deployed and not READY, although its resource should run. */
export interface JobManagerDown {
  readonly cause: string
  /**
   * True after the time limit, or if Kubernetes or TLS shows that it can't become ready automatically. It is then reported in any phase.
   */
  readonly isReported: boolean
}

/**
 * Why the JobManager is not READY, according to Kubernetes and Flink. Null: it is READY; or it is missing or in error, which is reported
 * separately; or it should not run.
 */
export const jobManagerDown = (round: ClusterRound, status: FlinkDeploymentStatus): JobManagerDown | null => {
  const { desired: { meta }, observed: { facts } } = round
  const { operation, jobManagerDeploymentStatus, jobStatus } = status
  const isDown = jobManagerDeploymentStatus === 'DEPLOYING' || jobManagerDeploymentStatus === 'DEPLOYED_NOT_READY'
  const isToRun = isWanted(round, status) && !isTerminal(jobStatus.state) && meta.deletionTimestamp === null && operation === null
  if (!isDown || !isToRun) return null
  const unscheduled = unscheduledOf(facts)
  return { cause: unscheduled ?? causeOf(facts), isReported: unscheduled !== null || isUntrusted(facts) || isLate(round, status) }
}

/** A cluster that this very round deployed should run, whatever was recorded before. */
const isWanted = ({ desired: { deployed }, observed }: ClusterRound, { reconciliationStatus }: FlinkDeploymentStatus): boolean =>
  reconciliationStatus.lastReconciledSpec !== observed.status.reconciliationStatus.lastReconciledSpec
  || (deployed._tag === 'Deployed' && deployed.reconciled.spec.job?.state !== 'suspended')

/** The event and error of a JobManager that is down for long. `waits`: what waits for it, and what a user can do. */
export const jobManagerDownProblem = (round: ClusterRound, status: FlinkDeploymentStatus, waits: string | null): Problem | null => {
  const down = jobManagerDown(round, status)
  if (down === null || !isLate(round, status)) return null
  const problem = {
    owner: 'job-manager',
    type: 'ReconciliationException',
    message: `The JobManager is not ready: ${down.cause}${waits === null ? '' : `. ${waits}`}`,
  } as const
  return unscheduledOf(round.observed.facts) === null ? { ...problem, reason: 'JobManagerNotReady' }
    : { ...problem, reason: 'Unschedulable' }
}

const isLate = (
  { env: { now, options } }: Pick<ClusterRound, 'env'>,
  { operatorRecord: { jobManagerDownSince } }: FlinkDeploymentStatus,
): boolean => jobManagerDownSince !== null && now - jobManagerDownSince >= options.observerRestUnreachableTimeout

/** The delay before the next query: it grows with the time that the JobManager is down, up to the reconcile interval. */
export const pauseWhileDown = (since: EpochMillis | null, now: EpochMillis, longest: Millis): Millis =>
  Math.min(longest, Math.max(pollMillis, since === null ? 0 : Math.floor((now - since) / 8)))

const podsOf = ({ jobManagerPods }: ClusterFacts): readonly PodView[] =>
  jobManagerPods?._tag === 'Known' ? jobManagerPods.value.filter(({ deleting }) => !deleting) : []

/** The scheduler's message. Null: there is none. */
const unscheduledOf = (facts: ClusterFacts): string | null => {
  if (facts.deployment?._tag === 'Known' && facts.deployment.value.availableReplicas > 0) return null
  const condition = podsOf(facts).flatMap(({ conditions }) => conditions).find(({ type, status }) =>
    type === 'PodScheduled' && status === 'False'
  )
  return condition === undefined ? null : `its pod can't be scheduled (${condition.reason}: ${condition.message})`
}

/** True if the certificate is not trusted. This does not change without a user (U11). */
const isUntrusted = ({ jobs }: ClusterFacts): boolean => jobs?._tag === 'Unknown' && jobs.reason === 'Untrusted'

const causeOf = (facts: ClusterFacts): string => {
  const { deployment, jobManagerPods, jobs } = facts
  if (deployment?._tag === 'Known' && deployment.value.availableReplicas > 0)
    return jobs?._tag === 'Unknown' && jobs.reason === 'Untrusted' ? jobs.message
      : jobs?._tag === 'Unknown' ? `Flink's REST API does not answer as one that is ready (${jobs.reason}: ${jobs.message})`
      : "Flink's REST API was not queried yet"
  if (jobManagerPods?._tag === 'Unknown') return `its pods can't be read (${jobManagerPods.message})`
  const pods = podsOf(facts)
  if (jobManagerPods?._tag === 'Known' && pods.length === 0) return 'it has no pod'
  const waiting = pods.flatMap(({ containers }) => containers).find(({ state }) => state?._tag === 'Waiting')
  return waiting?.state === undefined || waiting.state === null ? 'its pod is not ready'
    : `[${waiting.name}] ${waiting.state.reason}${waiting.state.message === '' ? '' : `: ${waiting.state.message}`}`
}
