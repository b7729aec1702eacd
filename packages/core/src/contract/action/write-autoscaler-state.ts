import type { CycleReport } from './cycle-report.ts'
import type { ResourceRequest } from '../fact/cluster-capacity-view.ts'
import type { ResourceRef } from '../resource/resource.ts'

/**
 * Stores the autoscaler's state of a job in its ConfigMap.
 *
 * Effect: creates the ConfigMap, or changes the keys that differ (JSON merge patch with uid and resourceVersion).
 * Idempotency key: the observed resourceVersion: a repeat, or another client's write in between, is a conflict and changes nothing.
 * Precondition: this round read the ConfigMap live, and it belongs to the resource or has no owner.
 * If we crash before: nothing was decided; the next round measures and decides again.
 * If we crash after: the next round reads it and applies its overrides. Only stored decisions take effect, so no decision is applied twice
 * or lost.
 * How the next look recognises it: `ReadAutoscalerState`, at the beginning of each round.
 */
export interface WriteAutoscalerState {
  readonly _tag: 'WriteAutoscalerState'
  readonly namespace: string
  readonly name: string
  /** The resource that owns the job: the ConfigMap is deleted with it. */
  readonly owner: ResourceRef
  /** The observed ConfigMap. Null: there was none. */
  readonly seen: { readonly uid: string; readonly resourceVersion: string } | null
  /** The keys to change. Null: the key is removed. */
  readonly data: Readonly<Record<string, string | null>>
  /** The results of the stored cycle, for metrics. Null: no cycle, the state is cleared. It is not written. */
  readonly report: CycleReport | null
  /** The room that the stored scaling takes on the nodes. Absent: it takes none, or nobody checked the nodes. It is not written. */
  readonly reserves?: ResourceRequest
  readonly why: string
}
