import * as E from 'fp-ts/lib/Either.js'
import { type ConfigChanges, type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import { sortedEntries } from './vertex-key.ts'
import { keyText, quotedText, textOf } from './yaml-scalar.ts'
import { allOf, entriesOf, fieldsOf, isNull, itemsOf, type Read, type YamlTree, yamlTree } from './yaml-tree.ts'
import { parseMap, printMap } from '../../flink/configuration/value-text.ts'
import type { Profile } from '../autoscaler-configuration.ts'
import { printDelayed, readDelayed } from './delayed-text.ts'
import { printHistory, readHistory } from './history-text.ts'
import { packedText, unpackedText } from './packed-text.ts'
import { printSamples, readSamples } from './samples-text.ts'
import { printTracking, readTracking } from './tracking-text.ts'

const overridesOf = (tree: YamlTree | undefined): Read<Readonly<Record<string, string>>> => {
  if (tree === undefined || isNull(tree)) return E.right({})
  const entries = entriesOf(tree, 'overrides')
  if (E.isLeft(entries)) return entries
  const all = allOf([...entries.right], ([key, value]) => E.map((text: string | null) => [key, text] as const)(textOf(value, key)))
  // ignore an override without a value
  return E.map((pairs: readonly (readonly [string, string | null])[]) =>
    Object.fromEntries(pairs.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])))
  )(all)
}

const removalsOf = (tree: YamlTree | undefined): Read<readonly string[]> => {
  if (tree === undefined || isNull(tree)) return E.right([])
  const items = itemsOf(tree, 'removals')
  if (E.isLeft(items)) return items
  return E.map((texts: readonly (string | null)[]) => [...new Set(texts.flatMap(text => (text === null ? [] : [text])))])(
    allOf(items.right, it => textOf(it, 'removals')),
  )
}

/** Key `configOverrides`: {overrides, removals}. */
export const readConfigChanges = (tree: YamlTree): Read<ConfigChanges> => {
  const fields = fieldsOf(tree, 'configOverrides', ['overrides', 'removals'])
  if (E.isLeft(fields)) return fields
  const [overrides, removals] = [overridesOf(fields.right.get('overrides')), removalsOf(fields.right.get('removals'))]
  if (E.isLeft(overrides)) return overrides
  return E.map((it: readonly string[]): ConfigChanges => ({ overrides: overrides.right, removals: it }))(removals)
}

export const printConfigChanges = ({ overrides, removals }: ConfigChanges): string => {
  const changed = sortedEntries(overrides)
  const lines = changed.map(([key, value]) => `  ${keyText(key)}: ${quotedText(value)}\n`)
  return `---\noverrides:${lines.length === 0 ? ' {}\n' : `\n${lines.join('')}`}removals:${
    removals.length === 0 ? ' []\n' : `\n${[...removals].sort().map(it => `- ${quotedText(it)}\n`).join('')}`
  }`
}

/** The keys of the ConfigMap, and the part of the state in each (autoscaler.md, section 10.1). */
export const stateKeys = {
  collectedMetrics: 'samples',
  scalingHistory: 'history',
  scalingTracking: 'tracking',
  delayedScaleDown: 'delayedScaleDown',
  parallelismOverrides: 'parallelismOverrides',
  configOverrides: 'configChanges',
} as const satisfies Readonly<Record<string, keyof AutoscalerState>>

export type StateKey = keyof typeof stateKeys

const yamlOf = <A>(text: Read<string>, read: (tree: Parameters<typeof readTracking>[0]) => Read<A>): Read<A> => {
  const tree = E.isLeft(text) ? text : yamlTree(text.right)
  return E.isLeft(tree) ? tree : read(tree.right)
}

/** Parses the text of a key into the state. Left: why it does not parse. */
export const withStored = (state: AutoscalerState, key: StateKey, text: string, profile: Profile): Read<AutoscalerState> => {
  const put = <K extends keyof AutoscalerState>(part: K, value: Read<AutoscalerState[K]>): Read<AutoscalerState> =>
    E.map((it: AutoscalerState[K]): AutoscalerState => ({ ...state, [part]: it }))(value)
  switch (key) {
    case 'collectedMetrics':
      return put('samples', yamlOf(unpackedText(text), tree => readSamples(tree, profile)))
    case 'scalingHistory':
      return put('history', yamlOf(unpackedText(text), tree => readHistory(tree, profile)))
    case 'scalingTracking':
      return put('tracking', yamlOf(unpackedText(text), readTracking))
    case 'delayedScaleDown':
      return put('delayedScaleDown', yamlOf(E.right(text), readDelayed))
    case 'parallelismOverrides':
      return put('parallelismOverrides', E.fromNullable('it is not a map of vertex and number')(parseMap(text)))
    case 'configOverrides':
      return put('configChanges', yamlOf(E.right(text), readConfigChanges))
  }
}

/** The unpacked text of a key. Equal parts have equal texts. */
export const plainText = (state: AutoscalerState, key: StateKey, profile: Profile): string => {
  switch (key) {
    case 'collectedMetrics':
      return printSamples(state.samples, profile)
    case 'scalingHistory':
      return printHistory(state.history, profile)
    case 'scalingTracking':
      return printTracking(state.tracking)
    case 'delayedScaleDown':
      return printDelayed(state.delayedScaleDown)
    case 'parallelismOverrides':
      return printMap(state.parallelismOverrides)
    case 'configOverrides':
      return printConfigChanges(state.configChanges)
  }
}

const packedKeys: readonly StateKey[] = ['collectedMetrics', 'scalingHistory', 'scalingTracking']

/** The stored text of a key: the three long parts are packed. */
export const storedText = (state: AutoscalerState, key: StateKey, profile: Profile): string => {
  const text = plainText(state, key, profile)
  return packedKeys.includes(key) ? packedText(text) : text
}

/** True if the part is empty: then the ConfigMap has no such key. */
export const isEmptyPart = (state: AutoscalerState, key: StateKey, profile: Profile): boolean =>
  plainText(state, key, profile) === plainText(emptyState, key, profile)
