import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type { SnapshotTriggerType } from '../../resource/job-status.ts'

/**
 * What became of the last snapshot, for users and metrics (control-flow.md, section 6.5). ABANDONED: given up; null: there never was one.
 */
export type LastSnapshotStatus = 'PENDING' | 'SUCCEEDED' | 'ABANDONED'

export interface LastSnapshotInputs {
  readonly triggerId: string | null
  /** The trigger nonce of this kind in the spec, and in the last reconciled spec. */
  readonly nonce: Nonce | null
  readonly recordedNonce: Nonce | null
  readonly last: { readonly triggerType: SnapshotTriggerType | null; readonly triggerNonce: Nonce | null } | null
}

/** First match. Between two attempts at a manual snapshot no trigger id is set; the nonce tells that it is still wanted. */
export const lastSnapshotStatus = ({ triggerId, nonce, recordedNonce, last }: LastSnapshotInputs): LastSnapshotStatus | null => {
  if (triggerId !== null) return 'PENDING'
  if (nonce !== null && nonce !== recordedNonce) return 'PENDING'
  if (last === null || last.triggerType === null) return null
  return recordedNonce === last.triggerNonce || last.triggerType !== 'MANUAL' ? 'SUCCEEDED' : 'ABANDONED'
}
