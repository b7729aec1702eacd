import { parseMap } from '../flink-configuration/parse-map.ts'
import type { ShownValue } from './shown-value.ts'

/** Options whose value is a map in one text, `k:v,k2:v2`: the order of the pairs has no meaning. */
const mapValued: readonly string[] = [
  'pipeline.jobvertex-parallelism-overrides',
  'pipeline.global-job-parameters',
  'kubernetes.jobmanager.annotations',
  'kubernetes.jobmanager.labels',
  'kubernetes.jobmanager.node-selector',
  'kubernetes.taskmanager.annotations',
  'kubernetes.taskmanager.labels',
  'kubernetes.taskmanager.node-selector',
  'kubernetes.rest-service.annotations',
  'kubernetes.internal-service.annotations',
]

const sameMap = (text: string): string | null => {
  const map = parseMap(text)
  return map === null ? null : JSON.stringify(Object.keys(map).sort().map(key => [key, map[key]]))
}

/**
 * The value of one key of `flinkConfiguration`: compared as text, except that a map is compared as a map. The reference compares its text,
 * so that an autoscaler or a tool that writes the pairs in another order restarts the job (B43, P12).
 */
export const configurationValue = (key: string, text: string): ShownValue => {
  const json = JSON.stringify(text)
  const map = mapValued.includes(key) ? sameMap(text) : null
  return { _tag: 'Scalar', value: text, text, json, same: map === null ? json : `map ${map}` }
}
