import { describe, expect, test } from 'vitest'
import { emptyState } from '../autoscaler-state.ts'
import { usableOverrides, withUsableOverrides, wantedParallelism } from './apply-parallelism.ts'

describe('stored overrides that Flink takes', () => {
  test.each(['1', '2', '10', '32768'])('a parallelism: %s', text => {
    expect(usableOverrides({ a: text, b: '3' })).toEqual({ a: text, b: '3' })
  })

  test.each(['0', '-1', '32769', '99999', '123456', '1.5', ' 1', '1 ', 'x', ''])('A-18 none: %j', text => {
    expect(usableOverrides({ a: text, b: '3' })).toBe(null)
    const state = { ...emptyState, parallelismOverrides: { a: text } }
    expect(withUsableOverrides({ state, unreadable: [{ key: 'scalingHistory', reason: 'x' }] })).toMatchObject({
      state: { ...emptyState, parallelismOverrides: {} },
      unreadable: [{ key: 'scalingHistory' }, { key: 'parallelismOverrides' }],
    })
  })

  test('all of them: nothing changes', () => {
    const stored = { state: { ...emptyState, parallelismOverrides: { a: '1' } }, unreadable: [] }
    expect(withUsableOverrides(stored)).toBe(stored)
  })
})

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
