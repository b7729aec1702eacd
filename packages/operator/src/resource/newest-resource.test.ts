import type { JsonObject } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Written } from '../executor.ts'
import { createNewestResource } from './newest-resource.ts'

const key = { namespace: 'a', name: 'x' }
const at = (version: number, from: string): JsonObject => ({ metadata: { resourceVersion: String(version) }, from })
const written = (version: number, wrote: Written['wrote']): Written =>
  ({ wrote, resourceVersion: String(version), resource: at(version, 'our write'), meta: {} }) as unknown as Written

const bench = (cachedVersion: number | null, live: JsonObject | null = at(99, 'live')) => {
  const world = { cached: cachedVersion, asked: 0 }
  const newest = createNewestResource({
    cached: () => (world.cached === null ? undefined
      : { resourceVersion: String(world.cached), text: JSON.stringify(at(world.cached, 'watch')) }),
    isOlder: (version, other) => Number(version) < Number(other),
    readLive: () => {
      world.asked++
      return Promise.resolve(E.right(live))
    },
  })
  const read = async (): Promise<unknown> => {
    const answer = await newest.read(key, new AbortController().signal)
    return E.isRight(answer) ? answer.right?.resource['from'] ?? null : answer.left
  }
  return { world, newest, read }
}

describe('newest form of a resource (B27, P15)', () => {
  test('what the watch told, without asking', async () => {
    const { read, world } = bench(5)
    expect([await read(), world.asked]).toEqual(['watch', 0])
  })

  test('never older than our own write: the answer to it, until the watch has caught up', async () => {
    const { newest, read, world } = bench(5)
    newest.wrote(key, written(7, 'whole'))
    expect(await read()).toBe('our write')
    world.cached = 6
    expect(await read()).toBe('our write')
    world.cached = 7
    expect([await read(), world.asked, newest.size()]).toEqual(['watch', 0, 0])
  })

  test('where only the version of our write is known, the server is asked', async () => {
    const { newest, read, world } = bench(5)
    newest.wrote(key, written(7, 'partly'))
    expect([await read(), world.asked]).toEqual(['live', 1])
  })

  test('after a conflict, or a lost answer: once live; what was read so counts from then on', async () => {
    const { newest, read, world } = bench(5)
    newest.doubt(key)
    expect([await read(), await read(), world.asked]).toEqual(['live', 'live', 1])
    world.cached = 100
    expect(await read()).toBe('watch')
  })

  test('what the watch does not have is asked for, and may be gone', async () => {
    const { read } = bench(null, null)
    expect(await read()).toBeNull()
  })

  test('P24 nothing is kept once the watch has caught up, or the resource is gone', () => {
    const { newest, world } = bench(5)
    newest.wrote(key, written(7, 'whole'))
    world.cached = 8
    newest.caughtUp(key)
    expect(newest.size()).toBe(0)
    newest.wrote(key, written(9, 'whole'))
    newest.doubt(key)
    newest.forget(key)
    expect(newest.size()).toBe(0)
  })
})
