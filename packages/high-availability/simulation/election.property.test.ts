import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { electorStep } from '../src/election/elector-step.ts'
import { largeElectionWorlds } from './election-worlds.ts'
import { verifyElection } from './verify-election.ts'

describe('leader election, the larger worlds', () => {
  test.prop([fc.constantFrom(...largeElectionWorlds)], { numRuns: 1, endOnFailure: true })(
    'P20 laws 2, 4, 5, 6 hold in the first 25,000 states of each: three processes with a fault, two with faults beside each other',
    world => {
      const { violations } = verifyElection(world, electorStep, 25_000)
      expect(violations.map(({ property, what, lines }) => [`${world.name} ${property}: ${what}`, ...lines].join('\n'))).toEqual([])
    },
    225_000,
  )
})
