import type {
  AutoscalerState,
  DelayedScaleDown,
  MetricsSample,
  ScalingHistory,
  ScalingTracking,
  StoredTime,
} from '../../../packages/core/src/autoscaler/autoscaler-state.ts'
import { emptyState } from '../../../packages/core/src/autoscaler/autoscaler-state.ts'
import { evaluatedMetric, type MetricsOf, type MetricValues } from '../../../packages/core/src/autoscaler/evaluated-metrics.ts'
import { byTime } from '../../../packages/core/src/autoscaler/state/vertex-key.ts'
import type { StateKey } from '../../../packages/core/src/autoscaler/state/state-key.ts'
import { parseStoredTime, printStoredTime } from '../../../packages/core/src/autoscaler/state/stored-time.ts'
import { type JobTopology, jobTopology, shipStrategyOf } from '../../../packages/core/src/autoscaler/topology.ts'

type Fields<A> = Readonly<Record<string, A>>

/** A number, or the text of one that JSON does not hold. */
export const numberOf = (json: unknown): number => (typeof json === 'number' ? json : Number(json ?? NaN))

export const storedTime = (text: unknown): StoredTime => {
  const time = parseStoredTime(String(text))
  if (time === null) throw new Error(`${String(text)} is no time`)
  return time
}

/** A half that is absent is NaN. */
export const metricsOfJson = (json: unknown): MetricsOf =>
  Object.fromEntries(
    Object.entries((json ?? {}) as Fields<{ readonly current?: unknown; readonly average?: unknown }>)
      .map(([name, { current, average }]) => [name, evaluatedMetric(numberOf(current), numberOf(average))]),
  )

export const historyOf = (json: unknown): ScalingHistory =>
  Object.fromEntries(
    Object.entries((json ?? {}) as Fields<Fields<Fields<unknown>>>).map(([id, records]) => [
      id,
      byTime(
        Object.entries(records).map(([time, { currentParallelism, newParallelism, metrics }]) => ({
          ...storedTime(time),
          currentParallelism: numberOf(currentParallelism),
          newParallelism: numberOf(newParallelism),
          metrics: metricsOfJson(metrics),
        })),
      ),
    ]),
  )

export const trackingOf = (json: unknown): ScalingTracking =>
  byTime(
    Object.entries((json ?? {}) as Fields<unknown>).map(([time, seconds]) => ({
      ...storedTime(time),
      restartDuration: seconds === null ? null : numberOf(seconds) * 1000,
    })),
  )

const valuesOf = (json: unknown): MetricValues =>
  Object.fromEntries(
    Object.entries((json ?? {}) as Fields<unknown>).filter(([, value]) => value !== null).map(([name, value]) => [name, numberOf(value)]),
  )

export const samplesOf = (json: unknown): readonly MetricsSample[] =>
  byTime(
    Object.entries((json ?? {}) as Fields<{ readonly vertexMetrics?: Fields<unknown>; readonly globalMetrics?: unknown }>)
      .map(([time, { vertexMetrics, globalMetrics }]) => ({
        ...storedTime(time),
        vertices: Object.fromEntries(Object.entries(vertexMetrics ?? {}).map(([id, values]) => [id, valuesOf(values)])),
        global: valuesOf(globalMetrics),
      })),
  )

export const delayedOf = (json: unknown): DelayedScaleDown =>
  Object.fromEntries(
    Object.entries(
      (json ?? {}) as Fields<{ readonly firstTriggerTime: unknown; readonly recommendedParallelisms: readonly Fields<unknown>[] }>,
    )
      .map(([id, { firstTriggerTime, recommendedParallelisms }]) => [id, {
        firstTrigger: storedTime(firstTriggerTime),
        recommended: recommendedParallelisms.map(({ triggerTime, parallelism, outsideUtilizationBound }) => ({
          ...storedTime(triggerTime),
          parallelism: numberOf(parallelism),
          isOutsideBounds: outsideUtilizationBound === true,
        })),
      }]),
  )

