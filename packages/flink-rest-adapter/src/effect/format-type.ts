import type { SavepointFormatType } from '@flink-operator/core/resource'

/** Null: Flink uses its default (canonical). UNKNOWN is a word of our status, not of Flink's. */
export const formatType = (format: SavepointFormatType): string | null => (format === 'UNKNOWN' ? null : format)
