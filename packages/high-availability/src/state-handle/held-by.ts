import { isRecord, leaderAnnotation, parseRecord } from '@flink-operator/core/codec'
import type { Fence } from './operation.ts'

/**
 * The lock in this ConfigMap names this process. The record is decoded and compared as a whole; Flink searches for the identity
 * anywhere in the text.
 */
export const heldBy = (identity: string): Fence => ({ annotations }) => {
  const record = parseRecord(annotations[leaderAnnotation])
  return identity !== '' && isRecord(record) && record.holder === identity
}
