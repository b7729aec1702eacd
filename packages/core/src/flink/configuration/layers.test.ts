import { describe, expect, test } from 'vitest'
import { defaultConfiguration, flatten } from './layers.ts'

const p = 'kubernetes.operator.default-configuration.'

describe('layers: api-and-config.md, section 8', () => {
  test.each([
    ['nothing', {}, 'base'],
    ['namespace', { [`${p}namespace.ns.a`]: 'ns' }, 'ns'],
    ['another namespace', { [`${p}namespace.nsx.a`]: 'ns' }, 'base'],
    ['a version beats a namespace', { [`${p}namespace.ns.a`]: 'ns', [`${p}flink-version.v1_20.a`]: 'v' }, 'v'],
    ['an older version and newer', { [`${p}flink-version.v1_18+.a`]: 'v' }, 'v'],
    ['a newer version and newer', { [`${p}flink-version.v2_0+.a`]: 'v' }, 'base'],
    ['the newest of several, whatever their order', { [`${p}flink-version.v1_19+.a`]: '19', [`${p}flink-version.v1_17+.a`]: '17' }, '19'],
    ['the version itself beats version and newer', { [`${p}flink-version.v1_20.a`]: '20', [`${p}flink-version.v1_20+.a`]: '20+' }, '20'],
    ['an unknown version', { [`${p}flink-version.v1_99+.a`]: 'v' }, 'base'],
  ])('%s', (_title, entries, want) => {
    const configuration = { a: 'base', ...entries } as Record<string, string>
    const made = defaultConfiguration({ configuration, logConfiguration: {} }, 'ns', 'v1_20')
    expect(made).toEqual({ ...configuration, a: want })
  })

  test('without a version only the namespace counts', () => {
    const configuration = { [`${p}namespace.ns.a`]: 'ns', [`${p}flink-version.v1_13+.a`]: 'v' }
    expect(defaultConfiguration({ configuration, logConfiguration: {} }, 'ns', null)['a']).toBe('ns')
  })
})

describe('flatten: api-and-config.md, section 3.1', () => {
  test.each(
    [
      // title                                                     given                                                     want
      ['dotted keys', { 'a.b': '1' }, { 'a.b': '1' }],
      ['nested objects are the same', { a: { b: { c: '1' }, 'd.e': '2' } }, { 'a.b.c': '1', 'a.d.e': '2' }],
      ['an empty object is nothing', { a: {}, b: { c: {} } }, {}],
      ['a list is its elements between ;', { a: [1, 'b', true, null] }, { a: '1;b;true;null' }],
      ['an empty list is nothing', { a: [] }, {}],
      ['C-D06 objects and lists in a list have no text', { a: [1, { x: 2 }, 'c', [3]] }, { a: '1;;c;' }],
      ['C-D07 null is the text null', { a: null }, { a: 'null' }],
      ['numbers and booleans', { a: 2, b: 0.7, c: true, d: -1, e: 1e-7, f: 1e22 }, {
        a: '2',
        b: '0.7',
        c: 'true',
        d: '-1',
        e: '1.0E-7',
        f: '1.0E22',
      }],
      ['the later of two equal keys wins', { 'a.b': '1', a: { b: '2' } }, { 'a.b': '2' }],
      ['blanks stay', { ' a ': ' b ' }, { ' a ': ' b ' }],
      ['a key that is in every object', { constructor: '1', __proto__x: '2' }, { constructor: '1', __proto__x: '2' }],
    ] as const,
  )('%s', (_title, given, want) => {
    expect(flatten(given)).toEqual(want)
  })
})
