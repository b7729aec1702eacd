import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, sourceFiles } from '../../scripts/docs/source-files.ts'

/** Forms of ids: P01, B42, L16, D-09, C-D17, M-D11, H-D09, E-17, and names such as S-READY. */
const form = String.raw`(?:[CMH]-D\d{2}|[DE]-\d{1,2}|ADR-\d{4}|FKO-1\.\d\d|M-\d+(?:\.\d)?|(?:S|UM|K|M)-[A-Z]+(?:-[A-Z]+)*|[A-Z]\d{1,3})`
const cited = new RegExp(String.raw`(?<![\w./$-])${form}(?![\w-])`, 'gu')

/** Words of that form that are no ids. */
const otherwise: readonly RegExp[] = [
  /^UTF-8$/,
  // sets of control characters, a byte of UTF-8, the engine of Node
  /^C[013]$/,
  /^V8$/,
  /^S3$/,
  // a property that there is not, for a test of what is recorded
  /^P99$/,
]

const documents = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap(
    entry => (entry.isDirectory() ? documents(join(folder, entry.name)) : entry.name.endsWith('.md') ? [join(folder, entry.name)] : []),
  )

/** An id stands in a document where it begins a row of a table. Decision records are known by their number. */
const documented = new Set([
  ...documents('docs').flatMap(path =>
    readFileSync(join(root, path), 'utf8').split('\n').flatMap(
      line => (line.startsWith('|') ? [...(line.split('|')[1] ?? '').matchAll(new RegExp(form, 'gu'))].map(([id]) => id) : []),
    )
  ),
  ...readdirSync(join(root, 'docs/adr')).map(name => `ADR-${name.slice(0, 4)}`),
])

/** Findings are described in a document of their own. */
const isFinding = (id: string): boolean => /^F\d\d$/.test(id) && !existsSync(join(root, 'docs/findings.md'))

describe('what code and tests cite', () => {
  const files = sourceFiles(
    ['packages', 'test', 'e2e', 'conformance', 'fuzz', 'bench'],
    path => !path.endsWith('cited-ids.test.ts') && !path.startsWith('test/mutation/'),
  )
  const places = new Map<string, string>()
  for (const { path, text } of files) for (const [id] of text.matchAll(cited)) if (!places.has(id)) places.set(id, path)

  test('every id stands in a document', () => {
    const unknown = [...places].filter(([id]) => !documented.has(id) && !isFinding(id) && !otherwise.some(pattern => pattern.test(id)))
    expect(unknown.map(([id, path]) => `${id} (${path})`).toSorted()).toEqual([])
  })

  test('every document that a docstring names is in docs/, or described in the vocabulary', () => {
    const vocabulary = readFileSync(join(root, 'docs/vocabulary.md'), 'utf8')
    const inDocs = new Set(documents('docs').map(path => path.slice(path.lastIndexOf('/') + 1)))
    const named = files.flatMap(({ path, text }) =>
      path.includes('.test.') ? [] : text.split('\n').filter(line => /^\s*(\/\*\*|\*|\/\/)/.test(line)).flatMap(
        line => [...line.matchAll(/(?<![\w/.-])[a-z][a-z-]*\.md\b/g)].map(([name]) => ({ name, path })),
      )
    )
    expect(new Set(named.map(({ name }) => name))).toContain('control-flow.md')
    const nowhere = named.filter(({ name }) => !inDocs.has(name) && !vocabulary.includes(`| ${name} |`))
    expect(nowhere.map(({ name, path }) => `${name} (${path})`)).toEqual([])
  })

  test('a decision record has a number of its own', () => {
    const numbers = readdirSync(join(root, 'docs/adr')).map(name => name.slice(0, 4))
    expect(numbers.filter((it, index) => numbers.indexOf(it) !== index)).toEqual([])
  })

  test('ids are found at all', () => {
    expect(['P01', 'B26', 'C-D17', 'D-09', 'S-READY', 'E-17'].filter(id => !places.has(id))).toEqual([])
  })
})
