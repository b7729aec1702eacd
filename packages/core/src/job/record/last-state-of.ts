import { isSameJson } from '../../contract/resource/same-json.ts'
import { knownState, startedFrom, type StateWitnesses } from './known-state.ts'
import type { LastState } from '../../contract/resource/last-state.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
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

/** The state to restore the job from, by everything that the status says. */
export const lastStateOf = (status: Left, deployed: JobRecord): LastState => knownState(witnesses(status, deployed))

/** The same if `recorded` was the record of the last state. */
export const lastStateWith = (status: Left, deployed: JobRecord, recorded: LastState): LastState =>
  knownState({ ...witnesses(status, deployed), recorded })

/** The state that the deployed cluster was started from. */
export const startOf = (status: Left, deployed: JobRecord): LastState => startedFrom(witnesses(status, deployed))

/**
 * True if the status has a new path of the last savepoint or checkpoint from a JobManager that may be gone in the next round. An edit that
 * arrives meanwhile must not lose it (P01).
 */
export const isSeenOnce = (before: Left, { operatorRecord: { lastState } }: Left): boolean =>
  lastState._tag === 'Path' && (lastState.seen === 'Stop' || lastState.seen === 'Checkpoints')
  && !isSameJson(lastState, before.operatorRecord.lastState)
