import { describe, expect, test } from 'vitest'
import { checkerEnv } from '../checker/checker-env.ts'
import type { CheckerState } from '../checker/checker-state.ts'
import { follow } from '../checker/follow.ts'
import { hashState } from '../checker/hash-state.ts'
import { movesFrom } from '../checker/interleaving.ts'
import { memoryOf } from '../checker/memory.ts'
import type { Operator } from '../checker/operator.ts'
import { boundsOf } from '../checker/small-world.ts'
import { startState } from '../checker/start-state.ts'
import { autoscalerWorlds } from './autoscaler-worlds.ts'

describe('states of an autoscaled job that count as one', () => {
  test('have the same moves, and these lead to the same states, at whatever time', () => {
    const world = autoscalerWorlds.find(({ name }) => name === 'autoscaler/in-place/step-up/no-fault')!
    const { base, canonical } = memoryOf({ env: checkerEnv })
    const operator: Operator = { ...base, onDecision: () => undefined }
    const bounds = boundsOf(world)
    const hashOf = (state: CheckerState): string => {
      hashState(canonical, state, false)
      return `${canonical.first()} ${canonical.second()}`
    }
    const next = (state: CheckerState): readonly CheckerState[] => movesFrom(state, bounds).map(move => follow(operator, state, move).state)
    const known = new Map<string, readonly string[]>()
    const queue = [startState(operator, world)!]
    let compared = 0
    while (queue.length > 0 && compared < 60) {
      const state = queue.shift()!
      const hash = hashOf(state)
      const after = known.get(hash)
      const states = next(state)
      const hashes = states.map(hashOf)
      if (after === undefined) {
        known.set(hash, hashes)
        queue.push(...states)
      } else {
        compared += 1
        expect(hashes).toEqual(after)
      }
    }
    expect(compared).toBeGreaterThan(50)
  }, 300_000)
})
