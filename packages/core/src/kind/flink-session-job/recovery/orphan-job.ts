import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { restoreByHand, upgradeProblem } from '../../../job/report/job-problem.ts'
import { cluster } from '../../../contract/round/unblocked-by.ts'
import type { JobOverview } from '../../../contract/fact/flink-rest.ts'
import { effectiveState } from '../../../job/observe/observe-job.ts'
import { revivalOf, sameRunText } from '../../../job/observe/revived-job.ts'
import { retentionQuery } from '../../../job/stop/begin-stop.ts'
import type { Query } from '../../../contract/query/query.ts'
import { inStages, orLook } from '../../../contract/query/ask.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { isDefinite, stateOfRunningJob } from '../../../contract/resource/last-state.ts'
import { isJobIdOf, isOfEarlierAttempt } from '../../../contract/resource/mint-id.ts'
import { withJob, withRecord } from '../../../contract/round/status-change.ts'
import { isSubmitTakenAway, isSubmittedBefore, perhapsSubmitted } from '../submit/adopted-submit.ts'
import { sessionIncarnationQueries, readyCluster, type ReadyCluster, type Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked, needsFacts } from '../../../contract/round/waiting-situation.ts'
import { upgradeAnswer } from '../upgrade/upgrade.ts'
import type { SubmittedSessionJob } from '../work.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'

const stoppable = cluster('the job that the status does not record reaches a state in which it can be stopped')

/** Live jobs whose ids were generated for this resource. */
export const aliveOwn = (
  { desired: { meta }, observed: { facts: { jobs } } }: Pick<Round, 'desired' | 'observed'>,
): readonly JobOverview[] =>
  jobs?._tag !== 'Known' ? [] : jobs.value.filter(({ jobId, state }) => isJobIdOf(meta.uid, jobId) && !isTerminal(state))

/** True if a job of a later attempt than the recorded one is alive: what the recorded one left is older, and is not read. */
export const isLaterAlive = (round: Pick<Round, 'desired' | 'observed'>): boolean => {
  const { desired: { meta }, observed: { status: { jobStatus: { jobId } } } } = round
  return jobId !== null && aliveOwn(round).some(job => isOfEarlierAttempt(meta, jobId, job.jobId))
}

/** Does Flink list the job as not ended? This includes a job of another operator, whose id does not show its resource. */
export const isAlive = ({ observed: { facts: { jobs } } }: Pick<Round, 'observed'>, jobId: string | null): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(job => job.jobId === jobId && !isTerminal(job.state))

/**
 * A job of this resource is alive, but the status does not record it: its submit was abandoned and took effect late, or another party
 * restored an older status (P25, B02). The operator stops it before it starts anything else.
 *
 * | row | the recorded job | upgrade mode | then |
 * |---|---|---|---|
 * | unrecorded-job | is alive as well | any | the orphan is cancelled: it started from an older state |
 * | unrecorded-job | is not alive | stateless | the orphan is cancelled |
 * | unrecorded-job | is not alive, and is of a later attempt than the orphan | with state | the orphan is cancelled: the state of the recorded job is newer |
 * | unrecorded-job | is not alive | with state | the orphan is taken over as the job, and stopped with its state |
 * | unrecorded-job, started-before | belongs to a submit whose operation another party removed | stateless | it is cancelled; if Flink does not list it, the operator waits as long as it may appear |
 * | unrecorded-job | is itself the live job, and is recorded as suspended or ended (B26) | any | it is cancelled, because its last state is known; if it is the recorded run itself, it is reported (A12) |
 */
