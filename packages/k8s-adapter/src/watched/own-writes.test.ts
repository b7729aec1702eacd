import { describe, expect, test } from 'vitest'
import type { Cached } from '../cache.ts'
import { createOwnWrites } from './own-writes.ts'

const entry = (resourceVersion: string, uid = 'u1', name = 'a'): Cached<string> => ({
  namespace: 'ns',
  name,
  uid,
  resourceVersion,
  view: `${uid}@${resourceVersion}`,
})
const bench = () => {
  const time = { now: 0 }
  const writes = createOwnWrites<string>(() => time.now)
  return { time, writes, seen: (...cached: Cached<string>[]) => writes.over('ns/c', cached)?.map(({ view }) => view) ?? null }
}

describe('B27 P15 what is cached is never older than our own write', () => {
  test('what we wrote is there before the watch tells of it', () => {
    const { writes, seen } = bench()
    writes.wrote('ns/c', entry('5'))
    expect(seen()).toEqual(['u1@5'])
    expect(seen(entry('4'))).toEqual(['u1@5'])
    expect(seen(entry('4', 'u0'))).toEqual(['u1@5'])
    expect(seen(entry('3', 'u2', 'other'))).toEqual(['u2@3', 'u1@5'])
  })

  test.each([
    ['the watch tells of it', 'u1', entry('5'), true],
    ['or of something newer', 'u1', entry('6'), true],
    ['or of a newer one of that name', 'u2', entry('7', 'u2'), true],
    ['not of the older form', 'u1', entry('4'), false],
    ['not of the one before', 'u0', entry('4', 'u0'), false],
  ])('until %s', (_title, uid, reported, isOver) => {
    const { writes } = bench()
    writes.wrote('ns/c', entry('5'))
    writes.reported('ns/a', uid, reported)
    expect(writes.size()).toBe(isOver ? 0 : 1)
  })

  test.each([['that this very one is gone', 'u1', 0], ['not that the one before is gone', 'u0', 1]])(
    'the watch tells %s',
    (_title, uid, left) => {
      const { writes } = bench()
      writes.wrote('ns/c', entry('5'))
      writes.reported('ns/a', uid, undefined)
      expect(writes.size()).toBe(left)
    },
  )

  test('what we deleted is gone before the watch tells of it; one that somebody made anew is there', () => {
    const { writes, seen } = bench()
    writes.removed('ns/c', 'ns/a', 'u1')
    expect(seen(entry('4'))).toEqual([])
    expect(seen(entry('9', 'u2'))).toEqual(['u2@9'])
    writes.reported('ns/a', 'u1', undefined)
    expect(writes.size()).toBe(0)
  })

  test('nobody knows what came of a write: the server is asked, until the watch has had its time', () => {
    const { time, writes, seen } = bench()
    writes.doubt('ns/c', 'ns/a')
    writes.reported('ns/a', 'u1', entry('4'))
    expect(seen(entry('4'))).toBeNull()
    time.now = 60_001
    expect(seen(entry('4'))).toEqual(['u1@4'])
    expect(writes.size()).toBe(0)
  })

  test('a watch that is late: the server is asked', () => {
    const { time, writes, seen } = bench()
    writes.wrote('ns/c', entry('5'))
    time.now = 10_001
    expect(seen(entry('4'))).toBeNull()
  })

  test('the answer to our delete comes after the watch has told that it is gone: it stays gone; one that was made anew is there', () => {
    const { writes, seen } = bench()
    writes.reported('ns/a', 'u1', undefined)
    writes.wrote('ns/c', entry('5'))
    expect(seen()).toEqual([])
    writes.wrote('ns/c', entry('6', 'u2'))
    expect(seen()).toEqual(['u2@6'])
  })

  test('the answer to our delete comes before the watch tells that it is gone: it is there until then', () => {
    const { writes, seen } = bench()
    writes.wrote('ns/c', entry('5'))
    expect(seen()).toEqual(['u1@5'])
    writes.reported('ns/a', 'u1', undefined)
    expect(seen()).toEqual([])
  })

  test('other clusters are not concerned', () => {
    const { writes } = bench()
    writes.doubt('ns/c', 'ns/a')
    expect(writes.over('ns/d', [])).toEqual([])
  })
})
