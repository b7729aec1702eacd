import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type { SnapshotTriggerType } from '../../contract/resource/job-status.ts'

/**
 * Result of the last snapshot, for users and metrics (control-flow.md, section 6.5). ABANDONED: the operator gave up.
 */
export type LastSnapshotStatus = 'PENDING' | 'SUCCEEDED' | 'ABANDONED'

export interface LastSnapshotInputs {
  readonly triggerId: string | null
  /** The trigger nonce of this kind in the spec, and in the last reconciled spec. */
  readonly nonce: Nonce | null
  readonly recordedNonce: Nonce | null
  readonly last: { readonly triggerType: SnapshotTriggerType | null; readonly triggerNonce: Nonce | null } | null
}

/**
 * Derives the result of the last snapshot; null: no snapshot was ever taken. Between two attempts at a manual snapshot no trigger id is
 * set, but the nonce shows that the user still wants it.
 */
export const lastSnapshotStatus = ({ triggerId, nonce, recordedNonce, last }: LastSnapshotInputs): LastSnapshotStatus | null => {
  if (triggerId !== null) return 'PENDING'
  if (nonce !== null && nonce !== recordedNonce) return 'PENDING'
  if (last === null || last.triggerType === null) return null
  return recordedNonce === last.triggerNonce || last.triggerType !== 'MANUAL' ? 'SUCCEEDED' : 'ABANDONED'
}
