import { autoscalerConfiguration } from '../../../packages/core/src/autoscaler/autoscaler-configuration.ts'
import { type AutoscalerState, emptyState } from '../../../packages/core/src/autoscaler/autoscaler-state.ts'
import {
  configMap,
  clearedData,
  dataOf,
  isSameData,
  readState,
  type StoredData,
} from '../../../packages/core/src/autoscaler/state/stored-state.ts'
import { unpackedText } from '../../../packages/core/src/autoscaler/state/packed-text.ts'
import { withRestartDuration } from '../../../packages/core/src/autoscaler/state/tracking-text.ts'
import { plainText, type StateKey, stateKeys, storedText } from '../../../packages/core/src/autoscaler/state/state-key.ts'
import { restartTime, trimmedHistory, trimmedTracking } from '../../../packages/core/src/autoscaler/state/fitted-state.ts'
import { type Difference, differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { valueDifferences } from './autoscaler.compare.ts'
import {
  historyOf,
  jsonOf,
  jsonOfHistory,
  jsonOfTracking,
  stateWith,
  storedTime,
  topologyOf,
  trackingOf,
} from './autoscaler-state.decode.ts'

const profile = '1.15.0'

type Fields = Readonly<Record<string, unknown>>

const linesOf = (text: string): string => text.split('\n').sort().join('\n')

const unpacked = (stored: string): string => {
  const text = unpackedText(stored)
  return text._tag === 'Right' ? text.right : text.left
}

/** A metric that is null is absent; removals and the order of pairs are free. */
const valueIn = (data: StoredData, key: StateKey): unknown => jsonOf(readState(data, profile).state, key)

const encode = ({ given, expect }: GoldenVector): readonly Difference[] => {
  const key = given['key'] as StateKey
  const state = stateWith(key, given['value'])
  const wanted = String(expect['stored'])
  const stored = storedText(state, key, profile)
  const readBack = expect['readBack'] as Fields | undefined
  const read = valueIn({ [key]: stored }, key)
  return [
    // the order of keys is that of a Java hash
    ...(linesOf(unpacked(wanted)) === linesOf(plainText(state, key, profile)) ? []
      : [differenceOf('stored', unpacked(wanted), plainText(state, key, profile))]),
    ...(valueDifferences('', readBack ?? jsonOf(state, key), read).length === 0 ? []
      : [differenceOf('readBack', readBack ?? jsonOf(state, key), read)]),
    ...(readBack === undefined ? valueDifferences('value', jsonOf(state, key), valueIn({ [key]: wanted }, key)) : []),
  ]
}

const decode = ({ given, expect }: GoldenVector): readonly Difference[] => {
  const key = given['key'] as StateKey
  const stored = { [key]: String(given['stored']) }
  const { state, unreadable } = readState(stored, profile)
  if (expect['throws'] !== undefined)
    return [differenceOf('throws', expect['throws'], null), differenceOf('unreadable', null, unreadable[0]?.key)]
  const wanted = expect['value'] === null ? null : jsonOf(stateWith(key, expect['value']), key)
  return [
    ...valueDifferences('value', wanted, jsonOf(state, key)),
    ...valueDifferences('removed', expect['removed'], !Object.hasOwn(dataOf(stored, state, profile), key)),
  ]
}

const trim = ({ given, expect }: GoldenVector): readonly Difference[] => {
  const { configuration } = autoscalerConfiguration(given['configuration'] as Record<string, string>, profile)
  const now = storedTime(given['now']).at
  const tracking = trimmedTracking(trackingOf(given['scalingTracking']), configuration, now)
  return [
    ...valueDifferences(
      'scalingHistory',
      expect['scalingHistory'],
      jsonOfHistory(trimmedHistory(historyOf(given['scalingHistory']), configuration, now)),
    ),
    ...valueDifferences('scalingTracking', expect['scalingTracking'], jsonOfTracking(tracking)),
    ...valueDifferences('restartSeconds', expect['restartSeconds'], restartTime(tracking, configuration) / 1000),
  ]
}

const restartDuration = ({ given, expect }: GoldenVector): readonly Difference[] => {
  const before = trackingOf(given['scalingTracking'])
  const tracking = withRestartDuration({
    tracking: before,
    history: historyOf(given['scalingHistory']),
    topology: topologyOf(given['topology']),
    runningSince: storedTime(given['jobRunning']).at,
  }, profile)
  return [
    ...valueDifferences('recorded', expect['recorded'], tracking !== before),
    ...valueDifferences('scalingTracking', expect['scalingTracking'], jsonOfTracking(tracking)),
  ]
}

interface Operation {
  readonly store?: StateKey
  readonly value?: unknown
  readonly read?: StateKey
  readonly remove?: StateKey
  readonly clear?: true
  readonly flush?: true
}

interface Write {
  readonly method: 'POST' | 'PUT'
  readonly data: Fields
}

/** What the texts hold: parts that hold nothing are absent, a text that can't be read stands for itself. */
const contentOf = (data: StoredData): Fields => {
  const { state, unreadable } = readState(data, profile)
  const isUnreadable = (key: string): boolean => unreadable.some(it => it.key === key)
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, text]): readonly (readonly [string, unknown])[] =>
      !Object.hasOwn(stateKeys, key) || isUnreadable(key) ? [[key, text]]
        : plainText(state, key as StateKey, profile) === plainText(emptyState, key as StateKey, profile) ? []
        : [[key, jsonOf(state, key as StateKey)]]
    ),
  )
}

