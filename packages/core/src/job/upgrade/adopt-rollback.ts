import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { lastStateMarker } from '../../resource/operation.ts'
import { withJob, withReconciliation, withRecord } from '../../round/status-change.ts'

/**
 * The rollback is decided anew. The reference operator writes FINISHED over what it took away for it, with the marker of HA metadata beside
 * it, which it overwrites when Flink tells of an end: with the marker FINISHED is no end that anybody saw, and the job is to go on.
 */
export const adoptRollback = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { jobStatus: { state, upgradeSavepointPath }, operatorRecord: { lastState } } = status
  const wasTakenAway = state === 'FINISHED' && upgradeSavepointPath === lastStateMarker && lastState._tag === 'Unknown'
    && lastState.why === 'NothingRecorded'
  const adopted = withReconciliation(status, { state: 'DEPLOYED' })
  return wasTakenAway ? withRecord(withJob(adopted, { state: 'RECONCILING' }), { terminalSince: null }) : adopted
}
