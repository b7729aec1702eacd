import { periodPart, periodParts } from '../../flink/schedule/excluded-period.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { readOption, type ConfigOption } from '../../flink/configuration/option.ts'
import { printDouble } from '../../flink/configuration/value-text.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { autoscalerOptions as options } from '../../options/autoscaler-options.ts'
import { optionTable } from '../../options/option-table.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { error, errorIf, findingsOfEach, nothing, withOption } from './rule.ts'

/**
 * The problem of one excluded period of the autoscaler (api-and-config.md, section 13.5); null if it is valid. Valid: a daily expression, a
 * Quartz cron expression, or one of each joined by `&&`.
 */
export const excludedPeriodProblem = (period: string): string | null => {
  const invalid = `Invalid value ${period} in the autoscaler config job.autoscaler.excluded.periods`
  const texts = periodParts(period)
  if (texts.length > 2) return invalid
  const parts = texts.map(periodPart)
  if (parts.includes(null)) return `${invalid}, the value is neither a valid daily expression nor a valid cron expression`
  return parts.length === 2 && parts[0]?._tag === parts[1]?._tag
    ? `${invalid}, the value can not be configured as dailyExpression && dailyExpression or cronExpression && cronExpression`
    : null
}

type Number = ConfigOption<number | null> | ConfigOption<number>

const fieldOf = ({ key }: ConfigOption<never> | Number): string => `flinkConfiguration.${key}`

const inRange = (configuration: FlinkConfiguration, option: Number, min: number, max: number | null): readonly Finding[] => {
  const value = readOption<number | null>(configuration, option)
  if (E.isLeft(value)) return error(fieldOf(option), `Invalid value in the autoscaler config ${option.key}`)
  const isOutside = value.right !== null && (value.right < min || (max !== null && value.right > max))
  return errorIf(
    isOutside,
    fieldOf(option),
    `The AutoScalerOption ${option.key} is invalid, it should be a value within the range [${printDouble(min)}, ${
      max === null ? '+Infinity' : printDouble(max)
    }]`,
  )
}

/** Checks the range only while the feature is on: otherwise the option has no effect. */
const inRangeIf = (
  configuration: FlinkConfiguration,
  feature: ConfigOption<boolean>,
  option: Number,
  [min, max]: readonly [number, number],
): readonly Finding[] => withOption(configuration, feature, isOn => (isOn ? inRange(configuration, option, min, max) : nothing))

const excludedPeriods = (configuration: FlinkConfiguration): readonly Finding[] =>
  withOption(configuration, options.excludedPeriods, periods =>
    findingsOfEach([...new Set(periods)], period => {
      const problem = excludedPeriodProblem(period)
      return problem === null ? [] : error(`flinkConfiguration.${options.excludedPeriods.key}`, problem)
    }))

/** A duration as Java's `Duration` prints it: `PT15M`. */
const isoText = (duration: Millis): string => {
  const [hours, minutes, seconds] = [Math.floor(duration / 3_600_000), Math.floor(duration / 60_000) % 60, (duration % 60_000) / 1000]
  const parts = [hours === 0 ? '' : `${hours}H`, minutes === 0 ? '' : `${minutes}M`, seconds === 0 ? '' : `${seconds}S`].join('')
  return parts === '' ? 'PT0S' : `PT${parts}`
}

/** The operator takes one sample per round. A window with fewer than two samples never scales anything. */
const metricsWindow = (configuration: FlinkConfiguration): readonly Finding[] =>
  withOption(configuration, options.metricsWindow, window =>
    withOption(configuration, optionTable.reconcileInterval, interval =>
      errorIf(
        window < interval,
        `flinkConfiguration.${options.metricsWindow.key}`,
        `The autoscaler metric window (${options.metricsWindow.key}=${
          isoText(window)
        }) must not be smaller than the operator reconcile interval `
          + `(${optionTable.reconcileInterval.key}=${
            isoText(interval)
          }), otherwise fewer than two metric samples are retained and autoscaling is never applied.`,
      )))

/** Row 11, and 13.3 row 8 (api-and-config.md, section 13.5). Checked only if the autoscaler is on. */
export const autoscalerRules = ({ configuration }: { readonly configuration: FlinkConfiguration }): readonly Finding[] =>
  withOption(configuration, options.enabled, isEnabled => (isEnabled ? [
    ...inRange(configuration, options.scaleDownMaxFactor, 0, null),
    ...inRange(configuration, options.scaleUpMaxFactor, 0, null),
    ...inRange(configuration, options.utilizationTarget, 0, 1),
    ...inRange(configuration, options.targetUtilizationBoundary, 0, null),
    ...withOption(configuration, options.utilizationTarget, target => [
      ...inRange(configuration, options.utilizationMax, target, 1),
      ...inRange(configuration, options.utilizationMin, 0, target),
    ]),
    ...inRange(configuration, options.memoryGcPressureThreshold, 0, 1),
    ...inRange(configuration, options.memoryHeapUsageThreshold, 0, 1),
    ...inRangeIf(configuration, options.observedScalabilityEnabled, options.observedScalabilityCoefficientMin, [0.01, 1]),
    ...inRangeIf(configuration, options.scalingEffectivenessDetectionEnabled, options.scalingEffectivenessThreshold, [0, 1]),
    ...inRangeIf(configuration, options.memoryTuningEnabled, options.memoryTuningOverhead, [0, 1]),
    ...excludedPeriods(configuration),
    ...metricsWindow(configuration),
  ] : nothing))
