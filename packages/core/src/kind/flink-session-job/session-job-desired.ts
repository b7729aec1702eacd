import type { RecordedSpec } from '../../codec/recorded-spec.ts'
import type { DecodeError, Finding } from '../../resource/finding.ts'
import type { FlinkSessionJobSpec } from '../../resource/flink-session-job.ts'
import type { JobSpec } from '../../resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'

/** A record that says what its job is. */
export type RecordOfJob = RecordedSpec<FlinkSessionJobSpec> & { readonly job: JobSpec }

/** What was recorded as submitted. */
export type RecordRead =
  | { readonly _tag: 'Never' }
  /** Nothing may be decided that rests on it (B41). */
  | { readonly _tag: 'Undecodable' }
  | { readonly _tag: 'Read'; readonly record: RecordOfJob }

/** What a FlinkSessionJob says by itself. What it works towards depends on its cluster, which has to be seen first (`work.ts`). */
export interface FlinkSessionJobDesired {
  readonly meta: ResourceMeta
  readonly spec: FlinkSessionJobSpec
  /** The session cluster that the job was submitted to, for good; before that the one that the spec names. Null: it names none. */
  readonly clusterName: string | null
  /** What is there and can't be read, of the spec and of what decisions rest on in the status. */
  readonly unread: readonly DecodeError[]
  /** That of the spec; null: all of it can be read. */
  readonly specUnread: Finding | null
  /** Of the spec alone. */
  readonly findings: readonly Finding[]
  /** What stands in the specs and is never told (P23), the longest first. */
  readonly secrets: readonly string[]
  readonly reconciled: RecordRead
  readonly stable: RecordOfJob | null
}
