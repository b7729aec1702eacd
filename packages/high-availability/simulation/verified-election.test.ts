import { expect, test } from 'vitest'
import { brokenPremises, smallElectionWorlds } from './election-worlds.ts'
import { verifiedElection } from './verified-election.ts'
import { electionLines } from './verify-election.ts'

test('a world of leader election is told as the others are; what it found is gone again by its moves', () => {
  const [, world] = brokenPremises[0]!
  const { report, stories, reachedRows } = verifiedElection(world)
  expect([report.violations, stories.length, reachedRows]).toEqual([1, 1, []])
  expect(stories[0]).toMatchObject({ world: world.name, property: 'Law 2' })
  expect(electionLines(world, stories[0]!.moves)).toEqual(stories[0]!.lines)
})

test('one that holds has no story, and one that is cut off is not closed', () => {
  const calm = smallElectionWorlds.find(({ name }) => name === 'election/two/pause-of-two')!
  expect(verifiedElection(calm)).toMatchObject({ report: { violations: 0, closed: true }, stories: [] })
  expect(verifiedElection(calm, 100).report.closed).toBe(false)
  expect(verifiedElection(calm, undefined, 3).report).toMatchObject({ closed: false, violations: 0 })
})
