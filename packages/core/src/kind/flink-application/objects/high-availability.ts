import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'

/** The newer key comes first, as in Flink. */
const keys = ['high-availability.type', 'high-availability'] as const

/** Does the cluster keep its own state of who leads? Any scalar is read as its text (LD31). */
export const isHighlyAvailable = ({ flinkConfig }: Pick<FlinkApplicationSpec, 'flinkConfig'>): boolean => {
  const value = keys.map(key => flinkConfig[key]).find(found => found !== undefined && found !== null) ?? 'none'
  return typeof value !== 'object' && String(value).trim().toLowerCase() !== 'none'
}
