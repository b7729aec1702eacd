import { describe, expect, test } from 'vitest'
import { overlaps } from './chaos-shards.ts'

const effect = (of: string, begun: number, ended: number) => ({ of, effect: 'write status', begun, ended })

describe('two act at once', () => {
  test('where what one does to a resource begins before what another does to it ends', () =>
    expect(overlaps([[effect('a', 1, 5)], [effect('a', 4, 6)]])).toHaveLength(1))
  test('not one after the other, not on two resources, not one by itself', () => {
    expect(overlaps([[effect('a', 1, 5), effect('b', 1, 9)], [effect('a', 5, 6), effect('c', 2, 3)]])).toEqual([])
    expect(overlaps([[effect('a', 1, 5), effect('a', 4, 6)]])).toEqual([])
  })
})
