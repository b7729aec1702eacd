import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import { availableUpgradeMode } from './available-upgrade-mode.ts'
import { type UpgradeAnswer, whatAPersonCanDo } from '../../job/upgrade/upgrade-answer.ts'
import { watched } from '../../query/watched.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import { lastStateMarker } from '../../resource/operation.ts'
import { allClusterObjects, clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { zooKeeperQueries } from '../../operator-options/ha-place.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { endFirst, unlessNeverStarted } from '../stop/end-first.ts'
import { unseenStartAndState } from '../seen/unseen-start.ts'
import type { Round } from '../round.ts'
import { haPlace, unseenInZooKeeper } from '../seen/ha-seen.ts'
import type { Situation } from '../situation.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import { upgradeInputsOf } from './upgrade-inputs-of.ts'

/** Rows U: an edit can't be done in place, and the job is to be stopped with its state (control-flow.md, section 5). */
export const upgradeSituation = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation => {
  const { observed: { status }, env } = round
  const { retryAt } = status.operatorRecord
  if (retryAt !== null && env.now < retryAt) return { ...blocked('U1', 'the time of the next attempt', null), holdsUpAll: true }
  const unseen = unseenStartAndState(round)
  if (unseen.length > 0) return needsFacts('U5 5.6/c', unseen, 'did the JobManager ever start?')
  const unended = wanted.job.upgradeMode === 'stateless' ? endFirst(round, deployed) : null
  if (unended !== null) return unended
  const answer = unlessNeverStarted(
    round,
    availableUpgradeMode(upgradeInputsOf(round, wanted, deployed.running, deployed.reconciled.job.upgradeMode)),
  )
  // an ended job is suspended as it is: what it goes on from is asked when it is to run again
  if (answer._tag === 'Blocked' && wanted.job.state === 'suspended' && isTerminal(status.jobStatus.state))
    return {
      _tag: 'SuspendedToRecord',
      row: `U6 ${answer.row}`,
      wanted,
      reason: 'the job has ended: it is suspended, and what it is to go on from is asked when it is resumed',
    }
  return answer._tag === 'Available' ? { _tag: 'UpgradeDue', row: `U2 ${answer.row}`, answer, wanted, deployed, reason: answer.reason }
    : notYet(round, deployed, answer)
}

/** A person who has to choose is told what is known, and what is not (L2). */
const unprovedPath = ({ jobStatus: { state, upgradeSavepointPath }, operatorRecord: { lastState } }: Round['observed']['status']): string =>
  state !== 'FINISHED' || isDefinite(lastState) || upgradeSavepointPath === null || upgradeSavepointPath === lastStateMarker ? ''
    : ` It is not known that ${upgradeSavepointPath} is the last state of the job that FINISHED: a savepoint that it was stopped with would be newer.`

/** The job can't be stopped with its state now: look, wait, or ask a person. */
export const notYet = (round: Round, deployed: Deployed, answer: Exclude<UpgradeAnswer, { _tag: 'Available' }>): Situation => {
  const { observed: { status, facts }, desired } = round
  switch (answer._tag) {
    case 'LookFirst':
      return answer.at === 'HaMetadata'
        // with all that taking the cluster away needs to see, or an upgrade beside a snapshot that is being looked for takes a fifth look
        ? needsFacts(
          `U3 ${answer.row}`,
          unanswered(facts, [...allClusterObjects(desired), ...zooKeeperQueries(haPlace(round))]),
          answer.reason,
        )
        : needsFacts(
          `U3 ${answer.row}`,
          [{ _tag: 'GetCheckpoints', endpoint: deployed.endpoint, jobId: status.jobStatus.jobId ?? '' }],
          answer.reason,
        )
    case 'Blocked':
      return blocked(
        `U4 ${answer.row}`,
        'a person to restore the job',
        upgradeProblem(answer.eventReason, `${answer.error}${unprovedPath(status)} ${whatAPersonCanDo}`),
      )
    case 'NotAvailable': {
      const unseen = unanswered(facts, status.jobManagerDeploymentStatus === 'READY' ? [] : [watched(clusterQueries(desired).deployment)])
      return unseen.length > 0 ? needsFacts(`U5 ${answer.row}`, unseen, 'did the JobManager ever start?')
        : {
          ...blocked(
            `U5 ${answer.row}`,
            (answer.unseen === undefined ? null : unseenInZooKeeper(round)) ?? answer.reason,
            answer.told === undefined ? null
              : upgradeProblem('UpgradeFailed', answer.told),
          ),
          ...(answer.allowOther ? {} : { holdsUpAll: true }),
        }
    }
  }
}
