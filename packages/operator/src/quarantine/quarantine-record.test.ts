import { describe, expect, test } from 'vitest'
import {
  defaultPauses,
  limitAmong,
  mostEntries,
  pauseAfter,
  type QuarantineEntry,
  quarantineOf,
  recordOf,
  recordText,
  type Suspect,
  withSuspect,
} from './quarantine-record.ts'

const minute = 60_000
const hour = 60 * minute
const at = 1_000_000_000_000

const poison: Suspect = { kind: 'FlinkDeployment', namespace: 'a', name: 'poison', version: 'uid/1' }
const entry = (over: Partial<QuarantineEntry> = {}): QuarantineEntry => ({ ...poison, times: 1, at, why: 'LoopStoodStill', ...over })

describe('S01 a resource that stopped a process is left alone for a while', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [6, 32],
    [7, 60],
    [100, 60],
  ])('after %i times for %i min', (times, minutes) => {
    expect(pauseAfter(times, defaultPauses)).toBe(minutes * minute)
  })

  const edited: Suspect = { ...poison, version: 'uid/2' }
  test.each<[string, QuarantineEntry, Suspect, number, number | null]>([
    ['as long as its pause', entry(), poison, at + minute - 1, at + minute],
    ['not after its pause', entry(), poison, at + minute, null],
    ['longer after the third time', entry({ times: 3 }), poison, at + 4 * minute - 1, at + 4 * minute],
    ['not once it was edited', entry(), edited, at + 1, null],
    ['not once it was edited, the third time either', entry({ times: 3 }), edited, at + 1, null],
    ['edited again and again: for 5 min', entry({ times: 8 }), edited, at + 1, at + 5 * minute],
    ['edited again and again: not after 5 min', entry({ times: 8 }), edited, at + 5 * minute, null],
    ['another resource of its name counts as an edit', entry({ times: 8 }), { ...poison, version: 'other/1' }, at + 1, at + 5 * minute],
    ['where its version was not read: whatever version it has', entry({ version: null }), edited, at + 1, at + minute],
    ['where another clock runs ahead: until that clock says', entry(), poison, at - 10_000, at + minute],
    ['not where the clock was set back far', entry(), poison, at - hour - 1, null],
    ['another kind of the same name is not', entry(), { ...poison, kind: 'FlinkSessionJob' }, at + 1, null],
    ['another namespace is not', entry(), { ...poison, namespace: 'b' }, at + 1, null],
  ])('%s', (_title, of, asked, now, until) => {
    expect(quarantineOf([of], asked, now)?.until ?? null).toBe(until)
  })

  test('each time counts, until it did no harm for an hour', () => {
    const once = withSuspect([], poison, 'LoopStoodStill', at)
    const twice = withSuspect(once, { ...poison, version: 'uid/2' }, 'MemoryRanOut', at + 2 * minute)
    expect(twice).toEqual([{ ...poison, version: 'uid/2', times: 2, at: at + 2 * minute, why: 'MemoryRanOut' }])
    expect(withSuspect(twice, poison, 'LoopStoodStill', at + 2 * minute + pauseAfter(2, defaultPauses) + hour)[0]?.times).toBe(1)
  })

  test.each([
    [0, 2_000],
    [3, 2_000],
    [4, 4_000],
    [8, 8_000],
    [150, 16_000],
  ])('where %i others are recorded the limit is %i ms: a slow machine does not end one process after the other', (others, limit) => {
    const list = Array.from({ length: others }, (_, index) => entry({ name: `other-${index}` }))
    expect(limitAmong([entry(), ...list], poison, at, 2_000)).toBe(limit)
    expect(limitAmong(list, poison, at + 3 * hour, 2_000)).toBe(2_000)
  })

  test('a limit that an operator chose is never lowered', () => {
    expect(limitAmong([], poison, at, 60_000)).toBe(60_000)
  })

  test('an operator chooses the pauses', () => {
    const pauses = { first: 10_000, longest: 30_000 }
    expect([1, 2, 3, 100].map(times => pauseAfter(times, pauses))).toEqual([10_000, 20_000, 30_000, 30_000])
    expect(quarantineOf([entry()], poison, at + 10_000, pauses)).toBe(null)
    expect(quarantineOf([entry()], poison, at + 9_999, pauses)?.until).toBe(at + 10_000)
  })

  test('the list is bounded: those that were in trouble longest ago are dropped', () => {
    const many = Array.from({ length: mostEntries + 50 }, (_, index) => ({ ...poison, name: `poison-${index}` }))
    const list = many.reduce<readonly QuarantineEntry[]>((all, it, index) => withSuspect(all, it, 'LoopStoodStill', at + index), [])
    expect(list.length).toBe(mostEntries)
    expect(list[0]?.name).toBe(`poison-${mostEntries + 49}`)
    expect(list.at(-1)?.name).toBe('poison-50')
    expect(recordText(list).length).toBeLessThan(100_000)
  })
})

describe('the record', () => {
  test('is read as it was written', () => {
    const list = [entry(), entry({ name: 'other', version: null, why: 'MemoryRanOut', times: 7 })]
    expect(recordOf(recordText(list))).toEqual(list)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '[{'],
    ['no list', '{}'],
    ['deep', '['.repeat(10_000)],
    ['other things', '[1, null, [], {"kind": "FlinkDeployment"}, {"kind": 1}]'],
    ['a trouble that is not known', JSON.stringify([{ ...entry(), why: 'Mood' }])],
    ['a long name', JSON.stringify([entry({ name: 'x'.repeat(1_000) })])],
    ['far too long', `[${' '.repeat(300_000)}]`],
  ])('%s says of no resource that it is to be left alone', (_title, text) => {
    expect(recordOf(text)).toEqual([])
  })
})
