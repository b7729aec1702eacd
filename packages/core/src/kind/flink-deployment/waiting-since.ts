import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { trueSince } from '../../job/report/explained-round.ts'

/** The closest timestamp in the status to the beginning of the wait, for a job with its own cluster as for a session cluster. */
export const waitingSince = ({ _tag }: { readonly _tag: string }, status: FlinkDeploymentStatus): EpochMillis | null => {
  const { operation, operatorRecord, jobStatus } = status
  if (operation !== null && operation.kind !== 'Unreadable') return operation.mintedAt
  if (_tag === 'Deleting') return operatorRecord.deletingSince
  if (_tag === 'Unmanageable') return trueSince(status, 'Stalled')
  if (_tag === 'Blocked')
    return trueSince(status, 'Stalled') ?? trueSince(status, 'Reconciling') ?? status.reconciliationStatus.reconciliationTimestamp
  if (_tag === 'ScaleDue') return operatorRecord.scalingBlindSince
  if (_tag !== 'Settled') return null
  return operatorRecord.jobMissedSince ?? operatorRecord.podTroubleSince
    ?? (isTerminal(jobStatus.state) ? operatorRecord.terminalSince : operatorRecord.runningSince) ?? trueSince(status, 'Ready')
    ?? trueSince(status, 'Reconciling')
}
