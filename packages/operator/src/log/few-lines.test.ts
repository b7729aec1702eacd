import { expect, test } from 'vitest'
import { fewLines } from './few-lines.ts'

test('S04 so many lines in a period, and then how many were left out', () => {
  let now = 0
  const reported: string[] = []
  const few = fewLines({ limit: 2, period: 1_000 }, () => now)
  const tell = (name: string): void => few(leftOut => reported.push(`${name} ${leftOut}`))
  for (const name of ['a', 'b', 'c', 'd']) tell(name)
  now = 999
  tell('e')
  now = 1_000
  for (const name of ['f', 'g', 'h']) tell(name)
  now = 5_000
  tell('i')
  expect(reported).toEqual(['a 0', 'b 0', 'f 3', 'g 0', 'i 1'])
})
