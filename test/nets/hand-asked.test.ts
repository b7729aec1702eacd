import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-tool.ts'

/**
 * Rules that ask for facts by hand: they compare lists of queries themselves and pass on `LookFirst`, where `contract/query/ask.ts` has a
 * value for that. So many places of each folder are left. The sum only falls: whoever converts one lowers its line.
 */
const left: Readonly<Record<string, number>> = {
  job: 10,
}

const core = join(root, 'packages/core/src')

const isByHand = /\bunanswered\(|'LookFirst'/gu
const placesIn = (text: string): number => text.match(isByHand)?.length ?? 0

const folderOf = (file: string): string =>
  file.startsWith('../') ? 'lyft' : file.split('/').slice(0, file.startsWith('kind/') ? 2 : 1).join('/')

const found = globSync(['**/*.ts', '../../lyft/src/**/*.ts'], { cwd: core })
  .map(file => relative(core, join(core, file)))
  .filter(file => !file.endsWith('.test.ts') && !file.startsWith('contract/query/'))
  .reduce<Readonly<Record<string, number>>>((all, file) => {
    const places = placesIn(readFileSync(join(core, file), 'utf8'))
    return places === 0 ? all : { ...all, [folderOf(file)]: (all[folderOf(file)] ?? 0) + places }
  }, {})

const sum = (all: Readonly<Record<string, number>>): number => Object.values(all).reduce((a, b) => a + b, 0)

test('places where rules ask for facts by hand become fewer', () => {
  expect(Object.keys(found).filter(folder => !(folder in left)), 'a folder without such places gets none').toEqual([])
  expect(sum(found), `at present ${JSON.stringify(found, null, 2)}`).toBeLessThanOrEqual(sum(left))
})

test('it finds them', () => {
  expect(placesIn("const missing = unanswered(facts, queries)\nif (step._tag === 'LookFirst') return look(step.queries)")).toBe(2)
  expect(placesIn('pipe(facts, asked(queries), E.map(decide))')).toBe(0)
})
