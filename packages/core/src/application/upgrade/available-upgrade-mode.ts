import { answers, type UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import { baseAnswer, haNeeded, haUnseen } from '../../job/upgrade/base-upgrade-mode.ts'
import { isKeptByHaMetadata, untoldByHaMetadata } from '../../job/upgrade/known-after-stop.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { UpgradeInputs } from '../../job/upgrade/upgrade-inputs.ts'
import { stateKeptIn } from '../../resource/upgrade-mode.ts'

/**
 * `getAvailableUpgradeMode`: how can what runs now be stopped so that the wanted spec goes on from its state (control-flow.md,
 * sections 5.2 to 5.6)? Total. Never from savepoint or last-state to stateless. An answer that rests on a fact that was not
 * looked at is `LookFirst`; one that rests on a fact that could not be seen is `NotAvailable` with that reason (P14).
 */
export const availableUpgradeMode = (i: UpgradeInputs): UpgradeAnswer => override(i, baseAnswer(i))

/** Section 5.6: what an application can do beyond the base answer. Deciding has no effect here (D-28). */
const override = (i: UpgradeInputs, base: UpgradeAnswer): UpgradeAnswer => {
  if (base._tag !== 'NotAvailable') return base
  if (base.allowFallback && i.haOnInWanted && i.haOnInDeployed) {
    if (haUnseen(i)) return haNeeded('5.6/b', i)
    if (isKeptByHaMetadata(i))
      return answers.lastStateUsingHaMetadata('5.6/b', `${base.reason}; HA metadata holds its last checkpoint`)
  }
  if (i.jobManager !== 'MISSING' && stateKeptIn[i.usedMode] !== 'HaMetadata' && i.jobManagerNeverStarted) {
    const assumed = availableUpgradeMode({
      ...i,
      job: 'FAILED',
      jobManager: 'MISSING',
      lastState: i.startedFrom,
      jobManagerNeverStarted: false,
    })
    return assumed._tag === 'Available'
      ? { ...assumed, neverStarted: true, row: `5.6/c ${assumed.row}`, reason: `the JobManager never started; ${assumed.reason}` } : assumed
  }
  return lostWithItsState(i, base) ?? base
}

/** No JobManager is there that could tell the state of the job, and HA metadata does not: a person is asked. Null: that is not so. */
const lostWithItsState = (i: UpgradeInputs, base: Extract<UpgradeAnswer, { _tag: 'NotAvailable' }>): UpgradeAnswer | null => {
  const isMadeAnew = i.jobManagerMadeAnew && !isTerminal(i.job)
  const isDown = i.jobManager === 'MISSING' || i.jobManager === 'ERROR'
  if (!isMadeAnew && !isDown) return null
  if (haUnseen(i)) return haNeeded('5.6/d', i)
  if (i.haMetadata === 'NotAvailable') return answers.blocked(isDown ? 'E2' : 'jobManagerMadeAnew')('5.6/d')
  // a JobManager that comes up goes on from HA metadata by itself, where only Flink can read it
  if (!isDown) return null
  if (i.haMetadata === 'Unreadable') return answers.blocked('unreadableHaLost')('5.6/d')
  return base.allowFallback && i.haOnInWanted ? answers.blocked(untoldByHaMetadata(i))('5.6/d') : null
}
