import { boolean, duration, integer, list, text } from '../flink/configuration/option.ts'
import { autoscalerOption } from './operator-option.ts'

const hour = 3_600_000

/** Options that the reference autoscaler lacks. Their defaults change nothing. */
export const autoscalerCalmOptions = {
  timeZone: autoscalerOption({
    key: 'time-zone',
    type: text,
    default: 'UTC',
    doc: 'Time zone of excluded periods and of the schedule: a name such as Europe/Berlin, UTC, or an offset such as +02:00.',
  }),
  restartBudgetCount: autoscalerOption({
    key: 'restart-budget.count',
    type: integer,
    default: null,
    doc: 'Largest number of scalings within restart-budget.period; the last one is reserved for a scale-up. Unset: no limit.',
  }),
  restartBudgetPeriod: autoscalerOption({
    key: 'restart-budget.period',
    type: duration,
    default: 24 * hour,
    doc: 'Period of restart-budget.count.',
  }),
  scaleDownPaybackPeriod: autoscalerOption({
    key: 'scale-down.payback-period',
    type: duration,
    default: 0,
    doc: 'A scale-down must save, within this time, at least the slot hours that its restart costs; 0: no such check.',
  }),
  scaleDownRequireConsistentMetrics: autoscalerOption({
    key: 'scale-down.require-consistent-metrics',
    type: boolean,
    default: false,
    doc:
      'No scale-down while the metrics contradict each other: the lag of a source grows, records wait and none are read, a counter runs backwards, a vertex does not receive as many records as its input sends.',
  }),
  bottleneckLimitsOthers: autoscalerOption({
    key: 'bottleneck.limits-others',
    type: boolean,
    default: false,
    doc:
      'A vertex that can not get the parallelism it needs (excluded, or at its largest parallelism) limits the vertices before and after it: they are not scaled up for records that it can not process.',
  }),
  vertexMinParallelismSchedule: autoscalerOption({
    key: 'vertex.min-parallelism.schedule',
    type: list,
    default: [],
    doc:
      'Smallest parallelism of each vertex at known times, `period = parallelism`: `08:00-18:00 = 10;* * 18-22 ? * FRI = 20`. Periods have the syntax of excluded.periods. Vertices below it are scaled up; of several matching entries the largest applies.',
  }),
} as const
