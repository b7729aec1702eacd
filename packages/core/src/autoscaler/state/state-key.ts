import * as E from 'fp-ts/lib/Either.js'
import { parseMap, printMap } from '../../flink/configuration/parse-map.ts'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import type { Profile } from '../profile.ts'
import { printConfigChanges, readConfigChanges } from './config-changes-text.ts'
import { printDelayed, readDelayed } from './delayed-text.ts'
import { printHistory, readHistory } from './history-text.ts'
import { packedText, unpackedText } from './packed-text.ts'
import { printSamples, readSamples } from './samples-text.ts'
import { printTracking, readTracking } from './tracking-text.ts'
import { type Read, yamlTree } from './yaml-tree.ts'

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
