import { isSameJson } from '../../resource/same-json.ts'
import { knownState, startedFrom, type StateWitnesses } from './known-state.ts'
import type { LastState } from '../../resource/last-state.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { JobRecord } from '../job-round.ts'

type Left = Pick<JobLifecycleStatus, 'jobStatus' | 'operatorRecord'>

const witnesses = ({ jobStatus, operatorRecord }: Left, deployed: JobRecord): StateWitnesses => {
  const record = deployed._tag === 'Deployed' ? deployed.reconciled : null
  return {
    recorded: operatorRecord.lastState,
    upgradeSavepointPath: jobStatus.upgradeSavepointPath,
    savepointInfo: jobStatus.savepointInfo,
    jobId: jobStatus.jobId,
    wasSeen: jobStatus.startTime !== null,
    isCancelled: jobStatus.state === 'CANCELED',
    used: record?.job.upgradeMode ?? null,
    isSuspended: record?.job.state === 'suspended',
    firstDeployment: record?.firstDeployment === true,
    deployedSource: operatorRecord.deployedSource,
    deployedAttempt: operatorRecord.deployedAttempt,
  }
}

/** What the next start of the job goes on from, by all that the status says of it. */
export const lastStateOf = (status: Left, deployed: JobRecord): LastState => knownState(witnesses(status, deployed))

/** What the deployed cluster was started from. */
export const startOf = (status: Left, deployed: JobRecord): LastState => startedFrom(witnesses(status, deployed))

/**
 * The path of the last savepoint or checkpoint, as a JobManager told it that may be gone by the next look: an edit that came meanwhile must
 * not cost it (P01).
 */
export const isSeenOnce = (before: Left, { operatorRecord: { lastState } }: Left): boolean =>
  lastState._tag === 'Path' && (lastState.seen === 'Stop' || lastState.seen === 'Checkpoints')
  && !isSameJson(lastState, before.operatorRecord.lastState)
