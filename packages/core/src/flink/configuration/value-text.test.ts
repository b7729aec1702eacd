import { expect, test, describe } from 'vitest'
import { printDouble, parseList, printList, parseMap, parseMapList, printMap } from './value-text.ts'

test.each([
  [1, '1.0'],
  [0, '0.0'],
  [-0, '-0.0'],
  [0.5, '0.5'],
  [100, '100.0'],
  [0.333333333333, '0.333333333333'],
  [1e7, '1.0E7'],
  [12_345_678.5, '1.23456785E7'],
  [9_999_999, '9999999.0'],
  [0.001, '0.001'],
  [0.0001, '1.0E-4'],
  [-2.5, '-2.5'],
  [1.5e300, '1.5E300'],
  [Infinity, 'Infinity'],
  [NaN, 'NaN'],
  [5e-324, '4.9E-324'],
  [1e-323, '9.9E-324'],
  [-1e8, '-1.0E8'],
  [Number.MAX_VALUE, '1.7976931348623157E308'],
  [2 ** 53, '9.007199254740992E15'],
])('%d as Java prints it', (value, want) => {
  expect(printDouble(value)).toBe(want)
})

describe('lists: api-and-config.md, section 3.3', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a;b', ['a', 'b']],
    [' a ; b c ', ['a', 'b c']],
    ['a;;b', ['a', '', 'b']],
    [';a;', ['a']],
    ["'a;b';c", ['a;b', 'c']],
    [`"a;b";c`, ['a;b', 'c']],
    ["'it''s'", ["it's"]],
    [`"say ""x"""`, ['say "x"']],
    ["a'b", ["a'b"]],
    ["''", ['']],
    ['\u00a0a\u00a0;\u2003b\u2003', ['\u00a0a\u00a0', 'b\u2003']],
    ['\u0001;a\u0001', ['', 'a']],
  ])('%s', (text, want) => {
    expect(parseList(text)).toEqual(want)
  })

  test.each(["'a", `"a`, "'a'b", `'a' "b"`, "x;'a''"])('%s: bad quoting', text => {
    expect(parseList(text)).toBeNull()
  })

  test.each([
    [['--a', 'b c'], '--a;b c'],
    [['a;b', 'c"d', "e'f"], `'a;b';'c"d';'e''f'`],
    [[], ''],
    [[''], "''"],
    [['', 'x', ''], "'';x;''"],
    [['--delim', '\t', ' '], "--delim;'\t';' '"],
    [[' lead', 'trail ', 'in side'], "' lead';'trail ';in side"],
    [['\u00a0', '\u2003x', '\u0001', '\u0085'], "'\u00a0';'\u2003x';'\u0001';\u0085"],
  ])('U01 print %j', (elements, want) => {
    expect(printList(elements)).toBe(want)
    expect(parseList(want)).toEqual(elements)
  })
})

describe('maps: api-and-config.md, section 3.3', () => {
  test.each([
    ['', {}],
    ['a:1', { a: '1' }],
    ['a:1,b:2', { a: '1', b: '2' }],
    [' a : 1 , b : 2 ', { a: '1', b: '2' }],
    [`a:'s3://x'`, { a: 's3://x' }],
    [`'a:''s3://x,y'''`, { a: 's3://x,y' }],
    [`constructor:1`, { constructor: '1' }],
  ])('%s', (text, want) => {
    expect(parseMap(text)).toEqual(want)
  })

  test.each(['a', 'a:', 'a:b:c', 'a:1,a:2', "a:'1"])('%s is none', text => {
    expect(parseMap(text)).toBeNull()
  })

  test('C-D19 printed in the order of its keys, whatever the order given', () => {
    expect(printMap({ b: '2', a: '1' })).toBe('a:1,b:2')
    expect(printMap({ a: '1', b: '2' })).toBe('a:1,b:2')
  })

  test.each([{ a: 's3://x,y' }, { 'a:b': `it's`, c: 'x;y' }, { k: '"' }, { k: '', l: ' x ' }])('what is printed is read back', map => {
    expect(parseMap(printMap(map))).toEqual(map)
  })

  test('a list of maps', () => {
    expect(parseMapList('key:a,operator:Exists;key:b')).toEqual([{ key: 'a', operator: 'Exists' }, { key: 'b' }])
    expect(parseMapList('key:a;b')).toBeNull()
  })
})
