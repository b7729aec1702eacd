import { describe, expect, test } from 'vitest'
import { parseDuration, printDuration } from './parse-duration.ts'

describe('durations: api-and-config.md, section 3.3', () => {
  test.each([
    ['10', 10],
    ['10 ms', 10],
    ['10millis', 10],
    ['1 millisecond', 1],
    ['5s', 5_000],
    ['5 SEC', 5_000],
    ['5 seconds', 5_000],
    ['10 min', 600_000],
    ['10m', 600_000],
    ['1 minute', 60_000],
    [' 2 minutes ', 120_000],
    ['1h', 3_600_000],
    ['2 hours', 7_200_000],
    ['1 d', 86_400_000],
    ['3 days', 259_200_000],
    ['1500 µs', 1.5],
    ['5 micros', 0.005],
    ['1 ns', 0.000001],
    ['2000000 nanoseconds', 2],
  ])('%s', (text, want) => {
    expect(parseDuration(text)).toBe(want)
  })

  test.each(['', ' ', 'PT10M', '1 h 30 min', '-1 min', '1.5 s', 'min', '1 parsec', '1 constructor', '99999999999999999999 s'])(
    '%s is none',
    text => {
      expect(parseDuration(text)).toBeNull()
    },
  )

  test.each([
    [0, '0 ms'],
    [1, '1 ms'],
    [1_500, '1500 ms'],
    [60_000, '1 min'],
    [90_000, '90 s'],
    [3_600_000, '1 h'],
    [86_400_000, '1 d'],
    [90_000_000, '25 h'],
    [0.5, '500000 ns'],
  ])('%d ms is printed with the largest whole unit', (millis, want) => {
    expect(printDuration(millis)).toBe(want)
    expect(parseDuration(want)).toBe(millis)
  })
})
