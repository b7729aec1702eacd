import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { readOption, type ConfigOption } from '../../flink/configuration/option.ts'
import { autoscalerOptions as options } from '../../options/autoscaler-options.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { scheduledFloor } from '../../flink/schedule/scheduled-floor.ts'
import { timeZoneOf } from '../../flink/schedule/time-zone.ts'
import { excludedPeriodProblem } from './autoscaler-rules.ts'
import { error, errorIf, findingsOfEach, nothing, withOption } from './rule.ts'

const fieldOf = ({ key }: ConfigOption<never> | { readonly key: string }): string => `flinkConfiguration.${key}`

/** Message with the value that was found and the values that are allowed. */
const wrong = (option: { readonly key: string }, found: string, allowed: string): string => `${option.key} is ${found}: expected ${allowed}`

const ifOn = (configuration: FlinkConfiguration, rule: () => readonly Finding[]): readonly Finding[] =>
  withOption(configuration, options.enabled, isOn => (isOn ? rule() : nothing))

/** Options that `autoscalerRules` checks, with the message of the reference operator. */
const checkedElsewhere: readonly ConfigOption<never>[] = [
  options.enabled,
  options.scaleDownMaxFactor,
  options.scaleUpMaxFactor,
  options.utilizationTarget,
  options.targetUtilizationBoundary,
  options.utilizationMax,
  options.utilizationMin,
  options.memoryGcPressureThreshold,
  options.memoryHeapUsageThreshold,
  options.excludedPeriods,
  options.metricsWindow,
] as unknown as readonly ConfigOption<never>[]

const unreadable = (configuration: FlinkConfiguration): readonly Finding[] =>
  (Object.values(options) as readonly unknown[] as readonly ConfigOption<never>[]).filter(it => !checkedElsewhere.includes(it)).flatMap(
    option => {
      const value = readOption<unknown>(configuration, option)
      return E.isLeft(value) ? error(`flinkConfiguration.${value.left.key}`, wrong(option, `'${value.left.found}'`, value.left.expected))
        : []
    },
  )

/** Checks a value that parses. Another rule reports a value that does not. */
const readable = <A>(
  configuration: FlinkConfiguration,
  option: ConfigOption<A>,
  then: (value: A) => readonly Finding[],
): readonly Finding[] => {
  const value = readOption(configuration, option)
  return E.isRight(value) ? then(value.right) : nothing
}

const periodProblem = (entry: string): string | null => {
  const at = entry.lastIndexOf('=')
  const problem = at < 0 ? null : excludedPeriodProblem(entry.slice(0, at).trim())
  return scheduledFloor(entry) !== null && problem === null ? null
    : 'a period, =, and a parallelism from 1 to 32768, such as 08:00-18:00 = 10 or * * 18-22 ? * FRI = 20'
}

const schedule = (configuration: FlinkConfiguration): readonly Finding[] =>
  readable(configuration, options.vertexMinParallelismSchedule, entries =>
    findingsOfEach([...new Set(entries)], entry => {
      const expected = periodProblem(entry)
      const option = options.vertexMinParallelismSchedule
      return expected === null ? nothing : error(fieldOf(option), wrong(option, `'${entry}'`, expected))
    }))

const least = (configuration: FlinkConfiguration, option: ConfigOption<number | null>, min: number): readonly Finding[] =>
  readable(
    configuration,
    option,
    value => errorIf(value !== null && value < min, fieldOf(option), wrong(option, String(value), `a whole number from ${min} on`)),
  )

/**
 * Checks that every autoscaler option parses, and that the options unknown to the reference operator are in range. Empty if the autoscaler
 * is off.
 */
export const autoscalerOptionsReadable = ({ configuration }: { readonly configuration: FlinkConfiguration }): readonly Finding[] =>
  ifOn(configuration, () => [
    ...unreadable(configuration),
    ...readable(configuration, options.timeZone, zone =>
      errorIf(
        timeZoneOf(zone) === null,
        fieldOf(options.timeZone),
        wrong(options.timeZone, `'${zone}'`, 'the name of a time zone such as Europe/Berlin, UTC, or an offset such as +02:00'),
      )),
    ...schedule(configuration),
    ...least(configuration, options.restartBudgetCount, 1),
    ...readable(
      configuration,
      options.restartBudgetPeriod,
      period =>
        errorIf(
          period <= 0,
          fieldOf(options.restartBudgetPeriod),
          wrong(options.restartBudgetPeriod, `${period} ms`, 'a duration above 0'),
        ),
    ),
  ])
