import { describe, expect, test } from 'vitest'
import { changedKeys } from './changed-keys.ts'

describe('E-44 a new configuration of the operator says what is in force, and what only a restart brings', () => {
  test.each([
    [
      'followed while the operator runs',
      {},
      { 'kubernetes.operator.reconcile.interval': '15 s' },
      { inForce: ['kubernetes.operator.reconcile.interval'], afterRestart: [] },
    ],
    [
      'fixed at the start',
      { 'kubernetes.operator.label.selector': 'team=a' },
      { 'kubernetes.operator.label.selector': 'team=b' },
      { inForce: [], afterRestart: ['kubernetes.operator.label.selector'] },
    ],
    ['taken out', { 'kubernetes.operator.reconcile.parallelism': '5' }, {}, {
      inForce: [],
      afterRestart: ['kubernetes.operator.reconcile.parallelism'],
    }],
    ["Flink's own", { a: '1', same: 'x' }, { a: '2', b: '3', same: 'x' }, { inForce: ['a', 'b'], afterRestart: [] }],
    ['nothing', { a: '1' }, { a: '1' }, { inForce: [], afterRestart: [] }],
  ])('%s', (_, before, after, reported) => {
    expect(changedKeys(before, after)).toEqual(reported)
  })
})
