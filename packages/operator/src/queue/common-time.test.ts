import { expect, test } from 'vitest'
import { untilCommonTime } from './common-time.ts'

test('resources of one group come back at the same moments, never later than they asked for', () => {
  const dues = [5, 20_000, 61_234, 119_999].map(now => {
    const wait = untilCommonTime(60_000, now, 'ns/session')
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60_000)
    return (now + wait) % 60_000
  })
  expect(new Set(dues).size).toBe(1)
})

test('who was there at such a moment comes back after the whole wait, less what its round took', () => {
  const first = 1_000 + untilCommonTime(60_000, 1_000, 'ns/session')
  expect(untilCommonTime(60_000, first, 'ns/session')).toBe(60_000)
  expect(untilCommonTime(60_000, first + 700, 'ns/session')).toBe(59_300)
})

test('groups are spread; short waits, and those of nobody else, are as they were asked for', () => {
  const moments = new Set(['a', 'b', 'c', 'd', 'e', 'f'].map(group => untilCommonTime(60_000, 0, group)))
  expect(moments.size).toBe(6)
  expect(untilCommonTime(9_999, 0, 'a')).toBe(9_999)
  expect(untilCommonTime(60_000, 0, null)).toBe(60_000)
})
