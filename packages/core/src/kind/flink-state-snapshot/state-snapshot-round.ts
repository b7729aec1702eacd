import type { Env } from '../../contract/env.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/flink-state-snapshot-facts.ts'
import type { Recorded } from '../../contract/resource/resource.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'
import type { OperationOutcome } from '../../job/snapshot/operation-outcome.ts'
import type { SnapshotKind } from '../../job/snapshot/snapshot-due.ts'
import type { TargetJob } from './target-job.ts'

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