export const stateWith = (key: StateKey, json: unknown, state: AutoscalerState = emptyState): AutoscalerState => {
  switch (key) {
    case 'collectedMetrics':
      return { ...state, samples: samplesOf(json) }
    case 'scalingHistory':
      return { ...state, history: historyOf(json) }
    case 'scalingTracking':
      return { ...state, tracking: trackingOf(json) }
    case 'delayedScaleDown':
      return { ...state, delayedScaleDown: delayedOf(json) }
    case 'parallelismOverrides':
      return { ...state, parallelismOverrides: (json ?? {}) as Fields<string> }
    case 'configOverrides': {
      const { overrides = {}, removals = [] } = json as {
        readonly overrides?: Fields<string | null>
        readonly removals?: readonly string[]
      }
      const set = Object.entries(overrides).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
      return { ...state, configChanges: { overrides: Object.fromEntries(set), removals } }
    }
  }
}

// ---- and back, for comparison

/** NaN is absent. */
const jsonOfMetrics = (metrics: MetricsOf): unknown =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, { current, average }]) => [name, {
      ...(Number.isNaN(current) ? {} : { current }),
      ...(Number.isNaN(average) ? {} : { average }),
    }]),
  )

export const jsonOfHistory = (history: ScalingHistory): unknown =>
  Object.fromEntries(
    Object.entries(history).map(([id, records]) => [
      id,
      Object.fromEntries(records.map(({ currentParallelism, newParallelism, metrics, ...time }) => [
        printStoredTime(time),
        { currentParallelism, newParallelism, metrics: jsonOfMetrics(metrics) },
      ])),
    ]),
  )

export const jsonOfTracking = (tracking: ScalingTracking): unknown =>
  Object.fromEntries(
    tracking.map(({ restartDuration, ...time }) => [printStoredTime(time), restartDuration === null ? null : restartDuration / 1000]),
  )

export const jsonOfDelayed = (delayed: DelayedScaleDown): unknown =>
  Object.fromEntries(
    Object.entries(delayed).map(([id, { firstTrigger, recommended }]) => [id, {
      firstTriggerTime: printStoredTime(firstTrigger),
      recommendedParallelisms: recommended.map(({ parallelism, isOutsideBounds, ...time }) => ({
        triggerTime: printStoredTime(time),
        parallelism,
        outsideUtilizationBound: isOutsideBounds,
      })),
    }]),
  )

export const jsonOf = (state: AutoscalerState, key: StateKey): unknown => {
  switch (key) {
    case 'collectedMetrics':
      return Object.fromEntries(state.samples.map(({ vertices, global, ...time }) => [
        printStoredTime(time),
        { vertexMetrics: vertices, globalMetrics: global },
      ]))
    case 'scalingHistory':
      return jsonOfHistory(state.history)
    case 'scalingTracking':
      return jsonOfTracking(state.tracking)
    case 'delayedScaleDown':
      return jsonOfDelayed(state.delayedScaleDown)
    case 'parallelismOverrides':
      return state.parallelismOverrides
    case 'configOverrides':
      return state.configChanges
  }
}

/** The vertices of a vector, in no order. */
export const topologyOf = (json: unknown): JobTopology =>
  jobTopology((json as readonly Fields<unknown>[]).map(it => ({
    id: String(it['id']),
    parallelism: numberOf(it['parallelism']),
    maxParallelism: numberOf(it['maxParallelism']),
    inputs: Object.entries((it['inputs'] ?? {}) as Fields<string>).map(([id, word]) => ({ id, shipStrategy: shipStrategyOf(word) })),
    sourcePartitions: it['sourcePartitions'] === undefined ? null : numberOf(it['sourcePartitions']),
    slotSharingGroup: (it['slotSharingGroup'] ?? null) as string | null,
    isFinished: it['finished'] === true,
  })))
