import { isRecord, leaderAnnotation, parseRecord } from '@flink-operator/core/codec'
import type { Fence } from './operation.ts'

/** The lock in this very ConfigMap names this process: read, and compared whole; Flink looks for the identity anywhere in the text. */
export const heldBy = (identity: string): Fence => ({ annotations }) => {
  const record = parseRecord(annotations[leaderAnnotation])
  return identity !== '' && isRecord(record) && record.holder === identity
}
