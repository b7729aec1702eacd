import { expect, test } from 'vitest'
import { printDouble } from './print-double.ts'

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
