import { isTerminal } from '../resource/job-state.ts'
import type { Millis } from '../resource/time.ts'
import { act, type Act, type Problem } from './decision.ts'
import { pollMillis } from './begin-suspend.ts'
import { isMissed } from './observe-job.ts'
import { checkpointCacheMillis } from './observe-last-state.ts'
import type { Round } from './round.ts'
import { nextSnapshotLook } from './snapshot-next-look.ts'
import { isStable, recordUnchanged, untilStable } from './status-updates.ts'

/**
 * Nothing is to be done but to look again: soon while something comes up, else after the reconcile interval. An edit that changes nothing that
 * matters is acknowledged (P09), unless it is invalid.
 */
export const settled = (round: Round): Act => {
  const { desired, observed: { status }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const { after, waitingFor } = sooner(nextLook(round), nextSnapshotLook(round))
  return act(isAcknowledged ? recordUnchanged(status, desired.generation) : status, reasonOf(round), { after: Math.min(after, env.options.reconcileInterval), waitingFor, problem: problemOf(round) })
}

const reasonOf = ({ observed: { recorded, status } }: Round): string =>
  status === recorded.status ? 'nothing is to be done' : `seen: JobManager ${status.jobManagerDeploymentStatus}, job ${status.jobStatus.state ?? 'not known'}`

interface NextLook {
  readonly after: Millis
  readonly waitingFor: string
}

const sooner = (a: NextLook, b: NextLook | null): NextLook => (b !== null && b.after < a.after ? b : a)

const nextLook = (round: Round): NextLook => {
  const { observed: { status }, env } = round
  const { jobManagerDeploymentStatus: jobManager, jobStatus: { state } } = status
  if (status.reconciliationStatus.lastReconciledSpec === null) return { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (isTerminal(state)) return nextLookAtEnded(round)
  if (jobManager === 'READY' && state === 'RUNNING') return nextLookAtRunning(round)
  if (jobManager === 'READY' && isMissed(status, env.now)) return { after: env.options.observerProgressCheckInterval, waitingFor: 'the JobManager to list the job' }
  if (jobManager === 'READY') return { after: pollMillis, waitingFor: 'all tasks of the job to run' }
  if (jobManager === 'ERROR' || jobManager === 'MISSING') return { after: env.options.observerProgressCheckInterval, waitingFor: 'the JobManager' }
  return { after: pollMillis, waitingFor: 'the JobManager to come up' }
}

const nextLookAtEnded = ({ observed: { status: { jobManagerDeploymentStatus, operatorRecord } }, env }: Round): NextLook => {
  const readableAt = (operatorRecord.terminalSince ?? env.now) + checkpointCacheMillis
  return jobManagerDeploymentStatus === 'READY' && !operatorRecord.lastStateDefinite && env.now <= readableAt + checkpointCacheMillis
    ? { after: Math.max(pollMillis, readableAt - env.now), waitingFor: 'Flink to show the last checkpoint of the job' }
    : { after: env.options.reconcileInterval, waitingFor: 'a change' }
}

const nextLookAtRunning = ({ desired: { deployed }, observed: { status }, env }: Round): NextLook => {
  const left = deployed._tag === 'Deployed' && !isStable(status) ? (untilStable(status, deployed.running.options.deploymentStabilityWindow, env.now) ?? 0) : 0
  return left > 0 ? { after: Math.max(pollMillis, left), waitingFor: 'the job to run for the stability window' } : { after: env.options.reconcileInterval, waitingFor: 'a change' }
}

const problemOf = ({ desired: { invalid, deployed }, observed: { status }, env }: Round): Problem | null => {
  if (invalid !== null) return { owner: 'validation', type: 'ValidationException', message: invalid.message, reason: 'ValidationError' }
  if (isMissed(status, env.now)) return { owner: 'job', type: 'ReconciliationException', message: 'Job Not Found', reason: 'Missing' }
  // nobody here cancelled it: whoever did may have a reason, so it is not started again by itself (D-01)
  return status.jobStatus.state === 'CANCELED' && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'
    ? { owner: 'job', type: 'ReconciliationException', message: 'The job was cancelled by somebody else; a new restartNonce starts it again from its last checkpoint', reason: 'JobCancelled' } : null
}
