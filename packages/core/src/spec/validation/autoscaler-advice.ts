import { type FlinkVersion, startIgnoresOverrides } from '../../contract/resource/flink-version.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { type AutoscalerOptions, readAutoscalerOptions } from '../../options/kind-options.ts'
import { autoscalerOptions as options } from '../../options/autoscaler-options.ts'
import { optionTable } from '../../options/option-table.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { scheduledFloor } from '../../flink/schedule/scheduled-floor.ts'
import { advice, adviceIf, nothing, withOption } from './rule.ts'

type Name = keyof typeof options

/** A value that the reference operator accepts and that is probably a mistake. */
interface Doubt {
  readonly option: Name
  readonly when: (its: AutoscalerOptions) => boolean
  /** The effect of the value, and a better one. */
  readonly words: (its: AutoscalerOptions) => string
}

const numbers: readonly Name[] = [
  'utilizationTarget',
  'targetUtilizationBoundary',
  'utilizationMax',
  'utilizationMin',
  'scaleUpMaxFactor',
  'scaleDownMaxFactor',
  'observedTrueProcessingRateSwitchThreshold',
  'scalingEffectivenessThreshold',
  'observedScalabilityCoefficientMin',
  'memoryTuningOverhead',
  'quotaCpu',
]

const notANumber = numbers.map((option): Doubt => ({
  option,
  when: its => Number.isNaN(its[option]),
  words: () => 'it is not a number: every comparison with it is false',
}))

const vertexId = /^[\da-f]{32}$/i

const unknownIds = ({ vertexExcludeIds }: AutoscalerOptions): readonly string[] => vertexExcludeIds.filter(id => !vertexId.test(id.trim()))

const highestFloor = ({ vertexMinParallelismSchedule }: AutoscalerOptions): number =>
  vertexMinParallelismSchedule.reduce((most, entry) => Math.max(most, scheduledFloor(entry)?.parallelism ?? 0), 0)

const doubts: readonly Doubt[] = [
  ...notANumber,
  {
    option: 'utilizationTarget',
    when: it => it.utilizationTarget === 0,
    words: () => 'with a target utilization of 0 every vertex is scaled to the largest parallelism allowed',
  },
  {
    option: 'vertexMinParallelism',
    when: it => it.vertexMinParallelism < 1,
    words: it => `${it.vertexMinParallelism} counts as 1: set it to 1 or more`,
  },
  {
    option: 'vertexMaxParallelism',
    when: it => it.vertexMaxParallelism < it.vertexMinParallelism,
    words: it =>
      `${it.vertexMaxParallelism} is less than job.autoscaler.vertex.min-parallelism, ${it.vertexMinParallelism}: no vertex is ever scaled up`,
  },
  {
    option: 'scaleUpMaxFactor',
    when: it => it.scaleUpMaxFactor === 0,
    words: () => 'with 0 no vertex is ever scaled up',
  },
  {
    option: 'scaleDownMaxFactor',
    when: it => it.scaleDownMaxFactor === 0,
    words: () => 'with 0 no vertex is ever scaled down',
  },
  {
    option: 'restartTimeTrackingLimit',
    when: it => it.restartTimeTrackingEnabled && it.restartTimeTrackingLimit < it.restartTime,
    words: () => 'it is below job.autoscaler.restart.time: a measured restart time counts as less than the configured one',
  },
  {
    option: 'observedScalabilityMinObservations',
    when: it => it.observedScalabilityEnabled && it.observedScalabilityMinObservations > it.historyMaxCount,
    words: it =>
      `${it.observedScalabilityMinObservations} observations are never reached: job.autoscaler.history.max.count keeps only ${it.historyMaxCount}`,
  },
  {
    option: 'historyMaxCount',
    when: it => it.historyMaxCount < 1 && it.scalingEffectivenessDetectionEnabled,
    words: () => 'without history the autoscaler never detects an ineffective scaling: set it to 1 or more',
  },
  {
    option: 'vertexExcludeIds',
    when: it => unknownIds(it).length > 0,
    words: it => `'${unknownIds(it)[0] ?? ''}' is not a vertex id (32 hex digits): it excludes no vertex`,
  },
  { option: 'quotaCpu', when: it => it.quotaCpu !== null && it.quotaCpu <= 0, words: () => 'with 0 no job is ever scaled up' },
  { option: 'quotaMemory', when: it => it.quotaMemory === 0n, words: () => 'with 0 no job is ever scaled up' },
  {
    option: 'restartBudgetCount',
    when: it => it.restartBudgetCount === 1,
    words: () => 'the last scaling in the period is reserved for a scale-up: with 1 no vertex is ever scaled down',
  },
  {
    option: 'vertexMinParallelismSchedule',
    when: it => highestFloor(it) > it.vertexMaxParallelism,
    words: it =>
      `${highestFloor(it)} is more than job.autoscaler.vertex.max-parallelism, ${it.vertexMaxParallelism}: no vertex is scaled above that`,
  },
  {
    option: 'scalingParallelismAlignmentMode',
    when: it => !['BALANCED', 'EVENLY_SPREAD', 'OFF'].includes(it.scalingParallelismAlignmentMode.toUpperCase()),
    words: it => `'${it.scalingParallelismAlignmentMode}' counts as BALANCED: allowed are BALANCED, EVENLY_SPREAD and OFF`,
  },
]

/** Advice for a window of fewer than three samples. A rate needs two of them, so one late round leaves too few. */
const shortWindow = (configuration: FlinkConfiguration, { metricsWindow }: AutoscalerOptions): readonly Finding[] =>
  withOption(configuration, optionTable.reconcileInterval, interval =>
    metricsWindow >= interval && metricsWindow < 3 * interval
      ? advice(
        `flinkConfiguration.${options.metricsWindow.key}`,
        `${options.metricsWindow.key} holds fewer than three samples: one is taken every ${optionTable.reconcileInterval.key} (${
          interval / 1000
        } s)`,
      )
      : nothing)

/** What advice on the autoscaler of a job depends on. `flinkVersion`: that of its cluster. */
export interface AutoscaledJob {
  readonly configuration: FlinkConfiguration
  readonly flinkVersion: FlinkVersion | null
}

/** Advice where an upgrade can't set the parallelism of a vertex: Flink 2 ignores the overrides (W44). */
const ignoredOverrides = ({ configuration, flinkVersion }: AutoscaledJob, { scalingEnabled }: AutoscalerOptions): readonly Finding[] =>
  scalingEnabled && flinkVersion !== null && startIgnoresOverrides(flinkVersion)
    ? withOption(configuration, flinkOptions.jobManagerScheduler, scheduler =>
      adviceIf(
        scheduler !== 'Adaptive',
        `flinkConfiguration.${flinkOptions.jobManagerScheduler.key}`,
        'Flink 2.0 to 2.3 ignores the parallelism that an upgrade sets for a vertex (FLINK-38770): decisions are '
          + `reported, and not carried out. Set ${flinkOptions.jobManagerScheduler.key}: adaptive`,
      ))
    : nothing

/** Advice on autoscaler options. Empty if the autoscaler is off. */
export const autoscalerAdvice = (job: AutoscaledJob): readonly Finding[] => {
  const { configuration } = job
  const its = readAutoscalerOptions(configuration).options
  if (!its.enabled) return nothing
  return [
    ...doubts.filter(({ when }) => when(its)).flatMap(({ option, words }) =>
      advice(`flinkConfiguration.${options[option].key}`, `${options[option].key}: ${words(its)}`)
    ),
    ...shortWindow(configuration, its),
    ...ignoredOverrides(job, its),
  ]
}
