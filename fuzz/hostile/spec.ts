import { filledSpecs, type HostileSpec, largeSpecs, metadataSpecs, oddSpecs, pumpedSpecs } from '../../test/hostile/hostile-spec.ts'
import { problemOf } from '../../test/hostile/judged-spec.ts'
import { type Random, randomOf } from '../random.ts'
import type { HostileCase } from './hostile-case.ts'

const odd = oddSpecs()

/** The corpus of `npm test`, larger: every pump comes to every field in time. */
const families: readonly ((random: Random) => readonly HostileSpec[])[] = [
  random => pumpedSpecs(random.pick([1_000, 16_000, 64_000, 250_000]), random.below(1_000)),
  () => odd,
  random => largeSpecs(random.pick([1_000, 5_000, 20_000])),
  random => filledSpecs(random.pick([500, 5_000])),
  random => metadataSpecs(random.pick([2_000, 30_000])),
]

/** A tenant writes a resource. */
export const specCase = (seed: number, index: number): HostileCase => {
  const random = randomOf(seed, index)
  const spec = random.pick(random.chance(0.5) ? families.slice(0, 1) : families)
  const { kind, name, made } = random.pick(spec(random))
  return {
    name: `a ${kind}: ${name}`,
    get sent() {
      return JSON.stringify(made()).slice(0, 500)
    },
    problem: () => Promise.resolve(problemOf({ kind, name, made })),
  }
}
