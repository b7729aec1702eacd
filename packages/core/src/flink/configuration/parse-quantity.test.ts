import { describe, expect, test } from 'vitest'
import { flinkBytes } from './parse-memory.ts'
import { compareQuantities, parseQuantity, rationalToNumber } from './parse-quantity.ts'

const number = (text: string): number | null => {
  const quantity = parseQuantity(text)
  return quantity === null ? null : rationalToNumber(quantity)
}

describe('Kubernetes quantities: api-and-config.md, section 3.2', () => {
  test.each([
    ['1', 1],
    ['500m', 0.5],
    ['0.1', 0.1],
    ['.5', 0.5],
    ['5.', 5],
    ['-2', -2],
    ['+2', 2],
    ['1k', 1e3],
    ['1K', 1e3],
    ['1M', 1e6],
    ['1G', 1e9],
    ['1T', 1e12],
    ['1P', 1e15],
    ['1E', 1e18],
    ['100u', 1e-4],
    ['5n', 5e-9],
    ['1Ki', 1024],
    ['1.5Gi', 1.5 * 1024 ** 3],
    ['1Ei', 1024 ** 6],
    ['1e3', 1e3],
    ['1E-3', 1e-3],
    ['1e+2', 100],
  ])('%s', (text, want) => {
    expect(number(text)).toBe(want)
  })

  test.each(['', '.', 'Gi', '1 Gi', '1gi', '1ee3', '1.2.3', '1e999', 'NaN', '0x1', '1constructor'])('%s is none', text => {
    expect(number(text)).toBeNull()
  })

  test('no amount of anything has hundreds of thousands of digits: they are not multiplied out', () => {
    expect([
      number('1'.repeat(400_000)),
      number(`0.${'1'.repeat(400_000)}`),
      flinkBytes(`${'1'.repeat(400_000)}g`),
      flinkBytes(`${'0'.repeat(400_000)}7`),
    ]).toEqual([null, null, null, 7n])
  })

  test('exact: one byte more is more', () => {
    const [a, b] = [parseQuantity('9007199254740993'), parseQuantity('9007199254740992')]
    expect(compareQuantities(a!, b!)).toBe(1)
    expect(compareQuantities(b!, a!)).toBe(-1)
    expect(compareQuantities(parseQuantity('1Ki')!, parseQuantity('1024')!)).toBe(0)
  })
})
