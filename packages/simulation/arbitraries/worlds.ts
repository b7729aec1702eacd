import fc from 'fast-check'
import type { SmallWorld } from '../src/checker/small-world.ts'
import { matrix } from '../src/checker/worlds.ts'

/**
 * A small world of the model checker, and the seed of one random run through it: for `walkWorld` of `@flink-operator/simulation`.
 */
export interface WorldRun {
  readonly world: SmallWorld
  readonly seed: number
}

/** Runs through the worlds of the published matrix; `isWanted` selects by name (`last-state/ha/edit/calm`). */
export const worldRuns = (isWanted: (name: string) => boolean = () => true): fc.Arbitrary<WorldRun> =>
  fc.record({ world: fc.constantFrom(...matrix.filter(({ name }) => isWanted(name))), seed: fc.nat({ max: 1_000_000_000 }) })
