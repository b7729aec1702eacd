import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { flinkBytes, parseResourceMemoryString, printFlinkBytes } from './parse-memory.ts'

describe('memory: api-and-config.md, section 3.2', () => {
  test.each([
    ['1', 1n],
    ['1b', 1n],
    ['2 bytes', 2n],
    ['1k', 1024n],
    ['1 KB', 1024n],
    ['1 kibibytes', 1024n],
    ['2m', 2n * 1024n ** 2n],
    ['2G', 2n * 1024n ** 3n],
    ['1 tebibytes', 1024n ** 4n],
    [' 3 gb ', 3n * 1024n ** 3n],
    ['9223372036854775807', 2n ** 63n - 1n],
  ])('flinkBytes(%s)', (text, want) => {
    expect(flinkBytes(text)).toBe(want)
  })

  test.each(['', 'abc', '-1', '+1', '1.5g', '1Gi', '1 p', '9223372036854775808', '8388608t'])('flinkBytes(%s) is none', text => {
    expect(flinkBytes(text)).toBeNull()
  })

  test.each([
    [0n, '0 bytes'],
    [1025n, '1025 bytes'],
    [1024n, '1 kb'],
    [2n * 1024n ** 3n, '2 gb'],
    [1024n ** 4n, '1099511627776 bytes'],
  ])('%d bytes are printed with the largest whole unit', (bytes, want) => {
    expect(printFlinkBytes(bytes)).toBe(want)
  })

  test.each([
    ['2g', '2 gb'],
    ['2048m', '2 gb'],
    ['2 GB', '2 gb'],
    ['1000m', '1000 mb'],
    ['1025', '1025 bytes'],
    ['1G', '1 gb'],
    ['1t', '1099511627776 bytes'],
    ['2Gi', '2147483648'],
    ['2 GiB', '2147483648'],
    ['2gi', '2147483648'],
    ['512Mi', '536870912'],
    ['2Ti', '2199023255552'],
    ['1e9', '1000000000'],
    ['C-D08 1.5Gi', '1610612736'],
    ['C-D08 0.5ki', '512'],
    ['C-D08 1.5G', '1500000000'],
  ])('%s is %s', (title, want) => {
    expect(parseResourceMemoryString(title.replace('C-D08 ', ''))).toEqual(E.right(want))
  })

  test.each(['', ' ', 'abc', '1.5', '-1Gi', '1e99999999', '1 Zi', '.'])('%s is refused', text => {
    expect(E.isLeft(parseResourceMemoryString(text))).toBe(true)
  })
})
