import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { notInFirstMatrix } from '@flink-operator/simulation'
import { describe, expect, test } from 'vitest'
import { documentedRows } from '../../scripts/docs/documented-rows.ts'
import { root, sourceFiles } from '../../scripts/docs/source-files.ts'
import { rowsIn } from '../../packages/core/src/contract/round/row.ts'
import { decisionTablesOf } from '../../packages/core/src/decision-tables.ts'

const decisionTables = decisionTablesOf(Object.values(kinds))
const rows = decisionTables.flatMap(it => it.rows)
const ids = new Set(rows.map(({ id }) => id))

const unknown = (named: readonly string[]): readonly string[] => named.filter(id => !ids.has(id))

describe('the names of the rows of all decision tables', () => {
  test('are words: never a letter and a number', () => {
    expect(rows.length).toBeGreaterThan(400)
    expect([...ids].filter(id => !/^[a-z]+(?:-[a-z]+)*(?:\/[a-z]+(?:-[a-z]+)*)?$/u.test(id))).toEqual([])
  })

  test('mean one thing: two tables that share a name share the row', () => {
    const meanings = Map.groupBy(rows, ({ id }) => id)
    const several = [...meanings].filter(([, each]) => new Set(each.map(({ when }) => when)).size > 1)
    expect(several.map(([id, each]) => [id, each.map(({ when }) => when)])).toEqual([])
    for (const { title, rows: each } of decisionTables)
      expect([title, each.length]).toEqual([
        title,
        new Set(each.map(({ id }) => id)).size,
      ])
  })

  test('are those that kinds report and that the checker leaves to tests', () => {
    expect(unknown(Object.values(kinds).flatMap(kind => kind.rows.flatMap(rowsIn)))).toEqual([])
    expect(unknown(Object.keys(notInFirstMatrix).flatMap(rowsIn))).toEqual([])
  })

  test('no code, test, story or document names a row that no table has', () => {
    const documented = new Set([...ids, ...documentedRows().map(({ id }) => id)])
    const groups = [...new Set([...documented].filter(id => id.includes('/')).map(id => id.slice(0, id.indexOf('/'))))]
    const named = new RegExp(String.raw`(?<![\w./-])(?:${groups.join('|')})/[a-z]+(?:-[a-z]+)*(?![\w/.-]|\*)`, 'gu')
    const files = [
      ...sourceFiles(['packages', 'test', 'e2e', 'conformance', 'bench', 'scripts'], path => !path.endsWith('decision-tables.test.ts')),
      ...['docs/rules.md', 'docs/user-guide.md', 'docs/adr/0036-one-lifecycle-of-a-job.md', 'docs/model-checker.md', 'AGENTS.md'].map(
        path => ({
          path,
          text: readFileSync(join(root, path), 'utf8'),
        }),
      ),
    ]
    // worlds of the checker have names of that form, too
    const isWorld = (id: string, path: string): boolean => id.startsWith('edit/') && path.includes('/simulation/')
    const found = files.flatMap(({ path, text }) => [...text.matchAll(named)].map(([id]) => ({ id, path }))).filter(({ id, path }) =>
      !isWorld(id, path)
    )
    expect(found.length).toBeGreaterThan(1_000)
    expect(found.filter(({ id }) => !documented.has(id)).map(({ id, path }) => `${id} (${path})`)).toEqual([])
  })
})
