import { describe, expect, test } from 'vitest'
import {
  formatIsoDuration,
  parseIsoDuration,
  formatMicroTime,
  parseMicroTime,
  formatRecord,
  parseRecord,
} from './leader-election-record.ts'

const identity = '90c78883-1c1a-4bc3-8222-4a311313dac4'
const flink120 =
  `{"holderIdentity":"${identity}","leaseDuration":15.000000000,"acquireTime":"2026-11-21T12:01:45.753038Z","renewTime":"2026-11-21T12:02:00.872196Z","leaderTransitions":0}`
const flink23 = flink120.replace('15.000000000', '"PT15S"')
const record = {
  holder: identity,
  leaseDuration: 15_000,
  acquireTime: Date.parse('2026-11-21T12:01:45.753Z') * 1000 + 38,
  renewTime: Date.parse('2026-11-21T12:02:00.872Z') * 1000 + 196,
  transitions: 0,
}

describe('law 13: the record in the annotation', () => {
  test.each([['1.20', flink120], ['2.3', flink23]])(
    'as Flink %s wrote it is read',
    (_version, text) => expect(parseRecord(text)).toEqual(record),
  )

  test('is written letter by letter as Flink 2.3 writes it', () => expect(formatRecord(record)).toBe(flink23))

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}',
    flink23.replace('"PT15S"', '"15"'),
    flink23.replace('"PT15S"', '-1'),
    flink23.replace('"PT15S"', 'null'),
  ])(
    'what nobody can read is unreadable: %s',
    text => expect(parseRecord(text)).toBe('unreadable'),
  )

  test.each([
    ['a holder that is no text', `"${identity}"`, '7'],
    ['a moment that is none', '2026-11-21T12:02:00.872196Z', 'yesterday'],
    ['a moment without a zone', '2026-11-21T12:02:00.872196Z', '2026-11-21T12:02:00'],
    ['half a transition', ':0}', ':0.5}'],
    ['transitions below zero', ':0}', ':-1}'],
  ])('%s', (_title, from, to) => expect(parseRecord(flink23.replace(from, to))).toBe('unreadable'))

  test('a holder that was let go, or is null, is nobody; no annotation is no record', () => {
    expect(parseRecord(flink23.replace(identity, ''))).toEqual({ ...record, holder: '' })
    expect(parseRecord(flink23.replace(`"${identity}"`, 'null'))).toEqual({ ...record, holder: '' })
    expect(parseRecord(undefined)).toBe('none')
  })
})

test.each([
  ['PT0S', 0],
  ['PT15S', 15_000],
  ['PT1M', 60_000],
  ['PT1M30.5S', 90_500],
  ['PT2H1S', 7_201_000],
  ['PT0.001S', 1],
])('a duration of Java: %s', (text, millis) => expect([parseIsoDuration(text), formatIsoDuration(millis)]).toEqual([millis, text]))

test.each(['', 'P', 'PT', 'PT-1S', '-PT1S', 'PTS', '15', '15s', 'PT99999999999999999S'])(
  'no duration: %j',
  text => expect(parseIsoDuration(text)).toBe(null),
)

test('P1DT1H is a day and an hour', () => expect(parseIsoDuration('P1DT1H')).toBe(90_000_000))

test('moments keep their microseconds; what is finer is cut', () => {
  expect(formatMicroTime(parseMicroTime('2026-11-21T13:54:25.096937123+02:00')!)).toBe('2026-11-21T11:54:25.096937Z')
  expect(formatMicroTime(parseMicroTime('2026-11-21T11:54:25Z')!)).toBe('2026-11-21T11:54:25.000000Z')
  expect(parseMicroTime('soon')).toBe(null)
})
