import { unanswered } from '../../query/unanswered.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { lastStateMarker } from '../../resource/operation.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { DeployedJob, JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import { upgradeProblem } from '../told/upgrade-problem.ts'
import { type UpgradeAnswer, whatAPersonCanDo } from './upgrade-answer.ts'

/** Rows U: an edit can't be done in place, and the job is to be stopped with its state (control-flow.md, section 5). */
export const upgradeJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { deployed, wanted }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
): LifecycleSituation<Job> => {
  const { observed: { status }, env } = round
  const { retryAt } = status.operatorRecord
  if (retryAt !== null && env.now < retryAt) return { ...blocked('U1', 'the time of the next attempt', null), holdsUpAll: true }
  const unseen = host.unseenStart(round)
  if (unseen.length > 0) return needsFacts('U5 5.6/c', unseen, 'did the JobManager ever start?')
  const cancelling = isStateless(wanted.job.upgradeMode) ? host.cancelBeforeRedeploy(round, deployed) : null
  if (cancelling !== null) return cancelling
  const answer = host.upgradeAnswer(round, deployed, wanted)
  // an ended job is suspended as it is: what it goes on from is asked when it is to run again
  if (answer._tag === 'Blocked' && wanted.job.state === 'suspended' && isTerminal(status.jobStatus.state))
    return {
      _tag: 'SuspendedToRecord',
      row: `U6 ${answer.row}`,
      wanted,
      reason: 'the job has ended: it is suspended, and what it is to go on from is asked when it is resumed',
    }
  return answer._tag === 'Available'
    ? host.stopsLater(round, answer) ?? { _tag: 'UpgradeDue', row: `U2 ${answer.row}`, answer, wanted, deployed, reason: answer.reason }
    : notYet(host, round, deployed, answer)
}

/** A person who has to choose is told what is known, and what is not (L2). */
const unprovedPath = ({ jobStatus: { state, upgradeSavepointPath }, operatorRecord: { lastState } }: JobLifecycleStatus): string =>
  state !== 'FINISHED' || isDefinite(lastState) || upgradeSavepointPath === null || upgradeSavepointPath === lastStateMarker ? ''
    : ` It is not known that ${upgradeSavepointPath} is the last state of the job that FINISHED: a savepoint that it was stopped with would be newer.`

/** The job can't be stopped with its state now: look, wait, or ask a person. It is no failure, and is never given up (E-7). */
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
      return queries.length > 0 ? needsFacts(`U3 ${answer.row}`, queries, answer.reason) : blocked(`U3 ${answer.row}`, answer.reason, null)
    }
    case 'Blocked':
      return blocked(
        `U4 ${answer.row}`,
        'a person to restore the job',
        upgradeProblem(answer.eventReason, `${answer.error}${unprovedPath(status)} ${whatAPersonCanDo}`),
      )
    case 'NotAvailable': {
      const { unseen, waitingFor } = host.notAvailable(round, answer)
      return unseen.length > 0 ? needsFacts(`U5 ${answer.row}`, unseen, 'did the JobManager ever start?')
        : {
          ...blocked(`U5 ${answer.row}`, waitingFor, answer.told === undefined ? null : upgradeProblem('UpgradeFailed', answer.told)),
          ...(answer.allowOther ? {} : { holdsUpAll: true }),
        }
    }
  }
}
