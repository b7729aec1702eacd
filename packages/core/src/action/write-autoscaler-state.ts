import type { CycleReport } from './cycle-report.ts'
import type { ResourceRef } from '../resource/resource-ref.ts'

/**
 * Stores what the autoscaler knows of a job, in its ConfigMap.
 *
 * Effect: creates the ConfigMap, or changes the keys that differ (JSON merge patch with uid and resourceVersion).
 * Idempotency key: the resourceVersion that was seen: a repeat, or a write of somebody else in between, is a conflict and changes nothing.
 * Precondition: the ConfigMap was read in this round, live, and belongs to the resource or to nobody.
 * If we crash before: nothing was decided; the next round measures and decides anew.
 * If we crash after: the next round reads it and applies the overrides that it holds. Nothing takes effect that is not stored, so no
 * decision is carried out twice or lost.
 * How the next look recognises it: `ReadAutoscalerState`, at the beginning of each round.
 */
export interface WriteAutoscalerState {
  readonly _tag: 'WriteAutoscalerState'
  readonly namespace: string
  readonly name: string
  /** The resource whose job it is of: the ConfigMap goes away with it. */
  readonly owner: ResourceRef
  /** The ConfigMap as it was seen; null: there was none. */
  readonly seen: { readonly uid: string; readonly resourceVersion: string } | null
  /** The keys that change; null: the key goes away. */
  readonly data: Readonly<Record<string, string | null>>
  /** What the cycle that is stored evaluated, for metrics; null: no cycle, what was known is cleared. It is not written. */
  readonly report: CycleReport | null
  readonly why: string
}