export const orphanJob = (round: Round, deployed: SubmittedSessionJob): Situation | null => {
  const { desired: { meta, wanted }, observed: { status } } = round
  const alive = aliveOwn(round)
  const recorded = status.jobStatus.jobId
  const orphan = alive.find(({ jobId }) => jobId !== recorded)
  if (orphan === undefined) return removedSubmit(round) ?? revivedJob(round, deployed)
  const reason = `job ${orphan.jobId} of this resource is alive, but the status does not record it`
  const isRecordedAlive = deployed.reconciled.job.state === 'running' && isAlive(round, recorded)
  const isEarlier = isOfEarlierAttempt(meta, orphan.jobId, recorded)
  if (isRecordedAlive || isEarlier || wanted === null || isStateless(wanted.job.upgradeMode))
    return { _tag: 'OrphanJob', row: 'unrecorded-job', jobId: orphan.jobId, stop: null, reason }
  const cluster = readyCluster(round)
  const taken = takenOver(round, orphan)
  const answer = upgradeAnswer(taken, deployed, wanted)
  return pipe(
    round.observed.facts,
    inStages(
      () => (cluster === null ? [] : [...sessionIncarnationQueries(cluster.deployed), ...retentionQuery(taken)]),
      () => (answer._tag === 'Available' || cluster === null ? [] : checkpointQueries(round, cluster, orphan)),
    ),
    E.map((): Situation =>
      answer._tag === 'Available'
        ? { _tag: 'OrphanJob', row: 'unrecorded-job', jobId: orphan.jobId, stop: { round: taken, answer }, reason }
        : blocked('unrecorded-job', `job ${orphan.jobId}, which is ${orphan.state}, to be stopped with its state`, stoppable)
    ),
    orLook(queries => needsFacts('unrecorded-job', queries, reason)),
  )
}

/**
 * The query for the state that a cancel would leave. Not while the checkpoints of the recorded job may be queried: a round holds the
 * checkpoints of one job only.
 */
const checkpointQueries = (round: Round, { deployed: { endpoint } }: ReadyCluster, { jobId }: JobOverview): readonly Query[] => {
  const { status: { jobStatus: recorded, operatorRecord: { lastState } } } = round.observed
  const isLastStateAsked = isTerminal(recorded.state) && !isDefinite(lastState) && !isLaterAlive(round)
  const isAskedFor = isLastStateAsked || recorded.savepointInfo.triggerId !== null
    || recorded.checkpointInfo.triggerId !== null
  return recorded.jobId !== null && isAskedFor ? [] : [{ _tag: 'GetCheckpoints', endpoint, jobId }]
}

/**
 * A stateless submit whose operation another party removed. For a job with state, rows R refuse to start anything while the submitted job
 * is unknown.
 */
const removedSubmit = (round: Round): Situation | null => {
  const { desired: { wanted }, observed: { status, facts: { jobs } } } = round
  const { jobId } = status.jobStatus
  if (jobId === null || wanted === null || !isStateless(wanted.job.upgradeMode) || !isSubmitTakenAway(status)) return null
  const reason = `job ${jobId} was being submitted, and status.operation is gone`
  if (isAlive(round, jobId)) return { _tag: 'OrphanJob', row: 'unrecorded-job', jobId, stop: null, reason }
  const isEnded = jobs?._tag === 'Known' && jobs.value.some(job => job.jobId === jobId)
  return isEnded ? null : perhapsSubmitted(round, wanted)
}

/**
 * The recorded job is alive again although it should not run. A job that the previous operator may have submitted under the recorded id is
 * taken over instead (row started-before).
 */
const revivedJob = (round: Round, deployed: SubmittedSessionJob): Situation | null => {
  const { desired: { wanted }, observed: { status: { jobStatus: { jobId } } } } = round
  const revival = jobId === null || isSubmittedBefore(round) !== 'No' ? 'No'
    : revivalOf(round, deployed, isStateless(wanted?.job.upgradeMode))
  if (jobId === null || revival === 'No') return null
  return revival === 'SameRun'
    ? blocked('unrecorded-job', 'a user to decide which state is right', restoreByHand, upgradeProblem('RestoreFailed', sameRunText(jobId)))
    : { _tag: 'OrphanJob', row: 'unrecorded-job', jobId, stop: null, reason: 'a job that should not run is alive' }
}

/** The round as if the status recorded this job. */
const takenOver = (round: Round, job: JobOverview): Round => {
  const { observed } = round
  const status = withRecord(
    withJob(observed.status, { jobId: job.jobId, state: effectiveState(job), startTime: String(job.startTime), jobName: job.name }),
    { lastState: stateOfRunningJob, terminalSince: null, jobMissedSince: null },
  )
  return { ...round, observed: { ...observed, status } }
}
