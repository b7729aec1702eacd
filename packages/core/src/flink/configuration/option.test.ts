import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { boolean, double, duration, integer, map, oneOf, isSet, presentKey, readOption, type ConfigOption } from './option.ts'

const interval: ConfigOption<number> = { key: 'new', aliases: ['old', 'older'], type: duration, default: 7, doc: '' }
const labels: ConfigOption<Readonly<Record<string, string>>> = { key: 'labels', aliases: [], type: map, default: { preset: '1' }, doc: '' }

describe('looking an option up: api-and-config.md, section 3.3', () => {
  test.each([
    ['its own key', { new: '1 s', old: '2 s' }, 1_000],
    ['then the older ones in their order', { older: '3 s', old: '2 s' }, 2_000],
    ['then the default', { other: '1 s' }, 7],
  ])('%s', (_title, configuration, want) => {
    expect(readOption(configuration as unknown as Record<string, string>, interval)).toEqual(E.right(want))
  })

  test("C-D17 Flink's own message names the option's first spelling", () => {
    expect(readOption({ old: 'soon' }, interval)).toEqual(
      E.left({ key: 'old', found: 'soon', expected: duration.expected, message: "Could not parse value 'soon' for key 'new'." }),
    )
  })

  test('a map: the exact key wins over prefix keys, these over the default', () => {
    expect(readOption({ labels: 'a:1', 'labels.b': '2' }, labels)).toEqual(E.right({ a: '1' }))
    expect(readOption({ 'labels.b': '2', 'labels.c.d': '3', labelsx: '4' }, labels)).toEqual(E.right({ b: '2', 'c.d': '3' }))
    expect(readOption({}, labels)).toEqual(E.right({ preset: '1' }))
  })

  test('present under any spelling', () => {
    expect(presentKey({ older: '' }, interval)).toBe('older')
    expect(isSet({ older: '' }, interval)).toBe(true)
    expect(isSet({ toString: '' }, interval)).toBe(false)
  })
})

describe('types of options', () => {
  test.each([['true', true], ['FALSE', false], ['True', true], ['yes', null], [' true', null], ['', null]])('boolean %s', (text, want) => {
    expect(boolean.parse(text)).toBe(want)
  })

  test.each([['1', 1], ['-5', -5], ['+5', 5], ['2147483647', 2_147_483_647], ['2147483648', null], ['1.0', null], [' 1', null], [
    '1e3',
    null,
  ], ['', null]])(
    'integer %s',
    (text, want) => {
      expect(integer.parse(text)).toBe(want)
    },
  )

  test.each([
    ['0.7', 0.7],
    [' 1 ', 1],
    ['1e3', 1_000],
    ['.5', 0.5],
    ['1.', 1],
    ['1d', 1],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['NaN', NaN],
    ['x', null],
    ['', null],
  ])(
    'double %s',
    (text, want) => {
      expect(double.parse(text)).toBe(want)
    },
  )

  test('a name in any case has the spelling of the option', () => {
    const type = oneOf('Foreground', 'Background')
    expect(type.parse('foreGROUND')).toBe('Foreground')
    expect(type.parse('Orphan')).toBeNull()
  })
})
