import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rightsIn } from './harness/rights-used.ts'
import { rightsWithoutStory } from './harness/rights-without-story.ts'
import { shippedRoles } from './harness/shipped-roles.ts'
import { verdictOn } from './rights-reported.ts'

const row = { right: 'pods get', why: '', test: '' }
const used = { granted: 3, unused: [], refused: [] }

describe('a right that no story used', () => {
  const unused = { ...used, unused: ['pods get', 'pods list'] }

  test('fails a run of all stories, unless it has a row', () => {
    expect(verdictOn(unused, [row], true)).toEqual({
      holds: false,
      text: '1 of 3 rights were used, 1 are used by other tests; used by nobody: pods list; nothing was refused',
    })
    expect(verdictOn(unused, [row, { ...row, right: 'pods list' }], true).holds).toBe(true)
  })

  test('is only told of a run of some stories', () =>
    expect(verdictOn(unused, [], false)).toEqual({
      holds: true,
      text:
        '1 of 3 rights were used, 0 are used by other tests; not used by the stories of this run: 2: pods get, pods list; nothing was refused',
    }))
})

test('a request that was refused fails any run', () => {
  const refused = { ...used, refused: ['secrets list'] }
  expect(verdictOn(refused, [], false)).toMatchObject({ holds: false })
  expect(verdictOn(refused, [], true).text).toContain('refused: secrets list')
})

describe('rights without a story', () => {
  test('each is one of the shipped roles, and has one row', () => {
    const rights = rightsWithoutStory.map(({ right }) => right)
    const { watched, own, cluster } = shippedRoles()
    expect(rightsIn([...watched, ...own, ...cluster])).toEqual(expect.arrayContaining(rights))
    expect(new Set(rights).size).toBe(rights.length)
  })

  test('each has a reason, and a test that is there', () => {
    expect(rightsWithoutStory.filter(({ why, test: file }) => why === '' || !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
  })
})
