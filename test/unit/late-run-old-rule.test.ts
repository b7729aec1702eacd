import { describe, expect, test, vi } from 'vitest'
import { checkerEnv, verify } from '../../packages/simulation/src/index.ts'
import { lateRunWorlds } from '../../packages/simulation/src/checker/late-run-worlds.ts'

// in test/unit, since a mock of the core needs a process of its own
const named = vi.hoisted(() => ({ attempts: true }))

vi.mock(import('../../packages/core/src/contract/resource/mint-id.ts'), async original => {
  const ids = await original()
  return { ...ids, isOfEarlierAttempt: (...of) => named.attempts && ids.isOfEarlierAttempt(...of) }
})

const found = (world: string, isOldRule: boolean): readonly string[] => {
  named.attempts = !isOldRule
  return verify({ env: checkerEnv, worlds: lateRunWorlds.filter(({ name }) => name === world), limit: 20_000, stopAtFirst: true })
    .violations.map(({ property }) => property)
}

describe('A19 a job of an earlier attempt that starts late takes the place of no newer state', () => {
  test('by the old rule it is stopped with a savepoint, from which the next job starts (P01)', () => {
    expect(found('sessions/savepoint/no-ha/late-run/edit/no-fault', true)).toEqual(['P01'])
  }, 120_000)

  test('by the attempts that the ids name it is cancelled', () => {
    expect(found('sessions/savepoint/no-ha/late-run/edit/no-fault', false)).toEqual([])
  }, 120_000)
})
