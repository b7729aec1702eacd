import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import { lastStateOf, startOf } from '../../../job/record/last-state-of.ts'
import { restoreSource, type RestoreAnswer } from '../../../job/upgrade/restore-source.ts'
import type { SubmitOperation } from '../../../resource/operation.ts'
import { rollbackMode } from '../../../job/upgrade/rollback-obstacles.ts'
import { withMode } from '../../../job/upgrade/with-mode.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { blocked } from '../../../round/waiting-situation.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from '../work.ts'

type Source = SubmitOperation['source']
type Answer = Source | Exclude<RestoreAnswer, { readonly _tag: 'Empty' | 'Path' | 'LastState' }>

/** Where a job that is stopped goes on from. A session job has no HA metadata of its own to go on from. */
export const haltedSource = (
  { desired: { deployed }, observed: { status } }: Pick<Round, 'desired' | 'observed'>,
  target: ConfiguredSessionJob,
): Answer => {
  const answer = restoreSource({
    requested: target.job.upgradeMode,
    lastState: lastStateOf(status, deployed),
    haMetadata: 'NotAvailable',
    checkpoint: 'Unknown',
    startedFrom: startOf(status, deployed),
    readsHaMetadata: false,
    leftIn: 'Kubernetes',
  })
  return answer._tag === 'LastState' ? { _tag: 'Wait', reason: 'HA metadata is of the cluster' } : answer
}

/** Rows R: what a stopped job is restored from. */
export const restore = (
  round: Round,
  submitted: SubmittedSessionJob,
  target: ConfiguredSessionJob,
  purpose: 'Resume' | 'Upgrade' | 'Rollback',
): Situation => {
  const answer = haltedSource(round, purpose === 'Rollback' ? withMode(target, rollbackMode(round)) : target)
  switch (answer._tag) {
    case 'LookFirst':
    case 'Wait':
      return blocked('R2', answer.reason, null)
    case 'Blocked':
      return blocked('R3', 'a person to restore the job', upgradeProblem(answer.eventReason, answer.error))
    default:
      return { _tag: 'RestoreDue', row: `R4 ${answer._tag}`, source: answer, purpose, target, submitted, reason: answer.reason }
  }
}

/** UPGRADING or ROLLING_BACK and nothing runs. The job goes on, even if the edit was taken back (B31). */
export const restoreStopped = (round: Round, submitted: SubmittedSessionJob, wanted: ConfiguredSessionJob): Situation => {
  const { observed: { status }, desired } = round
  return status.reconciliationStatus.state === 'ROLLING_BACK'
      && desired.diff.changes.every(({ path, type }) => path === 'job.state' || type === 'IGNORE') && desired.stable !== null
    ? restore(round, submitted, desired.stable, 'Rollback')
    : restore(round, submitted, wanted, 'Upgrade')
}
