import type { FlinkStateSnapshotFacts } from '../../fact/flink-state-snapshot-facts.ts'
import type { Query } from '../../query/query.ts'
import type { SnapshotDesired, SnapshotRound } from './state-snapshot-round.ts'
import { sessionClusterOf, type TargetJob } from './target-job.ts'

/**
 * The job's resource, live: a cache that is behind would name another job; of a session job its cluster, too, once that is known. Nothing
 * where the spec names none.
 */
export const targetQueries = (
  { meta: { namespace }, spec: { jobReference } }: Pick<SnapshotDesired, 'meta' | 'spec'>,
  { targetSessionJob }: Pick<FlinkStateSnapshotFacts, 'targetSessionJob'>,
): readonly Query[] => {
  if (jobReference?.name == null || jobReference.kind === null) return []
  if (jobReference.kind === 'FlinkDeployment') return [{ _tag: 'ReadFlinkDeployment', namespace, name: jobReference.name }]
  const deploymentName = targetSessionJob?._tag === 'Known' ? sessionClusterOf(targetSessionJob.value) : null
  return [
    { _tag: 'ReadFlinkSessionJob', namespace, name: jobReference.name },
    ...(deploymentName === null ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name: deploymentName } as const]),
  ]
}

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
