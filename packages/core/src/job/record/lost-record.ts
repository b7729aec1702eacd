import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { JobRound } from '../job-round.ts'
import { lastStateOf } from './last-state-of.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import type { Millis } from '../../contract/resource/time.ts'

/** True if the resource was created suspended and no job was ever started: neither a job nor a JobManager is expected. */
export const isCreatedSuspended = ({ deployed }: Pick<JobRound['desired'], 'deployed'>, status: JobLifecycleStatus): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended' && lastStateOf(status, deployed)._tag === 'NeverStarted'

/** True if the status is empty. */
export const isBlank = (
  { jobStatus: { jobId, state, startTime, upgradeSavepointPath, savepointInfo }, operatorRecord: { attempts, lastState } }: Pick<
    JobLifecycleStatus,
    'jobStatus' | 'operatorRecord'
  >,
): boolean =>
  jobId === null && state === null && startTime === null && upgradeSavepointPath === null && savepointInfo.lastSavepoint === null
  && savepointInfo.savepointHistory.length === 0
  && attempts === 0 && lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'

/** True if the user has named the path to restore from since the operator asked. */
export const isAnswered = (state: LastState, { savepointRedeployNonce, initialSavepointPath }: JobSpec): boolean =>
  state._tag === 'Unknown' && state.why === 'Contradicted' && savepointRedeployNonce !== null && savepointRedeployNonce !== state.toldNonce
  && (initialSavepointPath ?? '').trim() !== ''

/**
 * The last state of a job without a record that the user starts from empty state. It is unknown: a path in the status may be older than the
 * job that ran. The user may take the empty start back before a job ran (P01, F02).
 */
export const leftWithoutRecord = (state: LastState): LastState =>
  state._tag === 'Unknown' && state.why === 'Contradicted' ? state : contradictedState('the job that was submitted before is not recorded')

/**
 * How long a resource counts as new to which the previous operator only added its finalizer. This is too short for a job to finish and its
 * JobManager to be removed.
 */
const newFor: Millis = 600_000

/** True if the previous operator may have only added its finalizer: the resource was created a moment ago, and its status is empty. */
export const isNewResource = (
  { desired: { meta }, observed: { status }, env }: Pick<JobRound, 'desired' | 'observed' | 'env'>,
): boolean => meta.generation === 1 && env.now - meta.creationTimestamp <= newFor && status.operation === null && isBlank(status)
