import { describe, expect, test } from 'vitest'
import { cutRedacted } from './cut-redacted.ts'

const m = 'Hx7marker'
/** Fills a text so that what follows stands across the cut. */
const before = (length: number): string => 'word '.repeat(Math.ceil(length / 5)).slice(0, length)

describe('S03 P23 a text is cut before it is looked through, and no secret is shown that stands across the cut', () => {
  const long = m.repeat(2_000)
  test.each([
    ['a value behind its name', `password=${long}`],
    ['with a blank', `password: "a ${long}"`],
    ['user information', `https://user:${long}@h`],
    ['a user and a host', `user:${long}@h`],
    ['a web token', `eyJhbGciOiJ9${long}.x.y`],
    ['a private key', `-----BEGIN PRIVATE KEY-----\n${long}\n-----END PRIVATE KEY-----`],
    ['a token', `glpat-${long}`],
    ['a bearer', `Bearer ${long}`],
    ['an element', `<password>a ${long}</password>`],
  ])('%s', (_title, text) => {
    for (const at of [0, 500, 950, 980, 995]) {
      const shown = cutRedacted(`${before(at)} ${text}`, [], 1_000)
      expect(shown, String(at)).not.toContain(m)
      expect(Buffer.byteLength(shown), String(at)).toBeLessThanOrEqual(1_000)
    }
  })

  test('of a text of eight million letters no more is looked at than of a hundred thousand', () => {
    // the least of some: one of them was not interrupted
    const least = (letters: number): number => {
      const text = 'a password=x '.repeat(letters / 13)
      return Math.min(...Array.from({ length: 20 }, () => {
        const began = performance.now()
        cutRedacted(text, [m], 1_000)
        return performance.now() - began
      }))
    }
    expect(least(8_000_000)).toBeLessThan(20 * least(100_000))
  })

  test('what is known for a secret, however long', () => {
    for (const secret of [m, `${m} `.repeat(30), `${m} `.repeat(2_000), m.repeat(2_000)]) {
      for (const at of [0, 900, 960, 990, 996]) {
        const shown = cutRedacted(`${before(at)} ${secret} ${'x '.repeat(5_000)}`, [secret], 1_000)
        expect(shown, `${String(secret.length)} ${String(at)}`).not.toMatch(/Hx7|marker/)
      }
    }
  })

  test('a text that is short enough stays', () => {
    expect(cutRedacted('all is well', [], 1_000)).toBe('all is well')
    expect(cutRedacted('x '.repeat(500), [], 1_000)).toBe('x '.repeat(500))
  })
})
