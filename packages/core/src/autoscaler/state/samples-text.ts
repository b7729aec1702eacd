import * as E from 'fp-ts/lib/Either.js'
import { printDouble } from '../../flink/configuration/value-text.ts'
import type { MetricsSample } from '../autoscaler-state.ts'
import type { MetricValues, ScalingMetric } from '../evaluated-metrics.ts'
import type { Profile } from '../autoscaler-configuration.ts'
import { isKnownMetric, byTime, sortedEntries, byVertex } from './vertex-key.ts'
import { parseStoredTime, printStoredTime } from './stored-time.ts'
import { doubleOf, quotedText } from './yaml-scalar.ts'
import { allOf, entriesOf, fieldsOf, isNull, type Read, type YamlTree } from './yaml-tree.ts'

/** Metric values; null counts as absent. */
const valuesOf = (profile: Profile) => (tree: YamlTree | undefined, what: string): Read<MetricValues> => {
  if (tree === undefined || isNull(tree)) return E.right({})
  const entries = entriesOf(tree, what)
  if (E.isLeft(entries)) return entries
  const all = allOf(
    [...entries.right],
    ([name, value]): Read<readonly [ScalingMetric, number | null]> =>
      !isKnownMetric(name, profile) ? E.left(`unknown metric ${JSON.stringify(name.slice(0, 60))}`)
        : isNull(value) ? E.right([name, null])
        : E.map((it: number) => [name, it] as const)(doubleOf(value, name)),
  )
  return E.map((pairs: readonly (readonly [ScalingMetric, number | null])[]): MetricValues =>
    Object.fromEntries(pairs.filter(([, value]) => value !== null))
  )(all)
}

const sampleOf = (profile: Profile) => ([key, tree]: readonly [string, YamlTree]): Read<MetricsSample> => {
  const time = parseStoredTime(key)
  if (time === null) return E.left(`${JSON.stringify(key.slice(0, 60))} is not a time`)
  const fields = fieldsOf(tree, key, ['vertexMetrics', 'globalMetrics'])
  if (E.isLeft(fields)) return fields
  const vertexTree = fields.right.get('vertexMetrics')
  const vertices = vertexTree === undefined || isNull(vertexTree) ? E.right({}) : byVertex(vertexTree, 'vertexMetrics', valuesOf(profile))
  if (E.isLeft(vertices)) return vertices
  return E.map((global: MetricValues): MetricsSample => ({ ...time, vertices: vertices.right, global }))(
    valuesOf(profile)(fields.right.get('globalMetrics'), 'globalMetrics'),
  )
}

/** Key `collectedMetrics`: {time: {vertexMetrics: {vertex: {metric: number}}, globalMetrics: {metric: number}}}. */
export const readSamples = (tree: YamlTree, profile: Profile): Read<readonly MetricsSample[]> => {
  const entries = entriesOf(tree, 'collectedMetrics')
  return E.isLeft(entries) ? entries
    : E.map((all: readonly MetricsSample[]) => byTime(all))(allOf([...entries.right], sampleOf(profile)))
}

const metricLines = (name: string, indent: string, values: MetricValues, profile: Profile): string => {
  const known = sortedEntries(values).filter(([metric]) => isKnownMetric(metric, profile))
  return known.length === 0 ? `${indent}${name}: {}\n`
    : `${indent}${name}:\n${known.map(([metric, value]) => `${indent}  ${metric}: ${printDouble(value)}\n`).join('')}`
}

/** The text of one sample. Samples are printed separately, since they are dropped one by one if the total is too long. */
export const printSample = (sample: MetricsSample, profile: Profile): string => {
  const vertices = sortedEntries(sample.vertices).map(([id, values]) => metricLines(quotedText(id), '    ', values, profile))
  return `${quotedText(printStoredTime(sample))}:\n${
    vertices.length === 0 ? '  vertexMetrics: {}\n' : `  vertexMetrics:\n${vertices.join('')}`
  }${metricLines('globalMetrics', '  ', sample.global, profile)}`
}

export const printSamples = (samples: readonly MetricsSample[], profile: Profile): string =>
  samples.length === 0 ? '--- {}\n' : `---\n${samples.map(it => printSample(it, profile)).join('')}`
