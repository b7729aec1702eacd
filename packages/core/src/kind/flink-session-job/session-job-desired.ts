import type { RecordedSpec } from '../../crd/recorded-spec.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { FlinkSessionJobSpec } from '../../contract/resource/flink-session-job.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'

/** A recorded spec that has a job. */
export type RecordOfJob = RecordedSpec<FlinkSessionJobSpec> & { readonly job: JobSpec }

/** The recorded spec of the last submit. */
export type RecordRead =
  | { readonly _tag: 'Never' }
  /** The record cannot be read; no decision may use it (B41). */
  | { readonly _tag: 'Undecodable' }
  | { readonly _tag: 'Read'; readonly record: RecordOfJob }

/** What a FlinkSessionJob alone says. What it works towards also depends on its cluster, which has to be observed first (`work.ts`). */
export interface FlinkSessionJobDesired {
  readonly meta: ResourceMeta
  readonly spec: FlinkSessionJobSpec
  /**
   * The session cluster that the job was submitted to, which never changes; before the first submit the one that the spec names. Null: the
   * spec names none.
   */
  readonly clusterName: string | null
  /** Parts of the spec, and of the status fields that decisions use, that cannot be read. */
  readonly unread: readonly DecodeError[]
  /** The finding about the unreadable part of the spec; null: the whole spec can be read. */
  readonly specUnread: Finding | null
  /** Findings that need only the spec, not the cluster. */
  readonly findings: readonly Finding[]
  /** Secret values in the specs, which no message may show (P23), the longest first. */
  readonly secrets: readonly string[]
  readonly reconciled: RecordRead
  readonly stable: RecordOfJob | null
}
