import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import { unanswered } from '../../../query/unanswered.ts'
import type { Query } from '../../../query/query.ts'
import { haltedSource } from '../submit/source.ts'
import { snapshotStep } from '../../../job/snapshot/next-snapshot-step.ts'
import { baseAnswer } from '../../../job/upgrade/base-upgrade-mode.ts'
import { jobUpgradeInputs } from '../../../job/upgrade/job-upgrade-inputs.ts'
import { rollbackIsDue, rollbackIsPossible, rollbackIsWanted, rollbackMode } from '../../../job/upgrade/rollback-obstacles.ts'
import { type UpgradeAnswer, whatAPersonCanDo } from '../../../job/upgrade/upgrade-answer.ts'
import { withMode } from '../../../job/upgrade/with-mode.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-change.ts'
import { lostJob } from '../recovery/lost-job.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { type Blocked, blocked, needsFacts } from '../../../round/waiting-situation.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from '../work.ts'

/**
 * How can the job be stopped so that the wanted spec goes on from its state (session-snapshot-bluegreen.md, section 2.6)? Last-state is
 * always by cancel and the last checkpoint: HA metadata of the cluster is never the restore source of one job in it.
 */
export const upgradeAnswer = (round: Round, { running, reconciled }: SubmittedSessionJob, wanted: ConfiguredSessionJob): UpgradeAnswer =>
  baseAnswer({
    ...jobUpgradeInputs(round, wanted, running, reconciled.job.upgradeMode),
    haMetadata: 'NotAvailable',
    haCheckpoint: 'Unknown',
    haOnInWanted: false,
    haOnInDeployed: running.options.highAvailability !== 'none',
    // both are the cluster's
    versionChanged: false,
    jobCancelEnabled: true,
    jobManagerNeverStarted: false,
    jobManagerMadeAnew: false,
  })

/** Rows U: an edit can't be done in place, and the job is to be stopped with its state (control-flow.md, section 5). */
export const upgradeSituation = (round: Round, submitted: SubmittedSessionJob, wanted: ConfiguredSessionJob): Situation => {
  const { observed: { status }, env } = round
  const { retryAt } = status.operatorRecord
  if (retryAt !== null && env.now < retryAt) return { ...blocked('U1', 'the time of the next attempt', null), holdsUpAll: true }
  const answer = upgradeAnswer(round, submitted, wanted)
  // an ended job is suspended as it is: what it goes on from is asked when it is to run again
  if (answer._tag === 'Blocked' && wanted.job.state === 'suspended' && isTerminal(status.jobStatus.state))
    return {
      _tag: 'SuspendedToRecord',
      row: `U6 ${answer.row}`,
      wanted,
      reason: 'the job has ended: it is suspended, and what it is to go on from is asked when it is resumed',
    }
  const change = clusterChange(round)
  if (answer._tag === 'Available' && answer.restoreMode !== 'stateless' && change !== null)
    return besides(round, submitted, blocked('U7', stopsLater(change), null))
  return answer._tag === 'Available' ? { _tag: 'UpgradeDue', row: `U2 ${answer.row}`, answer, wanted, submitted, reason: answer.reason }
    : besides(round, submitted, notYet(round, submitted, answer))
}

/**
 * What does not depend on an upgrade that is not possible now goes on beside it: a job that is lost or failed is started again as it was
 * submitted, for without it the edit may never be possible (V02); and snapshots (control-flow.md, section 4.4/2a; B33).
 */
const besides = (round: Round, submitted: SubmittedSessionJob, upgraded: Situation): Situation => {
  if (upgraded._tag !== 'Blocked' && upgraded._tag !== 'NeedsFacts') return upgraded
  const step = snapshotStep(round, submitted)
  if (upgraded._tag === 'NeedsFacts')
    return step?._tag === 'Look' ? { ...upgraded, queries: [...upgraded.queries, ...step.queries] } : upgraded
  const recovered = upgraded.holdsUpAll === true ? null : besideWaitingEdit(round, submitted, upgraded)
  if (recovered !== null) return recovered
  if (step === null) return upgraded
  const reason = `${step.reason}, while the upgrade waits: ${upgraded.reason}`
  return { _tag: 'Snapshot', row: `Q40 ${step.row} ${upgraded.row}`, step: { ...step, reason }, reason }
}

