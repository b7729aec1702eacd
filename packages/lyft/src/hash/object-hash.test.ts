import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { Json } from '@flink-operator/core/resource'
import { floatNormalForm, objectHash } from './object-hash.ts'
import { fnv1a32 } from './spec-hash.ts'

describe('FA83 object hash (lyft-flinkapplication.md, section 2.3, step 3)', () => {
  test.each<readonly [Json, string, string]>([
    [null, '1b16b1df', '3db9'],
    [true, '7dc96f77', 'c193'],
    [0, '60101d8c', 'a33d'],
    [1, 'f01adc73', 'c639'],
    [8, '0aeaacfc', '0598'],
    [0.5, '62d74c83', '6014'],
    ['', '0bfe935e', '0ad6'],
    ['abc', '2a42a9c9', 'a511'],
    [[], 'acac86c0', 'f6f0'],
    [{}, '18ac3e73', 'f8e4'],
    [[1, 'a'], 'eeeca244', '7b0b'],
    [{ a: 1, b: null }, '37fa94d6', 'd493'],
    [{ b: null, a: 1 }, '37fa94d6', 'd493'],
  ])('%j', (json, first, last) => {
    const hash = bytesToHex(objectHash(json))
    expect([hash.slice(0, 8), hash.slice(-4)]).toEqual([first, last])
  })

  test('text that is written differently is different: no normalisation of Unicode', () => {
    expect(objectHash('\u00e9')).not.toEqual(objectHash('e\u0301'))
  })

  test.each([
    [0, '+0:'],
    [-0, '+0:'],
    [1, '+0:1'],
    [8, '+3:1'],
    [0.5, '+-1:1'],
    [6123, '+13:01011111101011'],
    [-8, '-3:1'],
    [0.75, '+0:011'],
    [Infinity, '+0:'],
    [NaN, '+0:'],
  ])('normal form of %s: %s', (number, form) => {
    expect(floatNormalForm(number)).toBe(form)
  })

  test.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('FNV-1a of %j', (text, hash) => {
    expect(fnv1a32(utf8ToBytes(text))).toBe(hash)
  })
})
