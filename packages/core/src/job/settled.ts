import type { JobManagerDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import { isTerminal } from '../contract/resource/job-status.ts'
import { isDefinite } from '../contract/resource/last-state.ts'
import type { Millis } from '../contract/resource/time.ts'
import { type Act, act, pollMillis, type Problem, untilWatchEvent } from '../contract/round/decision.ts'
import type { JobRound } from './job-round.ts'
import type { JobTypes, RoundOf } from './job-situation.ts'
import { isCreatedSuspended } from './record/lost-record.ts'
import { recordUnchanged } from './record/record-updates.ts'
import { isStable, untilStable } from './record/stable-spec.ts'
import { isMissed } from './observe/observe-job.ts'
import { checkpointCacheMillis } from './observe/observe-last-state.ts'
import { nextSnapshotLook } from './snapshot/next-snapshot-step.ts'
import { cancelledProblem } from './report/job-gone.ts'
import { validationProblem } from './report/job-problem.ts'

/** When the next round observes the job, and what for. */
export interface NextLook {
  readonly after: Millis
  readonly waitingFor: string
}

/** Hooks of the host for a job in steady state. */
export interface SettlingHost<Job extends JobTypes> {
  /** The status of the job's own JobManager. Null: the job shares one. */
  readonly ownJobManager: (round: Job['round']) => JobManagerDeploymentStatus | null
  /** Set while Flink can't be queried about the job: what has to end first. Null: it can be queried. */
  readonly untilAsked: (round: Job['round']) => NextLook | null
  /** The problem of the host, or that the job is not found there. */
  readonly problem: (round: Job['round']) => Problem | null
  /** Set if watches report everything that the job waits for: when another trigger may need a decision. Null: the operator has to poll. */
  readonly untilNextMoment: (round: Job['round']) => Millis | null
}

/**
 * Nothing is to be done. The next round comes soon while the job is starting, else after the reconcile interval. An edit without effect is
 * acknowledged (P09), unless it is invalid.
 */
export const settled = <Job extends JobTypes>(host: SettlingHost<Job>, round: RoundOf<Job>): Act<Job['status']> => {
  const { desired, observed: { status }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const snapshot = nextSnapshotLook(round)
  const { after, waitingFor } = sooner(nextLook(host, round), snapshot)
  const acted = act(isAcknowledged ? recordUnchanged(status, desired.generation) : status, reasonOf(host, round), {
    after: Math.min(after, env.options.reconcileInterval),
    waitingFor,
    problem: validationProblem(round) ?? host.problem(round) ?? cancelledProblem(round),
  })
  const untilMoment = host.untilNextMoment(round)
  return untilMoment === null ? acted : untilWatchEvent(acted, Math.min(untilMoment, snapshot?.after ?? env.options.reconcileInterval))
}

const reasonOf = <Job extends JobTypes>(host: SettlingHost<Job>, round: RoundOf<Job>): string => {
  const { recorded, status } = round.observed
  const jobManager = host.ownJobManager(round)
  return status === recorded.status ? 'nothing is to be done'
    : `observed: ${jobManager === null ? '' : `JobManager ${jobManager}, `}job ${status.jobStatus.state ?? 'not known'}`
}

const sooner = (a: NextLook, b: NextLook | null): NextLook => (b !== null && b.after < a.after ? b : a)

const atInterval = ({ env }: Pick<JobRound, 'env'>): NextLook => ({ after: env.options.reconcileInterval, waitingFor: 'a change' })

const nextLook = <Job extends JobTypes>(host: SettlingHost<Job>, round: RoundOf<Job>): NextLook => {
  const { desired, observed: { status } } = round
  if (status.reconciliationStatus.lastReconciledSpec === null) return atInterval(round)
  const untilAsked = host.untilAsked(round)
  if (isTerminal(status.jobStatus.state)) return untilAsked === null ? nextLookAtEnded(round) : atInterval(round)
  // keep observing: objects of the cluster may exist although no job was ever started
  if ((host.ownJobManager(round) ?? 'MISSING') === 'MISSING' && isCreatedSuspended(desired, status)) return atInterval(round)
  return untilAsked ?? nextLookAtJob(round)
}

const nextLookAtJob = (round: JobRound): NextLook => {
  const { observed: { status, facts: { jobs } }, env } = round
  const seldom = env.options.observerProgressCheckInterval
  if (jobs?._tag === 'Unknown') return { after: seldom, waitingFor: `Flink to be reached (${jobs.reason}: ${jobs.message})` }
  if (status.jobStatus.state === 'RUNNING') return nextLookAtRunning(round)
  return isMissed(status, env.now) ? { after: seldom, waitingFor: 'the JobManager to list the job' }
    : { after: pollMillis, waitingFor: 'all tasks of the job to run' }
}

const nextLookAtEnded = (round: Pick<JobRound, 'observed' | 'env'>): NextLook => {
  const { observed: { status: { operatorRecord } }, env } = round
  const readableAt = (operatorRecord.terminalSince ?? env.now) + checkpointCacheMillis
  return !isDefinite(operatorRecord.lastState) && env.now <= readableAt + checkpointCacheMillis
    ? { after: Math.max(pollMillis, readableAt - env.now), waitingFor: 'Flink to show the last checkpoint of the job' }
    : atInterval(round)
}

const nextLookAtRunning = (round: JobRound): NextLook => {
  const { desired: { deployed }, observed: { status }, env } = round
  const left = deployed._tag === 'Deployed' && !isStable(status)
    ? (untilStable(status, deployed.running.options.deploymentStabilityWindow, env.now) ?? 0) : 0
  return left > 0 ? { after: Math.max(pollMillis, left), waitingFor: 'the job to run for the stability window' } : atInterval(round)
}
