import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import type { JobFacts } from '../../../fact/job-facts.ts'
import { isMissedForGood } from '../../../job/seen/observe-job.ts'
import { whatAPersonCanDo } from '../../../job/upgrade/upgrade-answer.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import { stateUnderDeploy } from '../../../resource/last-state.ts'
import type { EpochMillis } from '../../../resource/time.ts'
import { withRecord } from '../../../round/status-change.ts'
import { absenceOf } from '../seen/job-absence.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked, needsFacts } from '../../../round/waiting-situation.ts'
import type { ConfiguredSessionJob } from '../work.ts'
import { isStateless } from '../../../resource/upgrade-mode.ts'

/**
 * The reference operator wrote the id of its submit down, and that it does not know the job's state (section 2.5/2). It may have died
 * before it sent anything, and after.
 */
const isWrittenAhead = (
  { jobStatus: { jobId, state }, operatorRecord: { attempts }, operation, reconciliationStatus }: FlinkSessionJobStatus,
): boolean =>
  attempts === 0 && operation === null && reconciliationStatus.state === 'UPGRADING' && jobId !== null && state === 'RECONCILING'

/**
 * A submit of ours was under way, and somebody took its operation away, or its job id: how far it came nothing tells any more (P25). Of a
 * job that is recorded as deployed what is contradicted is something else: it is looked for, and observed, like any other.
 */
export const isSubmitTakenAway = (
  { operation, jobStatus: { jobId, state }, operatorRecord: { lastState }, reconciliationStatus }: FlinkSessionJobStatus,
): boolean =>
  operation === null && jobId !== null && lastState._tag === 'Unknown'
  && (lastState.why === 'DeployUnderWay'
    || (lastState.why === 'Contradicted' && state === 'RECONCILING' && reconciliationStatus.state === 'UPGRADING'))

/**
 * The same where also `operatorRecord.lastState` was taken away. Of a job that was stopped RECONCILING tells that its next one was sent: no
 * state that is named beside it may be gone on from before it is known what that one did (P01, P25).
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

/** Did it submit the job? */
export const isSubmittedBefore = ({ observed: { status, facts } }: Pick<Round, 'observed'>): 'Yes' | 'Perhaps' | 'No' =>
  !isWrittenAhead(status) ? 'No' : isListed(status, facts) ? 'Yes' : 'Perhaps'

/** Since when is the job missed that it may have submitted? */
export const observeAdoptedSubmit = (
  status: FlinkSessionJobStatus,
  facts: Pick<JobFacts, 'jobs'>,
  now: EpochMillis,
): FlinkSessionJobStatus =>
  (isWrittenAhead(status) || isSubmitTakenAway(status)) && facts.jobs?._tag === 'Known' && status.operatorRecord.jobMissedSince === null
    && !isListed(status, facts)
    ? withRecord(status, { jobMissedSince: now }) : status

/**
 * Row Q26, where Flink does not list it. A stateless job has nothing to lose: it is submitted anew as soon as the first can not come any
 * more (B02). What one with state did, if it ran, nobody knows (P01). Null: it did not come, and is not needed.
 */
export const perhapsSubmitted = (round: Round, wanted: ConfiguredSessionJob): Situation | null => {
  const { observed: { status }, env } = round
  const { jobId } = status.jobStatus
  const found = `The operator before may have submitted job ${jobId ?? ''}, which Flink does not list.`
  const waits = (what: string, next: string): Situation => blocked('Q26', what, upgradeProblem('RestoreFailed', `${found} ${next}`))
  const listed = 'Flink to list the job that the operator before may have submitted'
  if (!isStateless(wanted.job.upgradeMode)) return waits(listed, `If it does not come: ${whatAPersonCanDo}`)
  const cluster = readyCluster(round)
  if (cluster === null || !isMissedForGood(status, env.now))
    return waits(listed, 'It is waited for, for ten minutes; then the job is started from empty state.')
  const absence = absenceOf(round, cluster, jobId)
  switch (absence._tag) {
    case 'Look':
      return needsFacts('Q26', absence.queries, 'does HA metadata bring back the job that the operator before may have submitted?')
    case 'Perhaps':
      return waits(absence.why, 'HA metadata of it may bring it back, and is waited for.')
    case 'Gone':
      return null
  }
}