const besideWaitingEdit = (round: Round, submitted: SubmittedSessionJob, { problem, reason }: Blocked): Situation | null => {
  const found = failedJob(round, submitted) ?? lostJob(round, submitted)
  if (found?._tag === 'StartAgain') return { ...found, reason: `${found.reason}, while the edit waits: ${reason}` }
  // it waits as well: of the two, people are told the one that says what they can do
  return found?._tag === 'NeedsFacts' || (found?._tag === 'Blocked' && problem === null && found.problem !== null) ? found : null
}

/** The job can't be stopped with its state now: look, wait, or ask a person. It is no failure, and is never given up (E-7). */
export const notYet = (
  round: Round,
  { endpoint }: SubmittedSessionJob,
  answer: Exclude<UpgradeAnswer, { _tag: 'Available' }>,
): Situation => {
  const { status, facts } = round.observed
  switch (answer._tag) {
    case 'LookFirst': {
      const queries: readonly Query[] = unanswered(facts, [{ _tag: 'GetCheckpoints', endpoint, jobId: status.jobStatus.jobId ?? '' }])
      return queries.length > 0 ? needsFacts(`U3 ${answer.row}`, queries, answer.reason) : blocked(`U3 ${answer.row}`, answer.reason, null)
    }
    case 'Blocked':
      return blocked(
        `U4 ${answer.row}`,
        'a person to restore the job',
        upgradeProblem(answer.eventReason, `${answer.error} ${whatAPersonCanDo}`),
      )
    case 'NotAvailable':
      return {
        ...blocked(
          `U5 ${answer.row}`,
          answer.reason,
          answer.told === undefined ? null
            : upgradeProblem('UpgradeFailed', answer.told),
        ),
        ...(answer.allowOther ? {} : { holdsUpAll: true }),
      }
  }
}

/** control-flow.md, section 4.9: the job is stopped for its last stable spec. Null: it is not time for that, or there is none. */
export const rollbackSituation = (round: Round, submitted: SubmittedSessionJob): Situation | null => {
  const obstacle = [...rollbackIsWanted, ...rollbackIsPossible, ...rollbackIsDue].find(({ holds }) => holds(round, submitted))
  const { stable } = round.desired
  if (obstacle !== undefined || stable === null) return null
  const answer = upgradeAnswer(round, submitted, withMode(stable, rollbackMode(round)))
  return answer._tag === 'Available'
    ? {
      _tag: 'RollbackDue',
      row: `4.9/8 ${answer.row}`,
      answer,
      stable,
      submitted,
      reason: `the spec did not become stable in time: ${answer.reason}`,
    }
    : notYet(round, submitted, answer)
}

/** Row Q36: the job failed, and failed jobs are restarted. */
export const failedJob = (round: Round, submitted: SubmittedSessionJob): Situation | null =>
  round.observed.status.jobStatus.state === 'FAILED' && submitted.running.options.jobRestartFailed ? restartFailed(round, submitted) : null

/** A job that FAILED is started again, from its definite last state (control-flow.md, section 4.10/1). */
const restartFailed = (round: Round, submitted: SubmittedSessionJob): Situation => {
  const mode = round.desired.wanted?.job.upgradeMode === 'stateless' ? 'stateless' : 'last-state'
  const answer = upgradeAnswer(round, submitted, withMode(submitted.running, mode))
  if (answer._tag !== 'Available') return notYet(round, submitted, answer)
  const source = haltedSource(round, withMode(submitted.running, answer.restoreMode))
  return source._tag === 'Empty' || source._tag === 'Path'
    ? {
      _tag: 'StartAgain',
      purpose: 'RestartFailed',
      row: `Q36 ${answer.row}`,
      source,
      submitted,
      reason: `the job failed and is restarted: ${source.reason}`,
    }
    : blocked('Q36', source._tag === 'Blocked' ? source.error : source.reason, null)
}
