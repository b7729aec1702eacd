import { autoscalerConfiguration } from '../../../packages/core/src/autoscaler/autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../../../packages/core/src/autoscaler/autoscaler-event.ts'
import type { DelayedScaleDown } from '../../../packages/core/src/autoscaler/autoscaler-state.ts'
import { currentOf } from '../../../packages/core/src/autoscaler/evaluated-metrics.ts'
import { shipStrategyOf } from '../../../packages/core/src/autoscaler/topology.ts'
import { vertexParallelism } from '../../../packages/core/src/autoscaler/vertex-parallelism.ts'
import type { Difference, GoldenFamily, GoldenVector } from '../family.ts'
import { valueDifferences } from './autoscaler.compare.ts'
import { delayedOf, historyOf, jsonOfDelayed, metricsOfJson, storedTime } from './autoscaler-state.decode.ts'

type Fields = Readonly<Record<string, unknown>>

/** The one vertex of every vector. */
const id = '1d78dc8ed51234e598b5114fe24490ae'

const eventOf = ({ type, reason, message, key, interval }: AutoscalerEvent): Fields => ({
  type,
  reason,
  key,
  ...(interval === null ? {} : { intervalSeconds: interval / 1000 }),
  message,
})

const step = (given: Fields, one: Fields, delayed: DelayedScaleDown): { readonly answer: Fields; readonly delayed: DelayedScaleDown } => {
  const { configuration } = autoscalerConfiguration(given['configuration'] as Readonly<Record<string, string>>, '1.15.0')
  const metrics = metricsOfJson(one['metrics'])
  const decision = vertexParallelism({
    id,
    inputShipStrategies: (given['inputShipStrategies'] as readonly string[]).map(shipStrategyOf),
    metrics,
    isBacklogShrinking: false,
    contradiction: null,
    passable: 1,
    history: historyOf({ [id]: given['history'] ?? {} })[id] ?? [],
    delayed: delayed[id] ?? null,
  }, { configuration, profile: '1.15.0', restartTime: Number(given['restartSeconds']) * 1000, floor: 0, now: storedTime(one['now']).at })
  const { [id]: _, ...others } = delayed
  const isChanged = decision.newParallelism !== currentOf(metrics, 'PARALLELISM')
  const expected = currentOf(decision.metrics, 'EXPECTED_PROCESSING_RATE')
  return {
    answer: {
      newParallelism: decision.newParallelism,
      ...(isChanged ? { outsideUtilizationBound: decision.isOutsideBounds } : {}),
      ...(decision.metrics.EXPECTED_PROCESSING_RATE === undefined ? {} : { expectedProcessingRate: String(expected) }),
      events: decision.events.map(eventOf).toSorted((a, b) => String(a['reason']).localeCompare(String(b['reason']))),
    },
    delayed: { ...others, ...(decision.delayed === null ? {} : { [id]: decision.delayed }) },
  }
}

/** Whether the reference touched the delayed scale-downs is not compared where it does not show them. */
const withDelayed = (want: Fields, { answer, delayed }: ReturnType<typeof step>): Fields =>
  want['delayedScaleDown'] === undefined ? answer : { ...answer, delayedScaleDown: jsonOfDelayed(delayed) }

const steps = (given: Fields, wanted: readonly Fields[]): readonly Difference[] =>
  (given['steps'] as readonly Fields[]).reduce<{ readonly delayed: DelayedScaleDown; readonly found: readonly Difference[] }>(
    ({ delayed, found }, one, index) => {
      const result = step(given, one, delayed)
      const want = wanted[index] ?? {}
      return { delayed: result.delayed, found: [...found, ...valueDifferences(`steps.${index}`, want, withDelayed(want, result))] }
    },
    { delayed: {}, found: [] },
  ).found

export const autoscalerParallelism: GoldenFamily = {
  name: 'autoscaler-parallelism',
  run: ({ given, expect }: GoldenVector) =>
    given['steps'] === undefined
      ? valueDifferences('answer', expect, withDelayed(expect, step(given, given, delayedOf(given['delayedScaleDown']))))
      : steps(given, expect['steps'] as readonly Fields[]),
}
