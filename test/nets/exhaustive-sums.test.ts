import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './run-tool.ts'
import { expectedPlaces } from './sum-places.ts'
import { layProject, namedPlaces, type SumName, sums, withMembers, withReplaced } from './sums.ts'
import { copyTree } from './toy-kind.ts'

/** The compiler takes seconds, so it runs twice for all unions. Action and AdapterError share a place, so they are in different runs. */
const runs: readonly (readonly SumName[])[] = [
  ['UpgradeMode', 'SuspendMode', 'RestoreSource', 'LastState', 'JobState', 'OperationPurpose', 'Action', 'Query'],
  // with a `default` in one of the places of SuspendMode
  ['AdapterError', 'SuspendMode'],
]
const withDefault = 'core/src/job/stop/continue-stop.ts continueByMode'
const named: (readonly string[])[] = []

beforeAll(() => {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'sums-'))
  afterAll(() => rmSync(copy, { recursive: true, force: true }))
  copyTree(copy)
  layProject(copy)
  const [first = [], second = []] = runs
  named.push(withMembers(copy, first, () => namedPlaces(copy)))
  const file = 'packages/core/src/job/stop/continue-stop.ts'
  named.push(withReplaced(copy, file, /case 'STATELESS':/u, () => 'default:', () => withMembers(copy, second, () => namedPlaces(copy))))
})

const expectedOf = (names: readonly SumName[]): readonly string[] => names.flatMap(name => expectedPlaces[name]).sort()

describe('a new member of a central union does not compile until every decision about it is made', () => {
  test('no place belongs to two unions of one run', () => {
    for (const names of runs) expect(expectedOf(names)).toEqual([...new Set(expectedOf(names))])
  })

  test.each((Object.keys(sums) as SumName[]).map(name => [name]))('%s', name => {
    const found = named[runs.findIndex(names => names.includes(name))]!
    expect(expectedPlaces[name].filter(place => found.includes(place))).toEqual(expectedPlaces[name])
  })

  test.each(runs.map((names, run) => [run, names] as const))('run %i: no place but the expected ones of %j', (run, names) => {
    expect(named[run]!.filter(place => !expectedOf(names).includes(place))).toEqual([])
  })

  test('a default that takes the new member is missed in the list', () => {
    expect(expectedOf(runs[1]!).filter(place => !named[1]!.includes(place))).toEqual([withDefault])
  })
})

describe('AGENTS.md, "Adding an upgrade mode", names the places of the list and no other', () => {
  const section = readFileSync(join(root, 'AGENTS.md'), 'utf8').split(/^## /mu).find(text => text.startsWith('Adding an upgrade mode'))!
  const rows = [...section.matchAll(/^\| (UpgradeMode|SuspendMode) \| `([^`]+)` \| `([^`]+)` \|/gmu)]

  test.each(['UpgradeMode', 'SuspendMode'] as const)('%s', union => {
    expect(rows.filter(row => row[1] === union).map(([, , name, file]) => `${file} ${name}`).sort()).toEqual(expectedPlaces[union])
  })
})