/** A store of ours, as the round uses it: the new data follows from what is stored and the state; equal data is not written. */
const ourWrites = (existing: StoredData | null, operations: readonly Operation[]): readonly Write[] => {
  const writes: Write[] = []
  let [written, pending] = [existing, existing ?? clearedData]
  const put = (state: AutoscalerState): void => {
    pending = dataOf(pending, state, profile)
  }
  for (const { store, value, read, remove, clear, flush } of operations) {
    const { state } = readState(pending, profile)
    if (store !== undefined) put(stateWith(store, value, state))
    if (read !== undefined) put(state)
    if (remove !== undefined) put({ ...state, [stateKeys[remove]]: emptyState[stateKeys[remove]] })
    if (clear !== undefined) pending = clearedData
    if (flush === undefined || isSameData(written ?? clearedData, pending)) continue
    writes.push({ method: written === null ? 'POST' : 'PUT', data: contentOf(pending) })
    written = pending
  }
  return writes
}

const resource = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  namespace: 'ns',
  name: 'app',
  uid: '11111111-2222-3333-4444-555555555555',
}

interface WantedWrite {
  readonly method: 'POST' | 'PUT'
  readonly body: { readonly metadata: Fields; readonly data?: StoredData }
}

const writes = ({ given, expect }: GoldenVector): readonly Difference[] => {
  const existing = given['existing'] as { readonly data: StoredData } | undefined
  const wanted = (expect['writes'] as readonly WantedWrite[]).map(({ method, body }) => ({ method, data: contentOf(body.data ?? {}) }))
  const got = ourWrites(existing?.data ?? null, given['operations'] as readonly Operation[])
  const created = (expect['writes'] as readonly WantedWrite[]).find(({ method }) => method === 'POST')?.body.metadata
  return [
    ...(valueDifferences('writes', wanted, got).length === 0 ? [] : [differenceOf('writes', wanted, got)]),
    ...(created === undefined ? [] : valueDifferences('metadata', created, configMap(resource, {}).metadata)),
  ]
}

const runners = { encode, decode, trim, 'restart-duration': restartDuration, writes }

export const autoscalerState: GoldenFamily = {
  name: 'autoscaler-state',
  run: vector => runners[vector.given['what'] as keyof typeof runners](vector),
}
