import type { JobOverview } from '../../../fact/flink-rest.ts'
import { effectiveState } from '../../../job/seen/observe-job.ts'
import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import { revivalOf, sameRunText } from '../../../job/seen/revived-job.ts'
import { retentionQuery } from '../../../job/stop/stop-request.ts'
import type { Query } from '../../../query/query.ts'
import { unanswered } from '../../../query/unanswered.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { isDefinite, stateOfRunningJob } from '../../../resource/last-state.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import { withJob, withRecord } from '../../../round/status-change.ts'
import { isSubmitTakenAway, isSubmittedBefore, perhapsSubmitted } from '../submit/adopted-submit.ts'
import { sessionIncarnationQueries } from '../session-job-queries.ts'
import { readyCluster, type ReadyCluster, type Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked, needsFacts } from '../../../round/waiting-situation.ts'
import { upgradeAnswer } from '../upgrade/upgrade.ts'
import type { SubmittedSessionJob } from '../work.ts'
import { isStateless } from '../../../resource/upgrade-mode.ts'

/** Jobs of this resource, by their ids, which are alive. */
export const aliveOwn = (
  { desired: { meta }, observed: { facts: { jobs } } }: Pick<Round, 'desired' | 'observed'>,
): readonly JobOverview[] =>
  jobs?._tag !== 'Known' ? [] : jobs.value.filter(({ jobId, state }) => isJobIdOf(meta.uid, jobId) && !isTerminal(state))

/** Is it listed, and has not ended? Also one that another operator submitted, whose id tells nothing. */
export const isAlive = ({ observed: { facts: { jobs } } }: Pick<Round, 'observed'>, jobId: string | null): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(job => job.jobId === jobId && !isTerminal(job.state))

/**
 * A job of this resource is alive, and the status does not tell of it: its submit was given up and came late, or the status is an older one
 * that somebody put back (P25, B02). It is stopped before anything else is started.
 *
 * | row | the recorded job | the mode | then |
 * |---|---|---|---|
 * | Q12 | is alive as well | any | the stray is cancelled: it began from an older state |
 * | Q12 | is not | stateless | the stray is cancelled |
 * | Q12 | is not | with state | the stray is taken for the job, and stopped with its state |
 * | Q12, Q26 | is of a submit whose operation somebody took away | stateless | cancelled; not listed: waited for as long as it may come |
 * | Q12 | is the one that is alive, and is recorded as suspended or ended (B26) | any | cancelled: what it left is known; the very run that is recorded: told (A12) |
 */
export const strayJob = (round: Round, deployed: SubmittedSessionJob): Situation | null => {
  const { desired: { wanted }, observed: { status } } = round
  const alive = aliveOwn(round)
  const recorded = status.jobStatus.jobId
  const stray = alive.find(({ jobId }) => jobId !== recorded)
  if (stray === undefined) return takenAway(round) ?? revivedJob(round, deployed)
  const reason = `job ${stray.jobId} of this resource is alive, and the status does not tell of it`
  const isRecordedAlive = deployed.reconciled.job.state === 'running' && isAlive(round, recorded)
  if (isRecordedAlive || wanted === null || isStateless(wanted.job.upgradeMode))
    return { _tag: 'StrayJob', row: 'Q12', jobId: stray.jobId, stop: null, reason }
  const cluster = readyCluster(round)
  const taken = takenOver(round, stray)
  const missing = cluster === null ? []
    : unanswered(round.observed.facts, [...sessionIncarnationQueries(cluster.deployed), ...retentionQuery(taken)])
  if (missing.length > 0) return needsFacts('Q12', missing, reason)
  const answer = upgradeAnswer(taken, deployed, wanted)
  const checkpoints = answer._tag === 'Available' || cluster === null ? [] : checkpointQueries(round, cluster, stray)
  if (checkpoints.length > 0) return needsFacts('Q12', checkpoints, reason)
  return answer._tag === 'Available' ? { _tag: 'StrayJob', row: 'Q12', jobId: stray.jobId, stop: { round: taken, answer }, reason }
    : blocked('Q12', `job ${stray.jobId}, which is ${stray.state}, to be stopped with its state`, null)
}

/**
 * What tells which state a cancel would leave. Not while those of the recorded job may be asked for: a round holds the checkpoints of one.
 */
const checkpointQueries = (
  { observed: { status: { jobStatus: recorded, operatorRecord: { lastState } }, facts } }: Round,
  { deployed: { endpoint } }: ReadyCluster,
  { jobId }: JobOverview,
): readonly Query[] => {
  const isAskedFor = (isTerminal(recorded.state) && !isDefinite(lastState)) || recorded.savepointInfo.triggerId !== null
    || recorded.checkpointInfo.triggerId !== null
  return recorded.jobId !== null && isAskedFor ? [] : unanswered(facts, [{ _tag: 'GetCheckpoints', endpoint, jobId }])
}

/** With state nothing is started where it is not known what was submitted (rows R). */
const takenAway = (round: Round): Situation | null => {
  const { desired: { wanted }, observed: { status, facts: { jobs } } } = round
  const { jobId } = status.jobStatus
  if (jobId === null || wanted === null || !isStateless(wanted.job.upgradeMode) || !isSubmitTakenAway(status)) return null
  const reason = `job ${jobId} was being submitted, and status.operation is gone`
  if (isAlive(round, jobId)) return { _tag: 'StrayJob', row: 'Q12', jobId, stop: null, reason }
  const isEnded = jobs?._tag === 'Known' && jobs.value.some(job => job.jobId === jobId)
  return isEnded ? null : perhapsSubmitted(round, wanted)
}

/** The operator before may have submitted it under the id that it had recorded: that one is taken over (row Q26). */
const revivedJob = (round: Round, deployed: SubmittedSessionJob): Situation | null => {
  const { desired: { wanted }, observed: { status: { jobStatus: { jobId } } } } = round
  const revival = jobId === null || isSubmittedBefore(round) !== 'No' ? 'No'
    : revivalOf(round, deployed, isStateless(wanted?.job.upgradeMode))
  if (jobId === null || revival === 'No') return null
  return revival === 'SameRun' ? blocked('Q12', 'a person to say what is right', upgradeProblem('RestoreFailed', sameRunText(jobId)))
    : { _tag: 'StrayJob', row: 'Q12', jobId, stop: null, reason: 'a job that is not to run is alive' }
}

/** As if the status told of it. */
const takenOver = (round: Round, job: JobOverview): Round => {
  const { observed } = round
  const status = withRecord(
    withJob(observed.status, { jobId: job.jobId, state: effectiveState(job), startTime: String(job.startTime), jobName: job.name }),
    { lastState: stateOfRunningJob, terminalSince: null, jobMissedSince: null },
  )
  return { ...round, observed: { ...observed, status } }
}
