import { contradictedState } from '../../contract/resource/last-state.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { withRecord } from '../../contract/round/status-change.ts'

/**
 * Drops a last state that was recorded for another run than the one in the status: another writer put back an older record (P25). What the
 * job is restored from is read again, and if that is not possible, the user is asked.
 */
export const withOwnLastState = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { jobStatus: { startTime }, operatorRecord: { lastState } } = status
  if ((lastState._tag !== 'Path' && lastState._tag !== 'None') || lastState.run === undefined) return status
  return startTime === null || lastState.run === startTime ? status
    : withRecord(status, {
      lastState: contradictedState(
        `status.jobStatus.startTime is ${startTime}, but status.operatorRecord.lastState was recorded for ${
          lastState.run === 'none' ? 'an attempt whose job was not observed' : `the run that started at ${lastState.run}`
        }`,
      ),
    })
}
