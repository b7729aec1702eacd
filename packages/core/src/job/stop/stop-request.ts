import type { WorldAction } from '../../contract/action/action.ts'
import type { Query } from '../../contract/query/query.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { jobEndsBy, stopLeaves } from '../../contract/resource/suspend-mode.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'

/** The request that the operation sends to Flink. Repeating it with the same id has no further effect. A tear-down has its own steps. */
export const requestOf = ({ desired }: Pick<JobRound, 'desired'>, { mode, id, jobId, step }: SuspendOperation): readonly WorldAction[] => {
  if (desired.deployed._tag !== 'Deployed' || jobId === null || step !== 'Requested') return []
  const { endpoint, running } = desired.deployed
  switch (mode) {
    case 'SAVEPOINT':
      return [{ _tag: 'StopWithSavepoint', endpoint, jobId, triggerId: id, ...stopParameters(desired.wanted, running) }]
    case 'CANCEL':
    case 'STATELESS':
      return [{
        _tag: 'CancelJob',
        endpoint,
        jobId,
        why: stopLeaves[mode] === 'LastCheckpoint' ? 'its last checkpoint is kept' : 'its state is not kept',
      }]
    case 'NOOP':
    case 'LAST_STATE':
      return []
  }
}

/** The target directory comes from the newest spec, all other parameters from the running one (B18, control-flow.md, section 5.8). */
const stopParameters = (wanted: ConfiguredJob | null, running: ConfiguredJob) => ({
  targetDirectory: wanted?.options.savepointDirectory ?? running.options.savepointDirectory,
  formatType: running.options.savepointFormatType,
  drain: running.options.jobDrainOnSavepointDeletion,
})

/** Query before a cancel that relies on the last checkpoint: does Flink retain it, whatever the job's code configures (B23)? */
export const retentionQuery = (
  { desired: { deployed }, observed: { status: { jobStatus: { jobId } } } }: Pick<JobRound, 'desired' | 'observed'>,
): readonly Query[] =>
  deployed._tag === 'Deployed' && jobId !== null ? [{ _tag: 'GetCheckpointConfiguration', endpoint: deployed.endpoint, jobId }] : []

/** Queries that show the progress of a stop. */
export const suspendQueries = ({ desired }: Pick<JobRound, 'desired'>, { mode, id, jobId }: SuspendOperation): readonly Query[] => {
  if (desired.deployed._tag !== 'Deployed' || jobId === null) return []
  const { endpoint } = desired.deployed
  const jobs: Query = { _tag: 'GetJobsOverview', endpoint }
  return jobEndsBy[mode] === 'StopWithSavepoint'
    ? [jobs, { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId: id, for: 'stopOperation' }] : [jobs]
}
