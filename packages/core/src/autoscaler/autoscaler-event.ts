import type { Millis } from '../contract/resource/time.ts'

/** Reasons of the autoscaler's events (autoscaler.md, section 11). */
export type AutoscalerEventReason =
  | 'ScalingReport'
  | 'IneffectiveScaling'
  | 'MemoryPressure'
  | 'Configuration recommendation'
  | 'MemoryRecommendation'
  | 'ScalingLimited'
  | 'ResourceQuotaReached'
  | 'ClusterCapacityUnknown'
  | 'AutoscalerError'

/** An event about the job, before deduplication. */
export interface AutoscalerEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: AutoscalerEventReason
  readonly message: string
  /** Events with the same key are equal; null: the message is the key. */
  readonly key: string | null
  /** Equal events are sent at most once in this time; null: each is sent. */
  readonly interval: Millis | null
  /** Equal events are sent anyway if this text differs; null: no such check. */
  readonly unlessSame: string | null
}
