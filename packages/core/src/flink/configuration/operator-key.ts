import type { FlinkConfiguration } from './flink-defaults.ts'

/** True for keys of the operator and its autoscaler. They take effect without a restart; Flink ignores them. */
export const isOperatorKey = (key: string): boolean => key.startsWith('kubernetes.operator.') || key.startsWith('job.autoscaler.')

/** The configuration that Flink gets (api-and-config.md, section 10). */
export const withoutOperatorKeys = (configuration: FlinkConfiguration): FlinkConfiguration =>
  Object.fromEntries(Object.entries(configuration).filter(([key]) => !isOperatorKey(key)))
