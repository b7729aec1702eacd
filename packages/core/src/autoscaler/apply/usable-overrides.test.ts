import { describe, expect, test } from 'vitest'
import { emptyState } from '../autoscaler-state.ts'
import { usableOverrides, withUsableOverrides } from './usable-overrides.ts'

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
