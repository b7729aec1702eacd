import { expect, test } from 'vitest'
import { wantedParallelism } from './wanted-parallelism.ts'

const [a, b] = ['a', 'b'].map(it => it.padStart(32, '0')) as [string, string]
const delayedScaleDown = `---
delayedVertices:
  ${b}:
    firstTriggerTime: 1767261600.000000000
    recommendedParallelisms:
    - triggerTime: 1767261600.000000000
      parallelism: 3
      outsideUtilizationBound: true
    - triggerTime: 1767261700.000000000
      parallelism: 2
      outsideUtilizationBound: true
`

test('what is decided, and what a scale-down waits for: the largest wish of its interval', () => {
  expect(wantedParallelism({ parallelismOverrides: `${a}:4,${b}:8`, delayedScaleDown })).toEqual({ [a]: 4, [b]: 3 })
})

test('nothing is wanted where nothing is stored, or it can not be read', () => {
  expect(wantedParallelism({})).toBeNull()
  expect(wantedParallelism({ parallelismOverrides: ':', delayedScaleDown: '{' })).toBeNull()
})
