import type { Verified } from '@flink-operator/simulation'
import { type ElectionWorld, verifyElection } from './verify-election.ts'

/** States of the largest world of leader election, and room for it to grow. */
const mostStates = 3_000_000

/** A world of leader election, told as the others of the matrix are: it has no rows of decision tables. */
export const verifiedElection = (world: ElectionWorld, limit = mostStates, depth?: number): Verified => {
  const { name, states, closed, violations } = verifyElection(world, undefined, limit, depth)
  return {
    report: { name, states, closed, violations: violations.length },
    stories: violations.map(story => ({ world: name, ...story })),
    reachedRows: [],
  }
}
