import { lastingTroubleMillis } from '../../../cluster/observe/observe-job-manager.ts'
import { isForKubernetes, untilUp } from '../../../cluster/observe/until-up.ts'
import { isScaledAway, scaledAway } from '../../../cluster/observe/scaled-away.ts'
import { validationProblem } from '../../../job/report/job-problem.ts'
import type { Millis } from '../../../contract/resource/time.ts'
import { act, type Problem, untilWatchEvent } from '../../../contract/round/decision.ts'
import { recordUnchanged } from '../../../job/record/record-updates.ts'
import type { SessionAct, SessionRound } from './session-cluster-round.ts'

/**
 * The decision of the steady state: only requeue, soon while the JobManager comes up, else after the reconcile interval. An edit without a
 * relevant change is acknowledged (P09), unless it is invalid.
 */
export const settled = (round: SessionRound): SessionAct => {
  const { desired, observed: { status, recorded }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const { after, waitingFor } = nextLook(round)
  const acted = act(
    isAcknowledged ? recordUnchanged(status, desired.generation) : status,
    status === recorded.status ? 'nothing is to be done' : `observed: JobManager ${status.jobManagerDeploymentStatus}`,
    { after: Math.min(after, env.options.reconcileInterval), waitingFor, problem: problemOf(round) },
  )
  return isForKubernetes(round) ? untilWatchEvent(acted, lastingTroubleMillis) : acted
}

const nextLook = (round: SessionRound): { readonly after: Millis; readonly waitingFor: string } => {
  const { observed: { status, facts: { jobs } }, env } = round
  const calm = { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (status.reconciliationStatus.lastReconciledSpec === null) return calm
  return untilUp(round) ?? (jobs?._tag === 'Unknown'
    ? { after: env.options.observerProgressCheckInterval, waitingFor: `Flink to answer (${jobs.reason}: ${jobs.message})` } : calm)
}

const problemOf = (round: SessionRound): Problem | null => validationProblem(round) ?? (isScaledAway(round) ? scaledAway(round) : null)
