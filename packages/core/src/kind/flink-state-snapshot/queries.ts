import type { Query } from '../../query/query.ts'
import type { SnapshotDesired, SnapshotRound } from './round.ts'
import type { TargetJob } from './target-job.ts'

/** The job's resource, live: a cache that is behind would name another job. Nothing where the spec names none. */
export const targetQuery = ({ meta: { namespace }, spec: { jobReference } }: SnapshotDesired): readonly Query[] =>
  jobReference?.name == null ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name: jobReference.name }]

/** The job, and what became of the attempt that is under way; then what that answer leaves open. */
export const outcomeQueries = (
  { desired: { kind }, observed: { status, outcome } }: SnapshotRound,
  { endpoint, jobId }: Extract<TargetJob, { _tag: 'Running' }>,
): readonly Query[] => {
  const { triggerId } = status
  if (triggerId === null || outcome === null) return []
  if (outcome._tag === 'Completed' && outcome.checkpointId !== null)
    return [{ _tag: 'GetCheckpointDetails', endpoint, jobId, checkpointId: outcome.checkpointId }]
  if (outcome._tag !== 'Ask') return []
  if (outcome.what === 'Checkpoints') return [{ _tag: 'GetCheckpoints', endpoint, jobId }]
  return [
    { _tag: 'GetJobsOverview', endpoint },
    kind === 'savepoint' ? { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId, for: 'savepointOperation' }
      : { _tag: 'GetCheckpointOperation', endpoint, jobId, triggerId },
  ]
}
