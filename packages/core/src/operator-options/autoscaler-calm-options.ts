import { boolean, duration, integer, list, text } from '../flink-configuration/option-types.ts'
import { autoscalerOption } from './operator-option.ts'

const hour = 3_600_000

/** What the reference autoscaler has no option for. Each of these changes nothing by default. */
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
    doc: 'Most scalings within restart-budget.period; the last one is kept for a scale-up. Unset: no bound.',
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
    doc: 'Time in which a scale-down must save as many slot hours as its restart takes; 0: it need not.',
  }),
  scaleDownRequireConsistentMetrics: autoscalerOption({
    key: 'scale-down.require-consistent-metrics',
    type: boolean,
    default: false,
    doc:
      'No scale-down while the metrics contradict each other: the lag of a source grows, records wait and none are read, a counter runs backwards, a vertex receives another number of records than its input sends.',
  }),
  bottleneckLimitsOthers: autoscalerOption({
    key: 'bottleneck.limits-others',
    type: boolean,
    default: false,
    doc:
      'A vertex that does not get the parallelism it needs (excluded, at its largest parallelism) limits the vertices before and after it: they are not scaled up for records that it can not pass.',
  }),
  vertexMinParallelismSchedule: autoscalerOption({
    key: 'vertex.min-parallelism.schedule',
    type: list,
    default: [],
    doc:
      'Smallest parallelism of each vertex at known times, `period = parallelism`: `08:00-18:00 = 10;* * 18-22 ? * FRI = 20`. Periods are those of excluded.periods; vertices are scaled up to it, and the largest that holds counts.',
  }),
} as const
