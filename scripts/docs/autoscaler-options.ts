import { printDuration } from '../../packages/core/src/flink/configuration/parse-duration.ts'
import { autoscalerCalmOptions } from '../../packages/core/src/options/autoscaler-calm-options.ts'
import { autoscalerOptions } from '../../packages/core/src/options/autoscaler-options.ts'
import type { OperatorOption } from '../../packages/core/src/options/operator-option.ts'
import { code, page, table, type Page } from './markdown.ts'

type Name = keyof typeof autoscalerOptions

interface Group {
  readonly title: string
  readonly intro: string
  readonly names: readonly Name[]
}

/** Every option stands in one group: a test counts. */
const groups: readonly Group[] = [
  {
    title: 'On and off',
    intro: 'With `scaling.enabled: false` the autoscaler reports what it would do, and does nothing.',
    names: ['enabled', 'scalingEnabled', 'vertexExcludeIds', 'scalingEventInterval', 'flinkRestClientTimeout'],
  },
  {
    title: 'What is measured, and for how long',
    intro: 'After a start the job has time to settle. Then metrics are collected until the window is full; only then anything is decided.',
    names: [
      'stabilizationInterval',
      'metricsWindow',
      'metricsBusyTimeAggregator',
      'observedTrueProcessingRateLagThreshold',
      'observedTrueProcessingRateSwitchThreshold',
      'observedTrueProcessingRateMinObservations',
    ],
  },
  {
    title: 'How busy vertices should be',
    intro: 'A job is scaled when a vertex leaves the range from `utilization.min` to `utilization.max`, and then to `utilization.target`.',
    names: [
      'utilizationTarget',
      'utilizationMin',
      'utilizationMax',
      'targetUtilizationBoundary',
      'catchUpDuration',
      'restartTime',
      'restartTimeTrackingEnabled',
      'restartTimeTrackingLimit',
      'backlogProcessingLagThreshold',
    ],
  },
  {
    title: 'Limits of one step and of a vertex',
    intro: 'No vertex leaves these limits. One that is already outside them is not forced back.',
    names: [
      'vertexMinParallelism',
      'vertexMaxParallelism',
      'scaleUpMaxFactor',
      'scaleDownMaxFactor',
      'scalingParallelismAlignmentMode',
      'scalingKeyGroupPartitionsAdjustMode',
      'bottleneckLimitsOthers',
    ],
  },
  {
    title: 'When, and how often',
    intro: 'Periods are daily (`08:00-18:00`) or Quartz cron expressions (`* * 18-22 ? * FRI`), or one of each joined by `&&`.',
    names: [
      'timeZone',
      'excludedPeriods',
      'vertexMinParallelismSchedule',
      'scaleDownInterval',
      'scaleDownPaybackPeriod',
      'scaleDownRequireConsistentMetrics',
      'restartBudgetCount',
      'restartBudgetPeriod',
    ],
  },
  {
    title: 'What past scalings teach',
    intro: 'The autoscaler remembers the last scalings of each vertex, and can learn from them.',
    names: [
      'historyMaxCount',
      'historyMaxAge',
      'observedScalabilityEnabled',
      'observedScalabilityMinObservations',
      'observedScalabilityCoefficientMin',
      'scalingEffectivenessDetectionEnabled',
      'scalingEffectivenessThreshold',
    ],
  },
  {
    title: 'Memory and room',
    intro: 'A job that is short of memory is not scaled. Tuning sets memory sizes together with a scaling.',
    names: [
      'memoryGcPressureThreshold',
      'memoryHeapUsageThreshold',
      'memoryTuningEnabled',
      'memoryTuningOverhead',
      'memoryTuningMaximizeManagedMemory',
      'memoryTuningScaleDownCompensationEnabled',
      'quotaCpu',
      'quotaMemory',
    ],
  },
]

export const groupedNames: readonly string[] = groups.flatMap(({ names }) => names)

const defaultText = ({ type, default: value }: OperatorOption<unknown>): string => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  return code(type.name === 'Duration' ? printDuration(Number(value)) : JSON.stringify(value).replaceAll('"', ''))
}

const short = (key: string): string => key.replace(/^job\.autoscaler\./, '')

const rowOf = (name: Name): readonly string[] => {
  const option: OperatorOption<unknown> = autoscalerOptions[name]
  const isOurs = Object.hasOwn(autoscalerCalmOptions, name)
  const allowed = option.type.name === 'Enum' ? option.type.expected.split(', ').map(code).join(', ') : option.type.name
  return [code(short(option.key)), allowed, defaultText(option), isOurs ? `${option.doc} *Not in the Apache operator.*` : option.doc]
}

const intro =
  `Options of the [autoscaler](../autoscaler.md), by what they are for. Each key begins with \`job.autoscaler.\` and stands in \`spec.flinkConfiguration\` of a resource;
the operator's own configuration holds defaults for all jobs. A change restarts no job. How to find good values: [tuning](../autoscaler-tuning.md).

Durations are digits and a unit (\`90 s\`, \`10 min\`, \`2 h\`), lists are separated by \`;\`. A value that does not parse, or lies outside its range, is an error of the resource: it says
what was found and what is allowed, and the last good spec stays in force. What is allowed and yet hardly meant is advice, which \`plan\` shows. Older spellings are in the table of
[all options](options.md#autoscaler).`

export const autoscalerOptionsPage = (): Page =>
  page(
    'docs/reference/autoscaler-options.md',
    'Options of the autoscaler',
    intro,
    ...groups.flatMap(group => [
      `## ${group.title}`,
      group.intro,
      table(['option', 'type', 'default', 'meaning'], group.names.map(rowOf)),
    ]),
  )
