import { cancelledProblem, missedProblem } from '../job/told/job-gone.ts'
import { validationProblem } from '../job/told/job-problem.ts'
import { isTerminal } from '../resource/job-state.ts'
import { isDefinite } from '../resource/last-state.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'
import { act, pollMillis, type Problem, untilWoken } from '../round/decision.ts'
import { lateArrivalLimit } from '../resource/operation.ts'
import { lastingTroubleMillis } from '../cluster/seen/observe-job-manager.ts'
import { isMissed } from '../job/seen/observe-job.ts'
import { checkpointCacheMillis } from '../job/seen/observe-last-state.ts'
import type { JobAct, Round } from './round.ts'
import { nextSnapshotLook } from '../job/snapshot/snapshot-next-look.ts'
import { isScaledAway, scaledAway } from '../cluster/seen/scaled-away.ts'
import { isCreatedSuspended } from '../job/record/created-suspended.ts'
import { recordUnchanged } from '../job/record/record-updates.ts'
import { isStable, untilStable } from '../job/record/stable-spec.ts'
import { pauseWhileDown } from '../cluster/told/job-manager-down.ts'
import { isRestMissed } from '../cluster/seen/rest-unreachable.ts'

/**
 * Nothing is to be done but to look again: soon while something comes up, else after the reconcile interval. An edit that changes nothing
 * that matters is acknowledged (P09), unless it is invalid.
 */
export const settled = (round: Round): JobAct => {
  const { desired, observed: { status }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const snapshot = nextSnapshotLook(round)
  const { after, waitingFor } = sooner(nextLook(round), snapshot)
  const acted = act(isAcknowledged ? recordUnchanged(status, desired.generation) : status, reasonOf(round), {
    after: Math.min(after, env.options.reconcileInterval),
    waitingFor,
    problem: problemOf(round),
  })
  return isForKubernetes(round) ? untilWoken(acted, Math.min(untilNextMoment(round), snapshot?.after ?? env.options.reconcileInterval))
    : acted
}

const reasonOf = ({ observed: { recorded, status } }: Pick<Round, 'observed'>): string =>
  status === recorded.status ? 'nothing is to be done'
    : `seen: JobManager ${status.jobManagerDeploymentStatus}, job ${status.jobStatus.state ?? 'not known'}`

interface NextLook {
  readonly after: Millis
  readonly waitingFor: string
}

const sooner = (a: NextLook, b: NextLook | null): NextLook => (b !== null && b.after < a.after ? b : a)

const nextLook = (round: Round): NextLook => {
  const { observed: { status, facts: { jobs } }, env } = round
  const { jobManagerDeploymentStatus: jobManager, jobStatus: { state } } = status
  if (status.reconciliationStatus.lastReconciledSpec === null) return { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (isTerminal(state)) return nextLookAtEnded(round)
  if (jobManager === 'MISSING' && isCreatedSuspended(round.desired, status))
    return { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (jobManager === 'READY' && jobs?._tag === 'Unknown')
    return { after: env.options.observerProgressCheckInterval, waitingFor: `Flink to be reached (${jobs.reason}: ${jobs.message})` }
  if (jobManager === 'READY' && state === 'RUNNING') return nextLookAtRunning(round)
  if (jobManager === 'READY' && isMissed(status, env.now))
    return { after: env.options.observerProgressCheckInterval, waitingFor: 'the JobManager to list the job' }
  if (jobManager === 'READY') return { after: pollMillis, waitingFor: 'all tasks of the job to run' }
  const pause = pauseWhileDown(status.operatorRecord.jobManagerDownSince, env.now, env.options.reconcileInterval)
  return jobManager === 'ERROR' || jobManager === 'MISSING'
    ? { after: Math.max(env.options.observerProgressCheckInterval, pause), waitingFor: 'the JobManager' }
    : { after: pause, waitingFor: 'the JobManager to come up' }
}

/** Is nothing waited for but a JobManager that has no replica up? Its Deployment and pods are watched; Flink has nothing to say yet. */
const isForKubernetes = ({ observed: { status, facts: { deployment, jobManagerPods } } }: Pick<Round, 'observed'>): boolean =>
  status.reconciliationStatus.lastReconciledSpec !== null && !isTerminal(status.jobStatus.state)
  && deployment?._tag === 'Known' && deployment.value.availableReplicas === 0 && jobManagerPods?._tag === 'Known'
  && (status.jobManagerDeploymentStatus === 'DEPLOYING' || status.jobManagerDeploymentStatus === 'ERROR')

/** When something else than a change of what is watched may call for a decision: the reconcile interval at the latest. */
const untilNextMoment = ({ desired: { deployed }, observed: { status, facts: { deployment } }, env }: Round): Millis => {
  const { podTroubleSince, retryAt } = status.operatorRecord
  const moments: readonly (EpochMillis | null)[] = [
    podTroubleSince === null ? null : podTroubleSince + lastingTroubleMillis,
    retryAt,
    deployment?._tag === 'Known' ? deployment.value.creationTimestamp + lateArrivalLimit : null,
    deployed._tag === 'Deployed' ? status.reconciliationStatus.reconciliationTimestamp + deployed.running.options.deploymentReadinessTimeout
      : null,
  ]
  // a moment that has come is past only after it
  return moments.reduce(
    (least: Millis, at) => (at === null || at < env.now ? least : Math.min(least, at - env.now + 1)),
    env.options.reconcileInterval,
  )
}

const nextLookAtEnded = (
  { observed: { status: { jobManagerDeploymentStatus, operatorRecord } }, env }: Pick<Round, 'observed' | 'env'>,
): NextLook => {
  const readableAt = (operatorRecord.terminalSince ?? env.now) + checkpointCacheMillis
  return jobManagerDeploymentStatus === 'READY' && !isDefinite(operatorRecord.lastState) && env.now <= readableAt + checkpointCacheMillis
    ? { after: Math.max(pollMillis, readableAt - env.now), waitingFor: 'Flink to show the last checkpoint of the job' }
    : { after: env.options.reconcileInterval, waitingFor: 'a change' }
}

const nextLookAtRunning = ({ desired: { deployed }, observed: { status }, env }: Round): NextLook => {
  const left = deployed._tag === 'Deployed' && !isStable(status)
    ? (untilStable(status, deployed.running.options.deploymentStabilityWindow, env.now) ?? 0) : 0
  return left > 0 ? { after: Math.max(pollMillis, left), waitingFor: 'the job to run for the stability window' }
    : { after: env.options.reconcileInterval, waitingFor: 'a change' }
}

const problemOf = (round: Round): Problem | null =>
  validationProblem(round)
    // what Flink can't be asked is told as that
    ?? (isRestMissed(round.observed.status, round.env) ? null : missedProblem(round))
    ?? (isScaledAway(round) ? scaledAway(round) : cancelledProblem(round))
