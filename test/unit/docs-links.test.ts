import { mkdtempSync, writeFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, deadLinks } from '../../scripts/docs/links.ts'

const root = join(import.meta.dirname, '../..')
const isOurs = (page: string): boolean => !/(^|\/)(node_modules|dist|fixtures|api)\//.test(page)
const pages = globSync(['*.md', '{docs,deploy,e2e,bench,fuzz,conformance,examples,test}/**/*.md', 'packages/*/*.md'], { cwd: root }).filter(
  isOurs,
)

test('no link of a page is dead: files and headings of this repository', () => {
  expect(pages.length).toBeGreaterThan(40)
  expect(deadLinks(root, pages)).toEqual([])
})

test('a dead link is found, of a file and of a heading', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'))
  writeFileSync(
    join(folder, 'a.md'),
    '# A\n[x](b.md) [y](c.md) [z](b.md#two) [w](b.md#three) [self](#a) [web](https://example.com/#q) `[no](link.md)`\n',
  )
  writeFileSync(join(folder, 'b.md'), '# One\n## Two\n')
  expect(deadLinks(folder, ['a.md'])).toEqual([
    { page: 'a.md', target: 'c.md', why: 'no such file' },
    { page: 'a.md', target: 'b.md#three', why: 'no such heading' },
  ])
})

test('headings are named as GitHub does: code, capitals, signs, and one name twice', () => {
  expect([...anchorsOf('# `plan`, explain & more\n## Going back\n## Going back\n<a id="own"></a>\n')]).toEqual([
    'plan-explain--more',
    'going-back',
    'going-back-1',
    'own',
  ])
})
