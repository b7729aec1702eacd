import { isMissed } from '../../job/seen/observe-job.ts'
import { checkpointCacheMillis } from '../../job/seen/observe-last-state.ts'
import { isCreatedSuspended } from '../../job/record/created-suspended.ts'
import { recordUnchanged } from '../../job/record/record-updates.ts'
import { isStable, untilStable } from '../../job/record/stable-spec.ts'
import { nextSnapshotLook } from '../../job/snapshot/snapshot-next-look.ts'
import { cancelledProblem } from '../../job/told/job-gone.ts'
import { validationProblem } from '../../job/told/job-problem.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { Millis } from '../../resource/time.ts'
import { act, pollMillis } from '../../round/decision.ts'
import { missedIn } from './cluster/cluster-goes.ts'
import type { JobAct, Round } from './round.ts'

/**
 * Nothing is to be done but to look again: soon while something comes up, else after the reconcile interval. An edit that changes nothing
 * that matters is acknowledged (P09), unless it is invalid.
 */
export const settled = (round: Round): JobAct => {
  const { desired, observed: { recorded, status }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const snapshot = nextSnapshotLook(round)
  const next = nextLook(round)
  const { after, waitingFor } = snapshot !== null && snapshot.after < next.after ? snapshot : next
  return act(
    isAcknowledged ? recordUnchanged(status, desired.generation) : status,
    status === recorded.status ? 'nothing is to be done' : `seen: job ${status.jobStatus.state ?? 'not known'}`,
    {
      after: Math.min(after, env.options.reconcileInterval),
      waitingFor,
      problem: validationProblem(round) ?? missedIn(round) ?? cancelledProblem(round),
    },
  )
}

interface NextLook {
  readonly after: Millis
  readonly waitingFor: string
}

const nextLook = (round: Round): NextLook => {
  const { desired, observed: { status, facts: { jobs } }, env } = round
  const { state } = status.jobStatus
  const never: NextLook = { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (status.reconciliationStatus.lastReconciledSpec === null) return never
  if (isTerminal(state)) return nextLookAtEnded(round)
  if (isCreatedSuspended(desired, status)) return never
  if (jobs?._tag === 'Unknown')
    return { after: env.options.observerProgressCheckInterval, waitingFor: `Flink to be reached (${jobs.reason}: ${jobs.message})` }
  if (state === 'RUNNING') return nextLookAtRunning(round)
  return isMissed(status, env.now)
    ? { after: env.options.observerProgressCheckInterval, waitingFor: 'the JobManager to list the job' }
    : { after: pollMillis, waitingFor: 'all tasks of the job to run' }
}

const nextLookAtEnded = ({ observed: { status: { operatorRecord } }, env }: Pick<Round, 'observed' | 'env'>): NextLook => {
  const readableAt = (operatorRecord.terminalSince ?? env.now) + checkpointCacheMillis
  return !isDefinite(operatorRecord.lastState) && env.now <= readableAt + checkpointCacheMillis
    ? { after: Math.max(pollMillis, readableAt - env.now), waitingFor: 'Flink to show the last checkpoint of the job' }
    : { after: env.options.reconcileInterval, waitingFor: 'a change' }
}

const nextLookAtRunning = ({ desired: { deployed }, observed: { status }, env }: Round): NextLook => {
  const left = deployed._tag === 'Deployed' && !isStable(status)
    ? (untilStable(status, deployed.running.options.deploymentStabilityWindow, env.now) ?? 0) : 0
  return left > 0 ? { after: Math.max(pollMillis, left), waitingFor: 'the job to run for the stability window' }
    : { after: env.options.reconcileInterval, waitingFor: 'a change' }
}
