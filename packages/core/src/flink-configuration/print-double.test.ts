import { expect, test } from 'vitest'
import { printDouble } from './print-double.ts'

test.each([
  [1, '1.0'], [0, '0.0'], [-0, '-0.0'], [0.5, '0.5'], [100, '100.0'], [0.333333333333, '0.333333333333'], [1e7, '1.0E7'], [12_345_678.5, '1.23456785E7'],
  [9_999_999, '9999999.0'], [0.001, '0.001'], [0.0001, '1.0E-4'], [-2.5, '-2.5'], [1.5e300, '1.5E300'], [Infinity, 'Infinity'], [NaN, 'NaN'],
])('%d as Java prints it', (value, want) => {
  expect(printDouble(value)).toBe(want)
})
