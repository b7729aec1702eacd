import type { FlinkStateSnapshotFacts } from '../../contract/fact/flink-state-snapshot-facts.ts'
import type { Query } from '../../contract/query/query.ts'
import type { SnapshotDesired, SnapshotRound } from './state-snapshot-round.ts'
import { sessionClusterOf, type TargetJob } from './target-job.ts'

/**
 * Queries for the resource of the job, live, because an outdated cache could name another job. For a session job they include its cluster,
 * once its name is known. Empty if the spec names no job.
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

/** Queries for the outcome of the attempt in progress: first the job and the operation, then what that answer leaves open. */
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
