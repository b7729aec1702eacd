import { describe, expect, test } from 'vitest'
import { fromAnotherPlace, inSlice, partOf, partOfDay } from './slice.ts'
import { firstMatrix, matrix } from './worlds.ts'

describe('slices of the full matrix', () => {
  test('F10: fourteen of them hold each world exactly once, so that CI looks at each within two weeks', () => {
    const slices = Array.from({ length: 14 }, (_, index) => matrix.filter(inSlice({ part: index + 1, of: 14 })))
    expect(slices.flat().map(({ name }) => name).sort()).toEqual(matrix.map(({ name }) => name).sort())
    for (const slice of slices) expect(slice.length).toBeLessThan(matrix.length / 14 * 2)
  })

  test('F10: fourteen days in a row have each part once', () => {
    expect(Array.from({ length: 14 }, (_, index) => partOfDay(20_779 + index, 14)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    )
  })

  test('a world stays in its part when others come or go', () => {
    expect(partOf('savepoint/ha/edit/calm', 14)).toBe(partOf('savepoint/ha/edit/calm', 14))
    expect(firstMatrix.filter(inSlice({ part: 1, of: 1 }))).toEqual(firstMatrix)
  })

  test('a part that is begun from another place holds the same worlds, and in twenty rounds each of forty begins at least once in the first half', () => {
    const worlds = Array.from({ length: 40 }, (_, index) => index)
    const rounds = Array.from({ length: 20 }, (_, round) => fromAnotherPlace(worlds, round))
    for (const round of rounds) expect([...round].sort((a, b) => a - b)).toEqual(worlds)
    expect(new Set(rounds.flatMap(round => round.slice(0, 20))).size).toBe(40)
    expect(fromAnotherPlace([], 3)).toEqual([])
  })
})
