import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lyftDefects, lyftScenarios } from '../../scripts/docs/lyft-ids.ts'
import { ruleTitles } from '../../scripts/docs/rule-ids.ts'
import { isTest, root, sourceFiles } from '../../scripts/docs/source-files.ts'

/** Titles stand in quotes: those of rows of a table, too. */
const quoted = sourceFiles(['packages', 'test', 'e2e'], isTest).flatMap(({ text }) =>
  text.split('\n').filter(line => !/^\s*(?:\/\/|\*|\/\*)/u.test(line) && /['"`]/u.test(line))
)

const stories = sourceFiles(['e2e'], path => path.includes('/scenarios/')).flatMap(({ text }) => text.split('\n'))

describe('where the reference operator does badly (E)', () => {
  const ids = Object.keys(ruleTitles).filter(id => id.startsWith('E-'))

  test.each(ids)('%s has a test that names it', id => {
    const named = new RegExp(`(?<![\\w-])${id}(?!\\d)`, 'u')
    expect(quoted.some(line => named.test(line))).toBe(true)
  })

  test('E-27 the guide says that in a transition both children write', () => {
    const guide = readFileSync(join(root, 'docs/concepts/blue-green.md'), 'utf8')
    expect(guide).toMatch(/In a transition of a stateful job both children run for a while.*sinks that are not idempotent see it twice/u)
  })
})

describe('high availability (H, H-D)', () => {
  const ids = Object.keys(ruleTitles).filter(id => /^H(?:-D)?\d/u.test(id))

  test('none is left out', () => {
    expect(ids).toHaveLength(41 + 13)
  })

  test.each(ids)('%s has a test, or a story on a real cluster, that names it', id => {
    const named = new RegExp(`(?<![\\w-])${id}(?!\\d)`, 'u')
    expect([...quoted, ...stories].some(line => named.test(line))).toBe(true)
  })
})

describe("Lyft's FlinkApplication (LD, FA)", () => {
  /** Titles alone: the state table's test lists all defects, which is no test of each. */
  const titles = sourceFiles(['packages', 'test'], path => isTest(path) && !path.endsWith('state/table.test.ts')).flatMap(({ text }) =>
    text.split('\n').filter(line => !/^\s*(?:\/\/|\*|\/\*)/u.test(line) && /['"`]/u.test(line))
  )
  const ids = [...Object.keys(lyftScenarios), ...Object.keys(lyftDefects)]

  test('none is left out', () => {
    expect(ids).toHaveLength(83 + 37)
  })

  test.each(ids)('%s has a test that names it', id => {
    const named = new RegExp(`(?<![\\w-])${id}(?!\\d)`, 'u')
    expect(titles.some(line => named.test(line))).toBe(true)
  })
})
