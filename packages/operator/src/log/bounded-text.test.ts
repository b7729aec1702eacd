import { expect, test } from 'vitest'
import { boundedText, boundedTexts, longestLogged } from './bounded-text.ts'
import { redactTexts } from '@flink-operator/core/redaction'

const m = 'Hx7marker'

test('S03 P23 a line of the log is cut before it is searched for secrets, at the end of a word', () => {
  const text = `${'word '.repeat(longestLogged / 5)}https://user:${m.repeat(1_000)}@h`
  expect(boundedText(text).length).toBeLessThanOrEqual(longestLogged + 1)
  expect(boundedText(text)).not.toContain(m)
  expect(JSON.stringify(redactTexts(boundedTexts({ a: [{ b: text }], c: 1 })))).not.toContain(m)
  expect(boundedText(m.repeat(10_000))).toBe('…')
  expect(boundedTexts({ a: 'short', b: [1, null] })).toEqual({ a: 'short', b: [1, null] })
})
