import type { RowText } from '../../../../contract/round/row.ts'
import { answers, type UpgradeAnswer } from '../../../../job/upgrade/upgrade-answer.ts'
import { baseAnswer, haNeeded, haUnseen } from '../../../../job/upgrade/base-upgrade-mode.ts'
import { isKeptByHaMetadata, unreportedByHaMetadata } from '../../../../job/upgrade/known-after-stop.ts'
import { isTerminal } from '../../../../contract/resource/job-state.ts'
import type { UpgradeInputs } from '../../../../job/upgrade/upgrade-inputs.ts'
import { stateKeptIn } from '../../../../contract/resource/upgrade-mode.ts'

/** How an application is stopped with its state although its job can not be stopped (section 5.6). */
export const stopWithoutJobRows: readonly RowText[] = [
  { id: 'stop-without-job/ha-metadata', when: 'HA metadata holds the last checkpoint of the job' },
  {
    id: 'stop-without-job/jobmanager-never-started',
    when: 'the JobManager never started: the job still has the state that it would have started from',
  },
  { id: 'stop-without-job/state-lost', when: 'no JobManager exists that could report the state, and HA metadata does not hold it' },
]

/**
 * `getAvailableUpgradeMode`: how can the running job be stopped so that the wanted spec restores its state (control-flow.md, sections 5.2
 * to 5.6)? The function is total. It never turns savepoint or last-state into stateless. The answer is `LookFirst` if it needs a fact that
 * was not queried, and `NotAvailable` with the reason if a fact could not be observed (P14).
 */
export const availableUpgradeMode = (i: UpgradeInputs): UpgradeAnswer => override(i, baseAnswer(i))

/** Section 5.6: upgrade modes that only an application has, beyond the base answer. Deciding has no side effect here (D-28). */
const override = (i: UpgradeInputs, base: UpgradeAnswer): UpgradeAnswer => {
  if (base._tag !== 'NotAvailable') return base
  if (base.allowFallback && i.haOnInWanted && i.haOnInDeployed) {
    if (haUnseen(i)) return haNeeded('stop-without-job/ha-metadata', i)
    if (isKeptByHaMetadata(i))
      return answers.lastStateUsingHaMetadata('stop-without-job/ha-metadata', `${base.reason}; HA metadata holds its last checkpoint`)
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
      ? {
        ...assumed,
        neverStarted: true,
        row: `stop-without-job/jobmanager-never-started, ${assumed.row}`,
        reason: `the JobManager never started; ${assumed.reason}`,
      } : assumed
  }
  return lostWithItsState(i, base) ?? base
}

/**
 * No JobManager exists that could report the state of the job, and HA metadata does not hold it: a user has to decide. Null: that is not
 * the case.
 */
const lostWithItsState = (i: UpgradeInputs, base: Extract<UpgradeAnswer, { _tag: 'NotAvailable' }>): UpgradeAnswer | null => {
  const isRecreated = i.jobManagerRecreated && !isTerminal(i.job)
  const isDown = i.jobManager === 'MISSING' || i.jobManager === 'ERROR'
  if (!isRecreated && !isDown) return null
  if (haUnseen(i)) return haNeeded('stop-without-job/state-lost', i)
  if (i.haMetadata === 'NotAvailable') return answers.blocked(isDown ? 'E2' : 'jobManagerRecreated')('stop-without-job/state-lost')
  // a JobManager that comes up restores from HA metadata automatically, also if only Flink can read it
  if (!isDown) return null
  if (i.haMetadata === 'Unreadable') return answers.blocked('unreadableHaLost')('stop-without-job/state-lost')
  return base.allowFallback && i.haOnInWanted ? answers.blocked(unreportedByHaMetadata(i))('stop-without-job/state-lost') : null
}
