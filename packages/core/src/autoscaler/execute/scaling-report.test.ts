import { describe, expect, test } from 'vitest'
import { twoDecimals } from './scaling-report.ts'

describe('numbers in the report of a scaling', () => {
  test.each([
    [0, '0.00'],
    [1.005, '1.01'],
    [1234.565, '1234.57'],
    [0.004, '0.00'],
    [-2.5, '-2.50'],
    [1e21, '1000000000000000000000.00'],
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    [5e-324, '0.00'],
    [9.995, '10.00'],
  ])(
    '%d has the two decimals %s',
    (value, text) => {
      expect(twoDecimals(value)).toBe(text)
    },
  )
})
