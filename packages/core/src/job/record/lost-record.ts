import type { JobRound } from '../job-round.ts'
import type { JobSpec } from '../../resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { contradictedState, type LastState } from '../../resource/last-state.ts'
import type { Millis } from '../../resource/time.ts'

/** Does the status say nothing at all? */
export const isBlank = (
  { jobStatus: { jobId, state, startTime, upgradeSavepointPath, savepointInfo }, operatorRecord: { attempts, lastState } }: Pick<
    JobLifecycleStatus,
    'jobStatus' | 'operatorRecord'
  >,
): boolean =>
  jobId === null && state === null && startTime === null && upgradeSavepointPath === null && savepointInfo.lastSavepoint === null
  && savepointInfo.savepointHistory.length === 0
  && attempts === 0 && lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'

/** Did a person say, since being told, what the job goes on from? */
export const isAnswered = (state: LastState, { savepointRedeployNonce, initialSavepointPath }: JobSpec): boolean =>
  state._tag === 'Unknown' && state.why === 'Contradicted' && savepointRedeployNonce !== null && savepointRedeployNonce !== state.toldNonce
  && (initialSavepointPath ?? '').trim() !== ''

/**
 * What a job was left with of which nothing is recorded, and that a person has begin from nothing: nobody knows, and a path that the status
 * names may be older than what ran. He may take that back before anything ran (P01, F02).
 */
export const leftWithoutRecord = (state: LastState): LastState =>
  state._tag === 'Unknown' && state.why === 'Contradicted' ? state : contradictedState('what was submitted before is not recorded')

/**
 * How long the operator before may have left a resource that it only put its finalizer on. A job can't have come to its end and its
 * JobManager be past its time within it.
 */
const newFor: Millis = 600_000

/** The operator before may have only put its finalizer on: the resource was created a moment ago, and its status says nothing. */
export const isNewResource = (
  { desired: { meta }, observed: { status }, env }: Pick<JobRound, 'desired' | 'observed' | 'env'>,
): boolean => meta.generation === 1 && env.now - meta.creationTimestamp <= newFor && status.operation === null && isBlank(status)
