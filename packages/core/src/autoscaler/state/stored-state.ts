import * as E from 'fp-ts/lib/Either.js'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import type { Profile } from '../autoscaler-configuration.ts'
import { isEmptyPart, plainText, type StateKey, stateKeys, storedText, withStored } from './state-key.ts'
import type { ResourceRef } from '../../contract/resource/resource.ts'
import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'

/** The data of the ConfigMap, including foreign keys. */
export type StoredData = Readonly<Record<string, string>>

/** A key whose text does not parse. It counts as empty, and the operator reports it once. */
export interface UnreadableKey {
  readonly key: StateKey
  readonly reason: string
}

/** What could be read of the stored data, and the keys that could not. */
export interface StoredState {
  readonly state: AutoscalerState
  readonly unreadable: readonly UnreadableKey[]
}

const keys = Object.keys(stateKeys) as readonly StateKey[]

/** Reads the state. Total: returns a usable state for any content of the ConfigMap. */
export const readState = (data: StoredData, profile: Profile): StoredState =>
  keys.reduce<StoredState>(({ state, unreadable }, key) => {
    const text = Object.hasOwn(data, key) ? data[key] : undefined
    if (text === undefined) return { state, unreadable }
    const read = withStored(state, key, text, profile)
    return E.isRight(read) ? { state: read.right, unreadable } : { state, unreadable: [...unreadable, { key, reason: read.left }] }
  }, { state: emptyState, unreadable: [] })

/** The next write removes an unreadable text, except that of `configOverrides`, which the reference operator keeps. */
const isSetAside = ({ unreadable }: StoredState, key: StateKey): boolean =>
  key !== 'configOverrides' && unreadable.some(it => it.key === key)

/**
 * The data for this state. A part that is already stored keeps its text, even if it is formatted differently. Foreign keys stay, unless the
 * state is empty: then all data is cleared.
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

/** Empty data: written when the autoscaler is turned off or reset, or its job is deleted. */
export const clearedData: StoredData = {}

/** True if both have the same keys and texts. Then no write is needed. */
export const isSameData = (a: StoredData, b: StoredData): boolean => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every(name => Object.hasOwn(b, name) && a[name] === b[name])
}

/** `autoscaler-<name>`, in the namespace of the resource. */
export const configMapName = (resource: Pick<ResourceRef, 'name'>): string => `autoscaler-${resource.name}`

/** The ConfigMap, as in the reference operator (autoscaler.md, section 10.1). It is deleted with its resource. */
export const configMap = (resource: ResourceRef, data: StoredData) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: configMapName(resource),
    namespace: resource.namespace,
    labels: { component: 'autoscaler', app: resource.name },
    ownerReferences: [{ apiVersion: resource.apiVersion, kind: resource.kind, name: resource.name, uid: resource.uid }],
  },
  data,
})

/**
 * True if the user requests a reset of the autoscaler: with a new nonce, but not by removing it (autoscaler.md, section 1).
 */
export const isResetAsked = (wanted: Nonce | null, recorded: Nonce | null): boolean => wanted !== null && wanted !== recorded
