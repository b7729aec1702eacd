import type { ConfigOption, OptionType } from '../flink-configuration/option.ts'
import { boolean, double, duration, list } from '../flink-configuration/option-types.ts'

const option = <A, D extends A | null>(key: string, type: OptionType<A>, value: D, doc: string, old: readonly string[] = []) => ({
  key: `job.autoscaler.${key}`,
  aliases: [`kubernetes.operator.job.autoscaler.${key}`, ...old.flatMap(name => [`job.autoscaler.${name}`, `kubernetes.operator.job.autoscaler.${name}`])],
  type,
  default: value,
  doc,
}) as unknown as ConfigOption<[D] extends [null] ? A | null : A>

/** The autoscaler's options that validation reads (api-and-config.md, section 12.6). */
export const autoscalerOptions = {
  enabled: option('enabled', boolean, false, 'The autoscaler looks after the parallelism of the job.'),
  scaleDownMaxFactor: option('scale-down.max-factor', double, 0.6, 'Largest share by which a vertex is scaled down.'),
  scaleUpMaxFactor: option('scale-up.max-factor', double, 100_000, 'Largest share by which a vertex is scaled up.'),
  utilizationTarget: option('utilization.target', double, 0.7, 'Utilisation that is aimed at.', ['target.utilization']),
  targetUtilizationBoundary: option('target.utilization.boundary', double, 0.3, 'Deprecated: distance from the target within which nothing is scaled.'),
  utilizationMax: option('utilization.max', double, null, 'Above it a vertex is scaled up.'),
  utilizationMin: option('utilization.min', double, null, 'Below it a vertex is scaled down.'),
  gcPressureThreshold: option('memory.gc-pressure.threshold', double, 1, 'Share of time in garbage collection above which nothing is scaled.'),
  heapUsageThreshold: option('memory.heap-usage.threshold', double, 1, 'Share of used heap above which nothing is scaled.'),
  observedScalabilityEnabled: option('observed-scalability.enabled', boolean, false, 'Scaling learns from what scaling brought.'),
  observedScalabilityCoefficientMin: option('observed-scalability.coefficient-min', double, 0.5, 'Smallest coefficient that is believed.'),
  effectivenessDetectionEnabled: option('scaling.effectiveness.detection.enabled', boolean, false, 'Scaling that brings nothing is stopped.'),
  effectivenessThreshold: option('scaling.effectiveness.threshold', double, 0.1, 'Share of the expected gain below which scaling is ineffective.'),
  memoryTuningEnabled: option('memory.tuning.enabled', boolean, false, 'Memory is tuned along with the parallelism.'),
  memoryTuningOverhead: option('memory.tuning.overhead', double, 0.2, 'Share that is added to the memory in use.'),
  excludedPeriods: option('excluded.periods', list, [], 'Times in which nothing is scaled: daily (10:00-11:00), Quartz cron, or both joined by &&.'),
  metricsWindow: option('metrics.window', duration, 900_000, 'Window of the metrics that are looked at.'),
} as const
