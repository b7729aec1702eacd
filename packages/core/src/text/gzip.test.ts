import * as E from 'fp-ts/lib/Either.js'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { base64OfBytes, bytesOfBase64 } from './bytes.ts'
import { gunzipText, gzipText } from './gzip.ts'

describe('Base64 of bytes', () => {
  test.each([0, 1, 2, 3, 4, 5, 255, 256, 257])('%i bytes come back, and are what Node writes', length => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256)
    expect(base64OfBytes(bytes)).toBe(Buffer.from(bytes).toString('base64'))
    expect(bytesOfBase64(base64OfBytes(bytes))).toStrictEqual(bytes)
    expect(bytesOfBase64(base64OfBytes(bytes).replaceAll('=', ''))).toStrictEqual(bytes)
  })

  test.each(['a', 'ab c', 'abc\n', 'ab=c', '====', 'äbcd', 'zz-_'])('%j is none', text => {
    expect(bytesOfBase64(text)).toBeNull()
  })
})

describe('gzip within bounds', () => {
  test.each(['', 'a', 'ünï 😀', 'x'.repeat(100_000)])('a text comes back, and Node reads it', text => {
    expect(gunzipText(gzipText(text), 1_000_000)).toStrictEqual(E.right(text))
    expect(gunzipText(gzipSync(text), 1_000_000)).toStrictEqual(E.right(text))
  })

  test('equal texts are equal bytes', () => {
    expect(gzipText('a')).toStrictEqual(gzipText('a'))
  })

  test('the bound is that of the text', () => {
    const packed = gzipText('x'.repeat(1_000))
    expect(gunzipText(packed, 1_000)).toStrictEqual(E.right('x'.repeat(1_000)))
    expect(gunzipText(packed, 999)).toStrictEqual(E.left('TooLarge'))
  })

  test('a trailer that names a small size does not let a large text in: unpacking stops at the bound', () => {
    const bomb = Uint8Array.from(gzipSync(Buffer.alloc(100_000_000)))
    new DataView(bomb.buffer).setUint32(bomb.length - 4, 10, true)
    expect(gunzipText(bomb, 1_000_000)).toStrictEqual(E.left('TooLarge'))
  })

  const whole = gzipText('some text that is long enough to be cut anywhere')
  test.each([0, 1, 10, 17, 18, 30, whole.length - 8, whole.length - 1])('cut to %i bytes it is none', length => {
    expect(E.isLeft(gunzipText(whole.subarray(0, length), 1_000))).toBe(true)
  })

  test('one byte that differs is found by the checksum', () => {
    for (let at = 10; at < whole.length; at += 1) {
      const changed = Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect(E.isLeft(gunzipText(changed, 1_000))).toBe(true)
    }
  })
})
