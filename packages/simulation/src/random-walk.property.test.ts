import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { checkerEnv, matrix, walkWorld } from './index.ts'

/** Crashes of the operator, lost, late and refused calls. The faults of Flink and of Kubernetes itself are walked by `verify --walks`. */
const worlds = matrix.filter(({ name }) => name.endsWith('/calm') || name.endsWith('/effects'))

/** The same walks each time where a failure must not come and go; elsewhere new ones. A walk that fails is told with its seed. */
const seeded = process.env['CI'] === undefined ? {} : { seed: 20_240_607 }

describe('long random runs', () => {
  test.prop([fc.constantFrom(...worlds), fc.nat({ max: 1_000_000 })], { numRuns: 80, endOnFailure: true, ...seeded })(
    'P01 P02 P03 P05 P06 P14: whatever fails on the way, nothing is lost and the resource arrives',
    (world, seed) => {
      const story = walkWorld({ env: checkerEnv }, world, [seed])
      expect(story === null ? null : `${story.world}, seed ${seed}: ${story.property} ${story.what}\n${story.lines.join('\n')}`).toBeNull()
    },
    120_000,
  )
})
