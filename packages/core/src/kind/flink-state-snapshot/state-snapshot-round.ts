import type { Env } from '../../env.ts'
import type { FlinkStateSnapshotFacts } from '../../fact/flink-state-snapshot-facts.ts'
import type { Recorded } from '../../resource/resource.ts'
import type { DecodeError, Finding } from '../../resource/finding.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { OperationOutcome } from '../../job/snapshot/operation-outcome.ts'
import type { SnapshotKind } from '../../job/snapshot/snapshot-due.ts'
import type { TargetJob } from './target-job.ts'

/** What the resource asks for; it depends on the resource alone. */
export interface SnapshotDesired {
  readonly meta: ResourceMeta
  readonly spec: FlinkStateSnapshotSpec
  /** What of the status is there and can't be read. */
  readonly unread: readonly DecodeError[]
  /** Of the attempt that is under way, else as the spec says. */
  readonly kind: SnapshotKind
  readonly findings: readonly Finding[]
  /** What stands in the spec and is never told (P23). */
  readonly secrets: readonly string[]
  /** The first finding that makes the spec invalid. */
  readonly invalid: Finding | null
}

/** The recorded status with what was seen folded into it. */
export interface SnapshotObserved {
  readonly recorded: Recorded<FlinkStateSnapshotStatus>
  readonly status: FlinkStateSnapshotStatus
  readonly facts: FlinkStateSnapshotFacts
  readonly job: TargetJob
  /** What Flink tells of the attempt that is under way; null: none is, or it is over by what was seen. */
  readonly outcome: OperationOutcome | null
}

export interface SnapshotRound {
  readonly desired: SnapshotDesired
  readonly observed: SnapshotObserved
  readonly env: Env
}
