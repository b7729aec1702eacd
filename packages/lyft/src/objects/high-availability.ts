import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'

/** The keys of the HA mode. The newer key has priority, as in Flink. */
const keys = ['high-availability.type', 'high-availability'] as const

/** True if the cluster has high availability. Any scalar value is read as its string (LD31). */
export const isHighlyAvailable = ({ flinkConfig }: Pick<FlinkApplicationSpec, 'flinkConfig'>): boolean => {
  const value = keys.map(key => flinkConfig[key]).find(found => found !== undefined && found !== null) ?? 'none'
  return typeof value !== 'object' && String(value).trim().toLowerCase() !== 'none'
}
