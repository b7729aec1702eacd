import type { Query } from '../../contract/query/query.ts'
import type { UnblockedBy } from '../../contract/round/unblocked-by.ts'
import { type TargetJob, sessionClusterOf } from './target-job.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import type { Recorded, ResourceMeta } from '../../contract/resource/resource.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import type { OperationOutcome } from '../../job/snapshot/operation-outcome.ts'
import type { SnapshotKind } from '../../job/snapshot/snapshot-due.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

/**
 * The situation of a FlinkStateSnapshot. `row` names the row that matched, in the table of classify-state-snapshot.ts or
 * delete-snapshot.ts.
 */
export type Situation =
  & { readonly row: string; readonly reason: string }
  & (
    | { readonly _tag: 'NeedsFacts'; readonly queries: readonly Query[] }
    /** Our finalizer is missing. */
    | { readonly _tag: 'NotYetOurs' }
    /** COMPLETED, FAILED or ABANDONED. */
    | { readonly _tag: 'Over'; readonly unblockedBy: UnblockedBy }
    | { readonly _tag: 'Invalid'; readonly message: string; readonly unblockedBy: UnblockedBy }
    /** The status can't be read: the operator sends nothing to Flink. */
    | { readonly _tag: 'Unreadable'; readonly message: string }
    | { readonly _tag: 'ExistsAlready'; readonly path: string }
    | { readonly _tag: 'RetryLater'; readonly at: number }
    | { readonly _tag: 'JobEnded' }
    | { readonly _tag: 'Waiting'; readonly unblockedBy: UnblockedBy }
    | { readonly _tag: 'Impossible' }
    | { readonly _tag: 'TriggerDue'; readonly job: Running; readonly jobStartTime: number; readonly directory: string | null }
    | { readonly _tag: 'SendAgain'; readonly job: Running; readonly directory: string | null }
    | { readonly _tag: 'UnderWay' }
    /** The operator can remove its finalizer. `leftBehind`: the files that stay; null: none that should have been deleted. */
    | { readonly _tag: 'Releasable'; readonly leftBehind: string | null }
    | { readonly _tag: 'DisposalDue'; readonly job: Running; readonly path: string }
    /** The operator can't delete the files now. It gives up at `giveUpAt`. */
    | { readonly _tag: 'DisposalBlocked'; readonly giveUpAt: number; readonly unblockedBy: UnblockedBy }
  )

/** What the resource requests; derived from the resource alone. */
export interface SnapshotDesired {
  readonly meta: ResourceMeta
  readonly spec: FlinkStateSnapshotSpec
  /** Fields of the status that exist but can't be read. */
  readonly unread: readonly DecodeError[]
  /** Kind of the attempt in progress; without one, the kind in the spec. */
  readonly kind: SnapshotKind
  readonly findings: readonly Finding[]
  /** Secret values in the resource, which the operator never reports (P23). */
  readonly secrets: readonly string[]
  /** The first finding that makes the spec invalid. */
  readonly invalid: Finding | null
}

/** The recorded status, merged with the observed facts. */
export interface SnapshotObserved {
  readonly recorded: Recorded<FlinkStateSnapshotStatus>
  readonly status: FlinkStateSnapshotStatus
  readonly facts: FlinkStateSnapshotFacts
  readonly job: TargetJob
  /** The outcome that Flink reports for the attempt in progress; null: no attempt is in progress, or this round ended it. */
  readonly outcome: OperationOutcome | null
}

export interface SnapshotRound {
  readonly desired: SnapshotDesired
  readonly observed: SnapshotObserved
  readonly env: Env
}

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
