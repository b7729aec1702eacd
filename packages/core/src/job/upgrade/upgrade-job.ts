import { restoreByHand, stateShown } from '../report/unblocks-job.ts'
import { operator } from '../../contract/round/unblocked-by.ts'
import type { RowText } from '../../contract/round/row.ts'
import { unanswered } from '../../contract/query/unanswered.ts'
import { isTerminal } from '../../contract/resource/job-state.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { lastStateMarker } from '../../contract/resource/operation.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'
import { blocked, needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { DeployedJob, JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import { upgradeProblem } from '../report/upgrade-problem.ts'
import { type UpgradeAnswer, whatAPersonCanDo } from './upgrade-answer.ts'

/**
 * The rows that answer for `edit`: whether the job can be stopped with its state for the edit. Most are followed by the row of the upgrade
 * mode.
 */
export const editRows: readonly RowText[] = [
  { id: 'edit/retry-later', when: 'the operator waits before it tries again' },
  { id: 'edit/stop', when: 'the job can be stopped with its state' },
  { id: 'edit/to-query', when: 'facts are missing' },
  { id: 'edit/user-decides', when: "the state of the job is unknown or can't be kept: a user has to decide" },
  { id: 'edit/not-available', when: "the job can't be stopped with its state now" },
  { id: 'edit/suspend-ended', when: 'the job has ended, and the edit suspends it' },
]

/** The rows `edit/…`: the edit needs a restart, and the job has to be stopped with its state (control-flow.md, section 5). */
export const upgradeJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { deployed, wanted }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
): LifecycleSituation<Job> => {
  const { observed: { status }, env } = round
  const { retryAt } = status.operatorRecord
  if (retryAt !== null && env.now < retryAt)
    return {
      ...blocked(
        'edit/retry-later',
        'the time of the next attempt',
        operator('the operator retries at the time of the next attempt; it tries a new edit at once'),
      ),
      holdsUpAll: true,
    }
  const unseen = host.unseenStart(round)
  if (unseen.length > 0)
    return needsFacts('edit/not-available, stop-without-job/jobmanager-never-started', unseen, 'did the JobManager ever start?')
  const cancelling = isStateless(wanted.job.upgradeMode) ? host.cancelBeforeRedeploy(round, deployed) : null
  if (cancelling !== null) return cancelling
  const answer = host.upgradeAnswer(round, deployed, wanted)
  // a job that ended is suspended as it is; its restore source is decided when it is resumed
  if (answer._tag === 'Blocked' && wanted.job.state === 'suspended' && isTerminal(status.jobStatus.state))
    return {
      _tag: 'SuspendedToRecord',
      row: `edit/suspend-ended, ${answer.row}`,
      wanted,
      reason: 'the job has ended: it is suspended, and its restore source is decided when it is resumed',
    }
  return answer._tag === 'Available'
    ? host.stopsLater(round, answer)
      ?? { _tag: 'UpgradeDue', row: `edit/stop, ${answer.row}`, answer, wanted, deployed, reason: answer.reason }
    : notYet(host, round, deployed, answer)
}

/** Adds for the user who has to choose what is known about the recorded path, and what is not (L2). */
const unprovedPath = ({ jobStatus: { state, upgradeSavepointPath }, operatorRecord: { lastState } }: JobLifecycleStatus): string =>
  state !== 'FINISHED' || isDefinite(lastState) || upgradeSavepointPath === null || upgradeSavepointPath === lastStateMarker ? ''
    : ` The recorded path ${upgradeSavepointPath} may not be the last state of the FINISHED job: a savepoint that it was stopped with would be newer.`

/**
 * The job can't be stopped with its state now: query, wait, or ask the user. This is no failure, and the operator never gives it up (E-7).
 */
export const notYet = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { endpoint }: DeployedJob<Job>,
  answer: Exclude<UpgradeAnswer, { _tag: 'Available' }>,
): LifecycleSituation<Job> => {
  const { status, facts } = round.observed
  switch (answer._tag) {
    case 'LookFirst': {
      const queries = answer.at === 'HaMetadata' ? host.haMetadataQueries(round)
        : unanswered(facts, [{ _tag: 'GetCheckpoints', endpoint, jobId: status.jobStatus.jobId ?? '' }])
      return queries.length > 0 ? needsFacts(`edit/to-query, ${answer.row}`, queries, answer.reason)
        : blocked(`edit/to-query, ${answer.row}`, answer.reason, stateShown)
    }
    case 'Blocked':
      return blocked(
        `edit/user-decides, ${answer.row}`,
        'the user to restore the job',
        restoreByHand,
        upgradeProblem(answer.eventReason, `${answer.error}${unprovedPath(status)} ${whatAPersonCanDo}`),
      )
    case 'NotAvailable': {
      const { unseen, waitingFor, unblockedBy } = host.notAvailable(round, answer)
      return unseen.length > 0 ? needsFacts(`edit/not-available, ${answer.row}`, unseen, 'did the JobManager ever start?')
        : {
          ...blocked(
            `edit/not-available, ${answer.row}`,
            waitingFor,
            unblockedBy,
            answer.reported === undefined ? null : upgradeProblem('UpgradeFailed', answer.reported),
          ),
          ...(answer.allowOther ? {} : { holdsUpAll: true }),
        }
    }
  }
}
