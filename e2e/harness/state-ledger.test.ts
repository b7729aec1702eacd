import { describe, expect, test } from 'vitest'
import { emptyLedger, isCompared, looked, type StateLedger, type StateLook } from './state-ledger.ts'

const path = (id: number): string => `/chk-${id}`

const look = (
  at: number,
  change: Partial<Omit<StateLook, 'completed' | 'restoredFrom'>> & {
    completed?: readonly [number, number]
    from?: readonly [number, number]
  } = {},
): StateLook => {
  const { completed, from, ...rest } = change
  return {
    at,
    jobId: 'a',
    startTime: 1,
    seen: 0,
    restored: 0,
    completed: completed === undefined ? null : { id: completed[0], path: path(completed[0]), triggeredAt: completed[1] },
    restoredFrom: from === undefined ? null : { id: from[0], path: path(from[0]), at: from[1] },
    ...rest,
  }
}

const after = (...looks: readonly StateLook[]): StateLedger => looks.reduce(looked, emptyLedger)

/** 300 had been told at 10 s, before checkpoint 3 was triggered. */
const firstRun = [look(5_000, { seen: 100 }), look(10_000, { seen: 300 }), look(14_000, { seen: 500, completed: [3, 12_000] })]
const next = { jobId: 'b', startTime: 20_000 }

describe('P01 state never goes back', () => {
  test('a checkpoint holds at least what was told before it was triggered', () => {
    expect(after(...firstRun).newest).toEqual({ id: 3, path: '/chk-3', counter: 300 })
  })

  test('a run that restores the newest checkpoint, or a newer one', () => {
    for (const id of [3, 4]) {
      const { restores, violations } = after(...firstRun, look(30_000, { ...next, restored: 320, from: [id, 21_000] }))
      expect(violations).toEqual([])
      expect(restores).toMatchObject([{ restored: 320, newest: { id: 3 } }])
      expect(isCompared(after(...firstRun, look(30_000, { ...next, restored: 320, from: [id, 21_000] })), next)).toBe(true)
    }
  })

  test.each([
    ['from nothing', { restored: 0 }],
    ['from an older checkpoint', { restored: 320, from: [2, 21_000] as const }],
    ['with a lower count', { restored: 299, from: [3, 21_000] as const }],
  ])('a run that starts %s is told once it has looked so for long enough', (_title, wrong) => {
    const begun = look(30_000, { ...next, ...wrong })
    expect(after(...firstRun, begun).violations).toEqual([])
    expect(isCompared(after(...firstRun, begun), next)).toBe(false)
    const { violations, restores } = after(...firstRun, begun, { ...begun, at: 38_000 }, { ...begun, at: 39_000 })
    expect(violations).toHaveLength(1)
    expect(restores).toHaveLength(1)
  })

  test('what ran from nothing for a moment does not lower what the next run has to restore', () => {
    const empty = look(30_000, { ...next, completed: [1, 29_000] })
    const { violations } = after(
      ...firstRun,
      empty,
      look(50_000, { jobId: 'c', startTime: 40_000, restored: 10, from: [1, 41_000] }),
      look(59_000, { jobId: 'c', startTime: 40_000, restored: 10, from: [1, 41_000] }),
    )
    expect(violations).toHaveLength(1)
  })

  test('tasks restored in the same process: what REST has cached of the run before counts for nothing', () => {
    const again = { startTime: 1, from: [3, 20_000] as const }
    const stale = look(21_000, { ...again, restored: 0, seen: 900 })
    const settled = look(30_000, { ...again, restored: 310, seen: 400 })
    const ledger = after(...firstRun, stale, settled, look(36_000, { ...again, restored: 310, seen: 600, completed: [4, 33_000] }))
    expect(ledger.violations).toEqual([])
    expect(ledger.newest).toMatchObject({ id: 4, counter: 400 })
    expect(after(...firstRun, stale, { ...settled, completed: { id: 4, path: '/chk-4', triggeredAt: 23_000 } }).newest).toMatchObject({
      id: 4,
      counter: 310,
    })
    expect(after(...firstRun, { ...stale, restored: 310 }, { ...settled, restored: 0 }).violations).toHaveLength(1)
  })

  test('the first run has nothing to restore, and a task that told nothing yet is not judged', () => {
    expect(after(...firstRun).restores).toEqual([])
    expect(isCompared(after(...firstRun), { jobId: 'a', startTime: 1 })).toBe(true)
    expect(after(...firstRun, look(30_000, { ...next, restored: null }), look(60_000, { ...next, restored: null })).violations).toEqual([])
  })
})
