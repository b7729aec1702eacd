import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { person } from '../../../../contract/round/unblocked-by.ts'
import { restoreByHand, upgradeProblem } from '../../../../job/report/job-problem.ts'
import type { RowText } from '../../../../contract/round/row.ts'
import { whatAPersonCanDo } from '../../../../job/upgrade/upgrade-answer.ts'
import {
  lostCluster,
  lostRows as anyLostRows,
  missingJobManager,
  missingWith,
  recoveryOff,
} from '../../../../cluster/recovery/lost-cluster.ts'
import { orLook } from '../../../../contract/query/ask.ts'
import { haMetadataQuestion, type RestoreAnswer } from '../../../../job/upgrade/restore-source.ts'
import { isStateless, startAgainMode, stateKeptIn, type UpgradeMode } from '../../../../contract/resource/upgrade-mode.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { cancelBeforeRedeploy } from '../stop/end-first.ts'
import { inHighAvailability } from '../../../../job/upgrade/restart-failed.ts'
import { sourceFor } from './restore-point.ts'
import { withMode } from '../../../../job/upgrade/upgrade-inputs.ts'
import type { Round, ApplicationJob } from '../application-round.ts'
import { haQueries, unseenInZooKeeper } from '../observe/application-ha-seen.ts'
import type { LifecycleSituation } from '../../../../job/job-situation.ts'
import { blocked, needsFacts } from '../../../../contract/round/waiting-situation.ts'

/** The rows that answer for `lost` where the job has its own cluster. */
export const lostRows: readonly RowText[] = [
  ...anyLostRows,
  { id: 'lost/ha-to-query', when: 'the HA metadata was not queried: can not happen, because the rows above have queried it' },
  { id: 'lost/no-ha', when: 'without high availability the state of the lost job is unknown' },
  { id: 'lost/ha-state-unusable', when: 'HA metadata is gone or unusable: a user has to decide' },
  { id: 'lost/recover', when: 'the cluster is deployed again with its job' },
]

/** What a user can do when recovery is off, depending on the effect that a new restartNonce would have here (V07). */
const whatIsOff = ({ desired: { wanted, diff } }: Pick<Round, 'desired'>, { running }: Deployed): string => {
  const off = `${recoveryOff}.`
  if (isStateless(wanted?.job.upgradeMode)) return `${off} A new spec.restartNonce deploys the job again from empty state.`
  if (running.options.highAvailability === 'none')
    return `${off} Without high availability the state of the lost job is not known. ${whatAPersonCanDo}`
  const isTaken = diff.type === 'IGNORE'
    && wanted !== null && (stateKeptIn[wanted.job.upgradeMode] === 'HaMetadata' || wanted.options.jobUpgradeLastStateFallbackEnabled)
  return `${off} Set it to true, and the operator recovers the job from its HA metadata${
    isTaken ? '; or a new spec.restartNonce deploys it again from there' : ''
  }. If that is gone, you have to restore the job.`
}

/**
 * The upgrade mode of the recovery. A recovered job starts from empty state only if a user asked for that. A waiting edit asks for it only
 * for its own deploy, so the mode before that edit counts.
 */
const recoveryMode = ({ desired: { wanted, diff }, observed: { status } }: Pick<Round, 'desired' | 'observed'>): UpgradeMode =>
  startAgainMode(
    isStateless(wanted?.job.upgradeMode) && diff.type !== 'IGNORE' ? status.operatorRecord.askedMode : wanted?.job.upgradeMode,
  )

/** The rows `lost/…` (control-flow.md, section 4.10, rows 4 and 5). Terminal jobs are not recovered (B53). */
export const lostJobManager = (round: Round, deployed: Deployed): LifecycleSituation<ApplicationJob> =>
  lostCluster<LifecycleSituation<ApplicationJob>>(round, deployed, {
    recoveryOff: () => ({
      text: whatIsOff(round, deployed),
      unblockedBy: person(
        'set kubernetes.operator.jm-deployment-recovery.enabled: true, or create the JobManager again by an edit such as a new spec.restartNonce',
      ),
    }),
    queries: haQueries(round),
    unseen: () => (round.observed.facts.configMaps?._tag === 'Known' ? unseenInZooKeeper(round) : 'proof that the JobManager is gone'),
    gone: () => lostSituation(round, deployed),
  })

const lostSituation = (round: Round, deployed: Deployed): LifecycleSituation<ApplicationJob> => {
  const { observed: { status }, desired } = round
  const cancelling = isStateless(desired.wanted?.job.upgradeMode) ? cancelBeforeRedeploy(round, deployed) : null
  return cancelling ?? pipe(
    sourceFor(round, withMode(deployed.running, recoveryMode(round)), inHighAvailability(status)),
    E.map(answer => recoverFrom(answer, deployed)),
    // HA metadata was already observed above
    orLook(queries => needsFacts('lost/ha-to-query', queries, haMetadataQuestion)),
  )
}

const recoverFrom = (answer: RestoreAnswer, deployed: Deployed): LifecycleSituation<ApplicationJob> => {
  switch (answer._tag) {
    case 'Wait':
      return blocked('lost/not-proved', answer.reason, answer.unblockedBy, missingJobManager)
    case 'Blocked':
      return deployed.running.options.highAvailability === 'none'
        ? blocked(
          'lost/no-ha',
          'a user: without high availability the state of the lost job is not known',
          restoreByHand,
          missingWith(`Without high availability the state of the lost job is not known. ${whatAPersonCanDo}`),
        )
        : blocked('lost/ha-state-unusable', 'a user to restore the job', restoreByHand, upgradeProblem(answer.eventReason, answer.error))
    case 'Empty':
    case 'Path':
    case 'LastState':
      return { _tag: 'Lost', row: 'lost/recover', source: answer, deployed, reason: 'the JobManager Deployment is lost' }
  }
}
