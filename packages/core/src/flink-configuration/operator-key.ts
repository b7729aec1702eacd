import type { FlinkConfiguration } from './flink-defaults.ts'

/** Keys for the operator and its autoscaler: in force without a restart, and nothing to Flink. */
export const isOperatorKey = (key: string): boolean => key.startsWith('kubernetes.operator.') || key.startsWith('job.autoscaler.')

/** What reaches Flink (api-and-config.md, section 10). */
export const withoutOperatorKeys = (configuration: FlinkConfiguration): FlinkConfiguration =>
  Object.fromEntries(Object.entries(configuration).filter(([key]) => !isOperatorKey(key)))
