import { controlLoopOptions } from './control-loop-options.ts'
import { deploymentOptions } from './deployment-options.ts'
import { flinkApplicationOptions } from './flink-application-options.ts'
import { flinkTlsOptions } from './flink-tls-options.ts'
import { metricsOptions } from './metrics-options.ts'
import { plannerOptions } from './planner-options.ts'
import { processOptions } from './process-options.ts'
import { quarantineOptions } from './quarantine-options.ts'
import { secretOptions, securityOptions } from './security-options.ts'
import { snapshotOptions } from './snapshot-options.ts'
import { webhookOptions } from './webhook-options.ts'

/**
 * Every option under `kubernetes.operator.` (api-and-config.md, sections 12.1 to 12.4), by its name in the code: the key in camel case.
 * Types and documentation are generated from this table.
 */
export const optionTable = {
  ...controlLoopOptions,
  ...flinkTlsOptions,
  ...processOptions,
  ...deploymentOptions,
  ...snapshotOptions,
  ...metricsOptions,
  ...flinkApplicationOptions,
  ...webhookOptions,
  ...plannerOptions,
  ...secretOptions,
  ...securityOptions,
  ...quarantineOptions,
} as const

/** Type of the table of all options, by name in the code. */
export type OptionTable = typeof optionTable
