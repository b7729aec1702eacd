import * as E from 'fp-ts/lib/Either.js'
import { printDouble } from '../../flink/configuration/value-text.ts'
import type { ScalingHistory, ScalingRecord } from '../autoscaler-state.ts'
import { evaluatedMetric, type MetricsOf, type ScalingMetric } from '../evaluated-metrics.ts'
import type { Profile } from '../autoscaler-configuration.ts'
import { isKnownMetric, byTime, sortedEntries, byVertex } from './vertex-key.ts'
import { parseStoredTime, printStoredTime } from './stored-time.ts'
import { doubleOf, intOf, quotedText } from './yaml-scalar.ts'
import { allOf, entriesOf, fieldsOf, isNull, type Read, type YamlTree } from './yaml-tree.ts'

const metricsOf = (tree: YamlTree | undefined, profile: Profile): Read<MetricsOf> => {
  if (tree === undefined || isNull(tree)) return E.right({})
  const entries = entriesOf(tree, 'metrics')
  if (E.isLeft(entries)) return entries
  const all = allOf([...entries.right], ([name, value]): Read<readonly [ScalingMetric, MetricsOf[ScalingMetric]]> => {
    if (!isKnownMetric(name, profile)) return E.left(`unknown metric ${JSON.stringify(name.slice(0, 60))}`)
    if (isNull(value)) return E.right([name, undefined])
    const halves = fieldsOf(value, name, ['current', 'average'])
    if (E.isLeft(halves)) return halves
    // a half that is absent reads as 0 (autoscaler.md, section 10.1)
    const [current, average] = (['current', 'average'] as const).map(half => {
      const tree = halves.right.get(half)
      return tree === undefined ? E.right(0) : doubleOf(tree, `${name}.${half}`)
    })
    if (current === undefined || average === undefined) return E.left(name)
    return E.isLeft(current) ? current : E.isLeft(average) ? average : E.right([name, evaluatedMetric(current.right, average.right)])
  })
  return E.map((pairs: readonly (readonly [ScalingMetric, MetricsOf[ScalingMetric]])[]): MetricsOf =>
    Object.fromEntries(pairs.filter(([, metric]) => metric !== undefined))
  )(all)
}

const recordOf = (profile: Profile) => ([key, tree]: readonly [string, YamlTree]): Read<ScalingRecord> => {
  const time = parseStoredTime(key)
  if (time === null) return E.left(`${JSON.stringify(key.slice(0, 60))} is not a time`)
  const fields = fieldsOf(tree, key, ['currentParallelism', 'newParallelism', 'metrics'])
  if (E.isLeft(fields)) return fields
  const [currentParallelism, newParallelism] = (['currentParallelism', 'newParallelism'] as const).map(name => {
    const value = fields.right.get(name)
    return value === undefined ? E.right(0) : intOf(value, name)
  })
  const metrics = metricsOf(fields.right.get('metrics'), profile)
  if (currentParallelism === undefined || newParallelism === undefined) return E.left(key)
  if (E.isLeft(currentParallelism)) return currentParallelism
  if (E.isLeft(newParallelism)) return newParallelism
  return E.map((it: MetricsOf): ScalingRecord => ({
    ...time,
    currentParallelism: currentParallelism.right,
    newParallelism: newParallelism.right,
    metrics: it,
  }))(metrics)
}

/** Key `scalingHistory`: {vertex: {time: {currentParallelism, newParallelism, metrics}}}. */
export const readHistory = (tree: YamlTree, profile: Profile): Read<ScalingHistory> => {
  const read = byVertex<readonly ScalingRecord[]>(tree, 'scalingHistory', (value, id) => {
    const entries = entriesOf(value, id)
    return E.isLeft(entries) ? entries : E.map((all: readonly ScalingRecord[]) => byTime(all))(allOf([...entries.right], recordOf(profile)))
  })
  return E.map((all: ScalingHistory): ScalingHistory =>
    Object.fromEntries(Object.entries(all).filter(([, records]) => records.length > 0))
  )(read)
}

const metricLines = (metrics: MetricsOf, profile: Profile): string => {
  const lines = sortedEntries(metrics)
    .filter(([name]) => isKnownMetric(name, profile))
    .map(([name, { current, average }]) =>
      `      ${name}:\n        current: ${printDouble(current)}\n        average: ${printDouble(average)}\n`
    )
  return lines.length === 0 ? '    metrics: {}\n' : `    metrics:\n${lines.join('')}`
}

const recordLines = (record: ScalingRecord, profile: Profile): string =>
  `  ${
    quotedText(printStoredTime(record))
  }:\n    currentParallelism: ${record.currentParallelism}\n    newParallelism: ${record.newParallelism}\n`
  + metricLines(record.metrics, profile)

export const printHistory = (history: ScalingHistory, profile: Profile): string => {
  const vertices = sortedEntries(history).filter(([, records]) => records.length > 0)
  return vertices.length === 0 ? '--- {}\n'
    : `---\n${vertices.map(([id, records]) => `${quotedText(id)}:\n${records.map(it => recordLines(it, profile)).join('')}`).join('')}`
}
