import { expect, test } from 'vitest'
import { asOf } from './as-of.ts'
import { givenIn, withPlaceholders } from './placeholders.ts'

const a = 'a'.repeat(32)
const b = 'b'.repeat(32)

test('minted ids and times in names are placeholders, the same one the same; what was read stays', () => {
  const reported = withPlaceholders({ actions: [`stop ${a}, trigger ${b}`, a], name: 'app-savepoint-1700000000000' }, givenIn({ jobId: b }))
  expect(reported).toEqual({ actions: [`stop <id-1>, trigger ${b}`, '<id-1>'], name: 'app-savepoint-<time-1>' })
})

test('longer words are no ids', () => {
  expect(withPlaceholders(`${a}0 sha256-${'1'.repeat(14)}`, () => false)).toBe(`${a}0 sha256-${'1'.repeat(14)}`)
})

test('a file is as of its last moment, whenever it is asked', () => {
  expect(asOf({}, null)).toBe(asOf({ spec: {} }))
  expect(asOf({ status: { at: '2026-01-01T00:00:00Z', before: '2025-01-01T00:00:00.123456Z' } })).toBe(Date.UTC(2026, 0, 1) + 60_000)
})
