import { describe, expect, test } from 'vitest'
import { killPlan, type Mode, modes } from './kill-plan.ts'

describe('random kills', () => {
  test('the same seed makes the same choices, and a shorter run is the beginning of a longer one', () => {
    expect(killPlan(7, 100)).toEqual(killPlan(7, 100))
    expect(killPlan(7, 100).slice(0, 10)).toEqual(killPlan(7, 10))
    expect(killPlan(8, 10)).not.toEqual(killPlan(7, 10))
  })

  test('the first one hits an upgrade of every resource', () => {
    expect(killPlan(1, 1)).toMatchObject([{ waitFor: 'all', whileDown: false, edits: modes.map(mode => ({ mode, edit: 'rename' })) }])
  })

  test('only what is suspended is resumed, and nothing else is done with it', () => {
    const suspended = new Set<Mode>()
    for (const { mode, edit } of killPlan(3, 2_000).flatMap(({ edits }) => edits)) {
      expect(edit === 'resume').toBe(suspended.has(mode))
      if (edit === 'suspend') suspended.add(mode)
      else suspended.delete(mode)
    }
  })

  test('every choice occurs', () => {
    const plan = killPlan(3, 300)
    const all = plan.flatMap(({ edits }) => edits.map(({ mode, edit }) => `${mode} ${edit}`))
    expect(new Set(all).size).toBe(modes.length * 4)
    expect(new Set(plan.map(({ waitFor }) => waitFor)).size).toBe(modes.length + 2)
    expect(plan.filter(({ delay }) => delay < 1_000).length).toBeGreaterThan(100)
    expect(plan.filter(({ delay }) => delay > 5_000).length).toBeGreaterThan(30)
    expect(plan.every(({ delay }) => delay >= 30 && delay <= 15_000)).toBe(true)
  })
})
