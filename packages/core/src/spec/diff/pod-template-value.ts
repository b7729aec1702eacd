import { parseQuantity } from '../../flink/configuration/parse-quantity.ts'
import * as O from 'fp-ts/lib/Ord.js'
import * as S from 'fp-ts/lib/string.js'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import { shownNull, type ShownValue } from './shown-value.ts'

const greatestCommonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestCommonDivisor(b, a % b))

/**
 * The amount of a Kubernetes quantity as exact text, the same for every spelling: `1Gi`, `1024Mi` and `1073741824` are one amount
 * (api-and-config.md, section 3.2). Null if the text is not a quantity.
 */
export const quantityAmount = (text: string): string | null => {
  const amount = parseQuantity(text)
  if (amount === null) return null
  const divisor = greatestCommonDivisor(amount.numerator, amount.denominator)
  return `${amount.numerator / divisor}/${amount.denominator / divisor}`
}

/** Fields of a pod that are maps with free keys: printed in the order of the user; an empty map counts as absent. */
const maps: readonly string[] = [
  'labels',
  'annotations',
  'nodeSelector',
  'matchLabels',
  'limits',
  'requests',
  'overhead',
  'volumeAttributes',
]
/** Fields whose values are quantities: compared by amount. */
const quantityMaps: readonly string[] = ['limits', 'requests', 'overhead']
const quantities: readonly string[] = ['sizeLimit', 'divisor']

type Entries = readonly (readonly [string, Json])[]

const scalar = (value: string | number | boolean, isQuantity: boolean): ShownValue => {
  const text = String(value)
  const amount = isQuantity ? quantityAmount(text) : null
  const json = JSON.stringify(value)
  return { _tag: 'Scalar', value, text, json, same: amount === null ? json : `quantity ${amount}` }
}

const isEmptyMap = (name: string, value: Json): boolean =>
  maps.includes(name) && typeof value === 'object' && value !== null && Object.keys(value).length === 0

const entriesOf = (name: string, value: JsonObject): Entries => {
  const given = Object.entries(value)
  return maps.includes(name) ? given : given.sort(O.contramap(([key]: readonly [string, Json]) => key)(S.Ord).compare)
}

const isAbsent = (name: string, value: Json): boolean =>
  value === null || (Array.isArray(value) && value.length === 0) || isEmptyMap(name, value)

const podValue = (name: string, parent: string, value: Json): ShownValue => {
  if (value === null) return shownNull
  if (typeof value !== 'object') return scalar(value, quantities.includes(name) || quantityMaps.includes(parent))
  if (Array.isArray(value)) return { _tag: 'List', items: (value as readonly Json[]).map(item => podValue('', name, item)) }
  return {
    _tag: 'Fields',
    fields: entriesOf(name, value as JsonObject)
      .filter(([key, field]) => !isAbsent(key, field))
      .map(([key, field]) => [key, podValue(key, name, field)] as const),
  }
}

/**
 * The form in which pod templates are compared. Only `metadata` and `spec` count (records of older operators hold Pod-level keys). Absent
 * fields, empty lists and empty maps are equal. Quantities are compared by amount. Fields print sorted (control-flow.md, section 4.2).
 */
export const podTemplateValue = (template: JsonObject): ShownValue =>
  podValue('', '', Object.fromEntries(Object.entries(template).filter(([name]) => name === 'metadata' || name === 'spec')))
