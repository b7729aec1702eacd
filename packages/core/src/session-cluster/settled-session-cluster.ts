import { lastingTroubleMillis } from '../cluster/seen/observe-job-manager.ts'
import { pauseWhileDown } from '../cluster/told/job-manager-down.ts'
import { isScaledAway, scaledAway } from '../cluster/seen/scaled-away.ts'
import { validationProblem } from '../job/told/job-problem.ts'
import type { Millis } from '../resource/time.ts'
import { act, type Problem, untilWatchEvent } from '../round/decision.ts'
import { recordUnchanged } from './record.ts'
import type { SessionAct, SessionRound } from './session-cluster-round.ts'

/**
 * Nothing is to be done but to look again: soon while the JobManager comes up, else after the reconcile interval. An edit that changes
 * nothing that matters is acknowledged (P09), unless it is invalid.
 */
export const settled = (round: SessionRound): SessionAct => {
  const { desired, observed: { status, recorded }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const { after, waitingFor } = nextLook(round)
  const acted = act(
    isAcknowledged ? recordUnchanged(status, desired.generation) : status,
    status === recorded.status ? 'nothing is to be done' : `seen: JobManager ${status.jobManagerDeploymentStatus}`,
    { after: Math.min(after, env.options.reconcileInterval), waitingFor, problem: problemOf(round) },
  )
  return isForKubernetes(round) ? untilWatchEvent(acted, lastingTroubleMillis) : acted
}

const nextLook = (
  { observed: { status, facts: { jobs } }, env }: Pick<SessionRound, 'observed' | 'env'>,
): { readonly after: Millis; readonly waitingFor: string } => {
  const { jobManagerDeploymentStatus: jobManager } = status
  if (status.reconciliationStatus.lastReconciledSpec === null) return { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (jobManager === 'READY')
    return jobs?._tag === 'Unknown'
      ? { after: env.options.observerProgressCheckInterval, waitingFor: `Flink to be reached (${jobs.reason}: ${jobs.message})` }
      : { after: env.options.reconcileInterval, waitingFor: 'a change' }
  const pause = pauseWhileDown(status.operatorRecord.jobManagerDownSince, env.now, env.options.reconcileInterval)
  return jobManager === 'ERROR' || jobManager === 'MISSING'
    ? { after: Math.max(env.options.observerProgressCheckInterval, pause), waitingFor: 'the JobManager' }
    : { after: pause, waitingFor: 'the JobManager to come up' }
}

/** A JobManager that has no replica up: its Deployment and pods are watched, and Flink has nothing to say yet. */
const isForKubernetes = ({ observed: { status, facts: { deployment, jobManagerPods } } }: Pick<SessionRound, 'observed'>): boolean =>
  deployment?._tag === 'Known' && deployment.value.availableReplicas === 0 && jobManagerPods?._tag === 'Known'
  && (status.jobManagerDeploymentStatus === 'DEPLOYING' || status.jobManagerDeploymentStatus === 'ERROR')

const problemOf = (round: SessionRound): Problem | null => validationProblem(round) ?? (isScaledAway(round) ? scaledAway(round) : null)
