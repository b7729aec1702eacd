import type { EpochMillis } from '../resource/time.ts'

/** The fields of a FlinkStateSnapshot that its owner needs (session-snapshot-bluegreen.md; control-flow.md, section 6). */
export interface StateSnapshotView {
  readonly name: string
  readonly uid: string
  readonly creationTimestamp: EpochMillis
  readonly deleting: boolean
  readonly kind: 'savepoint' | 'checkpoint'
  /** Label `snapshot.trigger-type`. */
  readonly triggerType: 'MANUAL' | 'PERIODIC' | 'UPGRADE' | 'UNKNOWN'
  readonly state: 'TRIGGER_PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'ABANDONED'
  readonly path: string | null
}
