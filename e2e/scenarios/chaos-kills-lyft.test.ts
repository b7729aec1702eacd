import { describe, expect, test } from 'vitest'
import { livesOf } from './chaos-kills-lyft.ts'

describe('the lives of operators', () => {
  test('the same seed chooses the same, another one something else', () => {
    expect(livesOf(7, 20, 2)).toEqual(livesOf(7, 20, 2))
    expect(livesOf(8, 20, 2)).not.toEqual(livesOf(7, 20, 2))
  })
  test('the first kill hits an update of all, none is later than 40 s, some are edited while no operator runs', () => {
    const lives = livesOf(7, 100, 2)
    expect(lives[0]!.edits).toEqual([0, 1])
    expect(Math.max(...lives.map(({ delay }) => delay))).toBeLessThanOrEqual(40_000)
    expect(lives.some(({ whileDown, edits }) => whileDown && edits.length > 0)).toBe(true)
  })
})
