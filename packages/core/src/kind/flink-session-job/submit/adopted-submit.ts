import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../../contract/query/ask.ts'
import { cluster } from '../../../contract/round/unblocked-by.ts'
import { upgradeProblem } from '../../../job/report/job-problem.ts'
import type { JobFacts } from '../../../contract/fact/cluster-facts.ts'
import { isMissedForGood } from '../../../job/observe/observe-job.ts'
import { whatAPersonCanDo } from '../../../job/upgrade/upgrade-answer.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { stateUnderDeploy } from '../../../contract/resource/last-state.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import { withRecord } from '../../../contract/round/status-change.ts'
import { absenceOf } from '../observe/job-absence.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked, needsFacts } from '../../../contract/round/waiting-situation.ts'
import type { ConfiguredSessionJob } from '../work.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'

const listedOrChosen = cluster('Flink lists the job that the previous operator submitted; else choose a state yourself')

/**
 * True if the reference operator recorded the id of its submit and an unknown job state (section 2.5/2). It may have died before or after
 * it sent the request.
 */
const isWrittenAhead = (
  { jobStatus: { jobId, state }, operatorRecord: { attempts }, operation, reconciliationStatus }: FlinkSessionJobStatus,
): boolean =>
  attempts === 0 && operation === null && reconciliationStatus.state === 'UPGRADING' && jobId !== null && state === 'RECONCILING'

/**
 * True if a submit of ours was in progress and another party removed its operation, or its job id: its progress is then unknown (P25). A
 * job recorded as deployed is another case: it is looked for and observed like any other job.
 */
export const isSubmitTakenAway = (
  { operation, jobStatus: { jobId, state }, operatorRecord: { lastState }, reconciliationStatus }: FlinkSessionJobStatus,
): boolean =>
  operation === null && jobId !== null && lastState._tag === 'Unknown'
  && (lastState.why === 'DeployUnderWay'
    || (lastState.why === 'Contradicted' && state === 'RECONCILING' && reconciliationStatus.state === 'UPGRADING'))

/**
 * The same if `operatorRecord.lastState` was removed too. For a stopped job, RECONCILING shows that its next submit was sent. No state
 * named beside it may be restored before it is known what that submit did (P01, P25).
 */
export const withSubmitTakenAway = (status: FlinkSessionJobStatus, isRecordedSuspended: boolean): FlinkSessionJobStatus => {
  const { operation, jobStatus: { state }, operatorRecord: { attempts, lastState }, reconciliationStatus } = status
  const isSent = operation === null && state === 'RECONCILING' && attempts > 0 && isRecordedSuspended
    && (reconciliationStatus.state === 'UPGRADING' || reconciliationStatus.state === 'ROLLING_BACK')
  return isSent && lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'
    ? withRecord(status, { lastState: stateUnderDeploy }) : status
}

const isListed = (
  { jobStatus: { jobId } }: FlinkSessionJobStatus,
  { jobs }: Pick<JobFacts, 'jobs'>,
): boolean => jobs?._tag === 'Known' && jobs.value.some(it => it.jobId === jobId)

/** Did the previous operator submit the job? */
export const isSubmittedBefore = ({ observed: { status, facts } }: Pick<Round, 'observed'>): 'Yes' | 'Perhaps' | 'No' =>
  !isWrittenAhead(status) ? 'No' : isListed(status, facts) ? 'Yes' : 'Perhaps'

/** Records since when a job is missing that the previous operator may have submitted. */
export const observeAdoptedSubmit = (
  status: FlinkSessionJobStatus,
  facts: Pick<JobFacts, 'jobs'>,
  now: EpochMillis,
): FlinkSessionJobStatus =>
  (isWrittenAhead(status) || isSubmitTakenAway(status)) && facts.jobs?._tag === 'Known' && status.operatorRecord.jobMissedSince === null
    && !isListed(status, facts)
    ? withRecord(status, { jobMissedSince: now }) : status

/**
 * Row started-before if Flink does not list the job. A stateless job has nothing to lose: it is submitted again as soon as the first submit
 * can no
 * longer take effect (B02). For a job with state, it is unknown what it did if it ran (P01). Null: it did not start, and is not needed.
 */
export const perhapsSubmitted = (round: Round, wanted: ConfiguredSessionJob): Situation | null => {
  const { observed: { status }, env } = round
  const { jobId } = status.jobStatus
  const found = `The previous operator may have submitted job ${jobId ?? ''}, which Flink does not list.`
  const waits = (what: string, next: string): Situation =>
    blocked('started-before', what, listedOrChosen, upgradeProblem('RestoreFailed', `${found} ${next}`))
  const listed = 'Flink to list the job that the previous operator may have submitted'
  if (!isStateless(wanted.job.upgradeMode)) return waits(listed, `If it does not appear: ${whatAPersonCanDo}`)
  const cluster = readyCluster(round)
  if (cluster === null || !isMissedForGood(status, env.now))
    return waits(listed, 'The operator waits ten minutes for it, and then starts the job from empty state.')
  return pipe(
    absenceOf(round, cluster, jobId),
    E.map(absence =>
      absence._tag === 'Gone' ? null : waits(absence.why, 'The JobManager may recover it from HA metadata; the operator waits for that.')
    ),
    orLook(queries =>
      needsFacts('started-before', queries, 'does HA metadata hold the job that the previous operator may have submitted?')
    ),
  )
}
