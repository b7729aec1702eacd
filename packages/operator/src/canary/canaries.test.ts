import type { JsonObject } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { createCanaries } from './canaries.ts'

const key = { namespace: 'a', name: 'canary' }
const minute = 60_000

const canary = (generation: number, restartNonce?: number, label: string | null = 'true'): JsonObject => ({
  kind: 'FlinkDeployment',
  metadata: { generation, labels: label === null ? {} : { 'flink.apache.org/canary': label } },
  spec: restartNonce === undefined ? {} : { restartNonce },
})

const setting = () => {
  const clock = manualClock()
  const state = { isOurs: true, isRefused: false }
  const raised: number[] = []
  const lines: string[] = []
  const canaries = createCanaries({
    clock,
    timeout: () => minute,
    isOurs: () => state.isOurs,
    raise: (_key, _resource, nonce) => {
      raised.push(nonce)
      return Promise.resolve(
        state.isRefused ? E.left({ _tag: 'Forbidden', message: 'no right', applied: 'No', httpStatus: 403, retryAfter: null })
          : E.right(null),
      )
    },
    warn: (_key, message) => lines.push(message),
  })
  return { clock, state, raised, lines, canaries }
}

describe('canary resources (session-snapshot-bluegreen.md, section 7)', () => {
  test('raised when it is first seen, and once a period; answered by a round in time: healthy', async () => {
    const { clock, raised, lines, canaries } = setting()
    expect(canaries.round(key, canary(1))).toBe(true)
    await clock.advance(0)
    expect(raised).toEqual([1])
    canaries.round(key, canary(2, 1))
    await clock.advance(minute)
    expect(raised).toEqual([1, 2])
    canaries.round(key, canary(3, 2))
    await clock.advance(minute)
    expect([raised, lines, canaries.unanswered()]).toEqual([[1, 2, 3], [], null])
  })

  test('no round saw it in time: told, and healthy again with the next answer', async () => {
    const { clock, lines, canaries } = setting()
    canaries.round(key, canary(1))
    await clock.advance(minute)
    expect(canaries.unanswered()).toBe('no round saw the canary a/canary past generation 1 within 60000 ms')
    expect(lines).toHaveLength(1)
    canaries.round(key, canary(3, 2))
    expect(canaries.unanswered()).toBeNull()
  })

  test('a write that is refused says nothing of rounds: told, tried again, healthy', async () => {
    const { clock, state, raised, lines, canaries } = setting()
    state.isRefused = true
    canaries.round(key, canary(1))
    await clock.advance(2 * minute)
    expect(canaries.unanswered()).toBeNull()
    expect(raised).toEqual([1, 1, 1])
    expect(lines[0]).toBe('the canary could not be raised: no right')
  })

  test.each<readonly [string, (all: ReturnType<typeof setting>) => void]>([
    ['it is gone', ({ canaries }) => canaries.forget(key)],
    ['it is another process’s', ({ state }) => {
      state.isOurs = false
    }],
    ['its label is', ({ canaries }) => canaries.round(key, canary(2, 1, null))],
    ['the operator stops', ({ canaries }) => canaries.stop()],
  ])('not raised any more when %s', async (_title, end) => {
    const all = setting()
    all.canaries.round(key, canary(1))
    await all.clock.advance(0)
    end(all)
    await all.clock.advance(10 * minute)
    expect([all.raised, all.canaries.unanswered(), all.clock.pending()]).toEqual([[1], null, 0])
  })

  test.each([
    ['false', canary(1, 0, 'false')],
    ['of another kind', { ...canary(1), kind: 'FlinkStateSnapshot' }],
    ['being deleted', {
      ...canary(1),
      metadata: { labels: { 'flink.apache.org/canary': 'true' }, deletionTimestamp: '2026-01-01T00:00:00Z' },
    }],
  ])('%s: a resource like any other', (_title, resource) => {
    expect(setting().canaries.round(key, resource)).toBe(false)
  })

  test('the case of the value does not matter', () => {
    expect(setting().canaries.round(key, canary(1, 0, 'True'))).toBe(true)
  })
})
