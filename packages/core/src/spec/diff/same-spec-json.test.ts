import { describe, expect, test } from 'vitest'
import type { Json } from '../../contract/resource/json.ts'
import { isSameJson } from './same-spec-json.ts'

describe('equal as JSON (control-flow.md, section 4.2)', () => {
  test.each<readonly [string, Json, Json, boolean]>([
    ['P12 fields in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
    ['list items in another order', ['a', 'b'], ['b', 'a'], false],
    ['the same list', ['a', ['b', null]], ['a', ['b', null]], true],
    ['a list that goes on', ['a'], ['a', 'b'], false],
    ['a list that ends in null', ['a'], ['a', null], false],
    ['a list with one other item', ['a', 'b'], ['a', 'c'], false],
    ['list and object', [], {}, false],
    ['object and list', {}, [], false],
    ['a value of another type', 1, '1', false],
    ['object and null', {}, null, false],
    ['null and object', null, {}, false],
    ['object and text', { 0: 'a' }, 'a', false],
    ['the same objects', { a: [1], b: null }, { a: [1], b: null }, true],
    ['one field more', { a: 1 }, { a: 1, b: null }, false],
    ['another field of the same value', { a: null }, { b: null }, false],
    ['an inner field', { a: { b: 1 } }, { a: { b: 2 } }, false],
    ['B43 a field that every object has', { constructor: null }, { a: null }, false],
  ])('%s', (_title, a, b, want) => {
    expect(isSameJson(a, b)).toBe(want)
  })
})
