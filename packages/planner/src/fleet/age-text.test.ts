import { expect, test } from 'vitest'
import { ageText as ageInTop } from '../../../operator/src/top/job-table.ts'
import { ageText } from './age-text.ts'

test('N06 ages are written as top writes them', () => {
  for (const millis of [null, 0, 1_250, 9_999, 59_000, 119_999, 120_000, 7_199_000, 7_200_000, 172_799_999, 172_800_000, 1e12])
    expect(ageText(millis)).toBe(ageInTop(millis))
})
