import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { lastStateMarker } from '../../contract/resource/operation.ts'
import { withJob, withReconciliation, withRecord } from '../../contract/round/status-change.ts'

/**
 * Decides a rollback again that the reference operator had begun. When the reference operator deletes a job for a rollback it writes
 * FINISHED and the HA metadata marker. It overwrites the marker when Flink reports that a job ended. So FINISHED with the marker was never
 * observed, and the job has to run again.
 */
export const adoptRollback = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { jobStatus: { state, upgradeSavepointPath }, operatorRecord: { lastState } } = status
  const wasTakenAway = state === 'FINISHED' && upgradeSavepointPath === lastStateMarker && lastState._tag === 'Unknown'
    && lastState.why === 'NothingRecorded'
  const adopted = withReconciliation(status, { state: 'DEPLOYED' })
  return wasTakenAway ? withRecord(withJob(adopted, { state: 'RECONCILING' }), { terminalSince: null }) : adopted
}
