import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contract/resource/json.ts'
import { mergePodTemplates } from './pod-template.ts'

const named = (name: string, more: JsonObject = {}): JsonObject => ({ name, ...more })

describe('merging pod templates: api-and-config.md, section 9.1', () => {
  test.each<[string, JsonObject | null, JsonObject | null, JsonObject | null]>([
    ['both missing', null, null, null],
    ['only the base', { a: 1 }, null, { a: 1 }],
    ['only the other', null, { a: 1 }, { a: 1 }],
    ['object over object', { a: { b: 1, c: 2 } }, { a: { c: 3, d: 4 } }, { a: { b: 1, c: 3, d: 4 } }],
    ['C-D11 scalar over object: the object stays', { a: { b: 1 } }, { a: 2 }, { a: { b: 1 } }],
    ['object over scalar', { a: 1 }, { a: { b: 2 } }, { a: { b: 2 } }],
    ['null is absent', { a: 1, b: { c: 1 } }, { a: null, b: null }, { a: 1, b: { c: 1 } }],
    ['an empty list is absent', { a: [1] }, { a: [] }, { a: [1] }],
    ['scalar over list', { a: [1] }, { a: 2 }, { a: 2 }],
    ['C-D12 lists of scalars: the base stays, longer ones are appended', { a: ['x', 'y'] }, { a: ['z', 'z', 'w'] }, { a: ['x', 'y', 'w'] }],
    ['lists by position', { a: [named('x', { v: 1 }), named('y')] }, { a: [named('z')] }, { a: [named('z', { v: 1 }), named('y')] }],
  ])('%s', (_title, base, over, want) => {
    expect(mergePodTemplates(base, over, 'by-position')).toEqual(want)
  })

  test.each<[string, JsonObject[], JsonObject[], JsonObject[]]>([
    ['order of the base, then the new ones', [named('x', { v: 1 }), named('y')], [named('z'), named('x', { w: 2 })], [
      named('x', { v: 1, w: 2 }),
      named('y'),
      named('z'),
    ]],
    ['of equal names in one list the last wins', [named('x', { v: 1 }), named('x', { w: 2 })], [named('y')], [
      named('x', { w: 2 }),
      named('y'),
    ]],
    ['an element without a name: by position', [named('x'), { v: 1 }], [named('z')], [named('z'), { v: 1 }]],
  ])('by name: %s', (_title, base, over, want) => {
    expect(mergePodTemplates({ a: base }, { a: over }, 'by-name')).toEqual({ a: want })
  })
})
