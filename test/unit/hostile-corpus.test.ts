import { expect, test } from 'vitest'
import { bracketSpecs, filledSpecs, type HostileSpec, largeSpecs, metadataSpecs, oddSpecs, pumpedSpecs } from '../hostile/hostile-spec.ts'
import { problemOf } from '../hostile/judged-spec.ts'

const problems = (specs: readonly HostileSpec[]): readonly string[] =>
  specs.flatMap(spec => {
    const problem = problemOf(spec)
    return problem === null ? [] : [`${spec.kind} ${spec.name}: ${problem}`]
  })

test.each<[title: string, specs: () => readonly HostileSpec[], atLeast: number]>([
  ['S01 a value that a pattern could begin to match anywhere', () => bracketSpecs(16_000), 100],
  ['S01 S06 pumped texts', () => pumpedSpecs(16_000), 100],
  ['S06 texts past their bound', () => pumpedSpecs(140_000, 1), 100],
  ['S06 values of another type, names of JavaScript, surrogates, controls, NUL', oddSpecs, 1_000],
  ['S06 large maps and lists, long names, deep objects', () => largeSpecs(1_000), 50],
  ['S06 the same past their bounds', () => largeSpecs(12_000), 50],
  ['S06 every map and list', () => filledSpecs(500), 50],
  ['S06 metadata', () => metadataSpecs(2_000), 20],
])('%s: nothing throws, and what is told has a field and a bound', (_title, specs, atLeast) => {
  expect(specs().length).toBeGreaterThanOrEqual(atLeast)
  expect(problems(specs())).toEqual([])
})
