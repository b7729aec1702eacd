import { isTerminal } from '../resource/job-state.ts'
import type { Millis } from '../resource/time.ts'
import { act, type Act, type Problem } from './decision.ts'
import { pollMillis } from './begin-suspend.ts'
import { checkpointCacheMillis } from './observe-last-state.ts'
import type { Round } from './round.ts'
import { recordUnchanged } from './status-updates.ts'

/** An application without its job is an error only if it lasts: a fresh JobManager may list nothing for a moment (design.md, section 3). */
export const absenceMillis: Millis = 5_000

/**
 * Nothing is to be done but to look again: soon while something comes up, else after the reconcile interval. An edit that changes nothing that
 * matters is acknowledged (P09), also while it is invalid.
 */
export const settled = (round: Round): Act => {
  const { desired, observed: { status }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const { after, waitingFor } = nextLook(round)
  return act(isAcknowledged ? recordUnchanged(status, desired.generation) : status, 'nothing is to be done', { after: Math.min(after, env.options.reconcileInterval), waitingFor, problem: problemOf(round) })
}

const nextLook = ({ observed: { status }, env }: Round): { readonly after: Millis; readonly waitingFor: string } => {
  const { jobManagerDeploymentStatus: jobManager, jobStatus: { state }, operatorRecord } = status
  if (status.reconciliationStatus.lastReconciledSpec === null) return { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (isTerminal(state)) {
    const readableAt = (operatorRecord.terminalSince ?? env.now) + checkpointCacheMillis
    return jobManager === 'READY' && !operatorRecord.lastStateDefinite && env.now <= readableAt + checkpointCacheMillis
      ? { after: Math.max(pollMillis, readableAt - env.now), waitingFor: 'Flink to show the last checkpoint of the job' }
      : { after: env.options.reconcileInterval, waitingFor: 'a change' }
  }
  if (jobManager === 'READY' && state === 'RUNNING') return { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (jobManager === 'READY') return { after: pollMillis, waitingFor: 'all tasks of the job to run' }
  if (jobManager === 'ERROR' || jobManager === 'MISSING') return { after: env.options.observerProgressCheckInterval, waitingFor: 'the JobManager' }
  return { after: pollMillis, waitingFor: 'the JobManager to come up' }
}

const problemOf = ({ desired: { invalid }, observed: { status }, env }: Round): Problem | null => {
  if (invalid !== null) return { owner: 'validation', type: 'ValidationException', message: invalid.message, reason: 'ValidationError' }
  const missed = status.operatorRecord.jobMissedSince
  return missed !== null && env.now - missed >= absenceMillis && !isTerminal(status.jobStatus.state)
    ? { owner: 'job', type: 'ReconciliationException', message: 'Job Not Found', reason: 'Missing' } : null
}
