import type { EpochMillis } from '../contract/resource/time.ts'
import type { MetricsSample } from './autoscaler-state.ts'
import type { MetricValues, ScalingMetric } from './metric.ts'
import type { VertexId } from './topology.ts'

/** One value per sample, oldest first. NaN: absent in the sample. */
export interface Series {
  readonly values: readonly { readonly at: EpochMillis; readonly value: number }[]
}

const series = (window: readonly MetricsSample[], of: (sample: MetricsSample) => number | undefined): Series => ({
  values: window.map(sample => ({ at: sample.at, value: of(sample) ?? NaN })),
})

/** Metrics of a vertex in a sample; undefined: none. */
export const valuesOf = (sample: MetricsSample | undefined, vertex: VertexId): MetricValues | undefined =>
  sample !== undefined && Object.hasOwn(sample.vertices, vertex) ? sample.vertices[vertex] : undefined

export const vertexSeries = (window: readonly MetricsSample[], vertex: VertexId, metric: ScalingMetric): Series =>
  series(window, sample => valuesOf(sample, vertex)?.[metric])

export const globalSeries = (window: readonly MetricsSample[], metric: ScalingMetric): Series =>
  series(window, ({ global }) => global[metric])

/** Growth per second between the first and the last value (autoscaler.md, section 3.3); NaN: fewer than two values. May be negative. */
export const rateOf = ({ values }: Series): number => {
  const known = values.filter(({ value }) => !Number.isNaN(value))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || known.length < 2) return NaN
  return (1000 * (last.value - first.value)) / Math.max(1, last.at - first.at)
}

interface Ends {
  readonly first: { readonly at: EpochMillis; readonly value: number }
  readonly last: { readonly at: EpochMillis; readonly value: number } | null
}

/** The rate of one metric for each vertex, in one pass over the window. A vertex with fewer than two values is absent. */
export const ratesOf = (window: readonly MetricsSample[], metric: ScalingMetric): ReadonlyMap<VertexId, number> => {
  const ends = new Map<VertexId, Ends>()
  for (const { at, vertices } of window)
    for (const [id, values] of Object.entries(vertices)) {
      const value = values[metric] ?? NaN
      const { first = null } = ends.get(id) ?? {}
      if (!Number.isNaN(value)) ends.set(id, first === null ? { first: { at, value }, last: null } : { first, last: { at, value } })
    }
  return new Map([...ends].flatMap(([id, { first, last }]) => last === null ? [] : [[id, rateOf({ values: [first, last] })] as const]))
}

/** Mean of the finite values. Without finite values: infinite if a value was infinite, else NaN. Fewer than `least` values: NaN. */
export const averageOfSeries = ({ values }: Series, least = 0): number => {
  const finite = values.filter(({ value }) => Number.isFinite(value))
  if (finite.length === 0) return values.some(({ value }) => !Number.isNaN(value)) ? Infinity : NaN
  return finite.length < least ? NaN : finite.reduce((total, { value }) => total + value, 0) / finite.length
}

/** The newest value; NaN: none. */
export const latestOf = ({ values }: Series): number => values.at(-1)?.value ?? NaN
