import * as E from 'fp-ts/lib/Either.js'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import type { Profile } from '../profile.ts'
import { isEmptyPart, plainText, type StateKey, stateKeys, storedText, withStored } from './state-key.ts'

/** The data of the ConfigMap, also keys that are none of ours. */
export type StoredData = Readonly<Record<string, string>>

/** A key whose text can't be read: it counts as empty, and people are told once. */
export interface UnreadableKey {
  readonly key: StateKey
  readonly reason: string
}

export interface StoredState {
  readonly state: AutoscalerState
  readonly unreadable: readonly UnreadableKey[]
}

const keys = Object.keys(stateKeys) as readonly StateKey[]

/** Total: whatever stands in the ConfigMap, there is a state to go on with. */
export const readState = (data: StoredData, profile: Profile): StoredState =>
  keys.reduce<StoredState>(({ state, unreadable }, key) => {
    const text = Object.hasOwn(data, key) ? data[key] : undefined
    if (text === undefined) return { state, unreadable }
    const read = withStored(state, key, text, profile)
    return E.isRight(read) ? { state: read.right, unreadable } : { state, unreadable: [...unreadable, { key, reason: read.left }] }
  }, { state: emptyState, unreadable: [] })

/** An unreadable text goes away with the next write, but for that of `configOverrides`, which the reference lets stay. */
const isSetAside = ({ unreadable }: StoredState, key: StateKey): boolean =>
  key !== 'configOverrides' && unreadable.some(it => it.key === key)

/**
 * The data that holds this state. A part that is stored already keeps its text, however it is written; keys that are none of ours stay, but
 * where nothing is left of the state: then it is cleared as a whole.
 */
export const dataOf = (stored: StoredData, state: AutoscalerState, profile: Profile): StoredData => {
  const before = readState(stored, profile)
  const parts = keys.flatMap((key): readonly (readonly [StateKey, string])[] => {
    const [old, isEmpty] = [Object.hasOwn(stored, key) ? stored[key] : undefined, isEmptyPart(state, key, profile)]
    const isSame = old !== undefined && !isSetAside(before, key) && plainText(before.state, key, profile) === plainText(state, key, profile)
    return isSame ? [[key, old]] : isEmpty ? [] : [[key, storedText(state, key, profile)]]
  })
  const hasState = keys.some(key => !isEmptyPart(state, key, profile))
  const others = Object.entries(stored).filter(([key]) => !Object.hasOwn(stateKeys, key))
  return Object.fromEntries([...(hasState ? others : []), ...parts])
}

/** Nothing at all is stored: what the autoscaler knew is cleared as it is turned off, reset, or its job deleted. */
export const clearedData: StoredData = {}

/** Do both hold the same keys and texts? Then nothing is written. */
export const isSameData = (a: StoredData, b: StoredData): boolean => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every(name => Object.hasOwn(b, name) && a[name] === b[name])
}
