import { expect, test } from 'vitest'
import type { DelayedVertex } from '../autoscaler-state.ts'
import type { VertexDecision } from '../vertex-decision.ts'
import { delayedAfter } from './next-state.ts'

const since = (at: number): DelayedVertex => ({ firstTrigger: { at }, recommended: [] })
const decision = (delayed: DelayedVertex | null): VertexDecision => ({
  row: 'enough',
  reason: '',
  newParallelism: 2,
  isOutsideBounds: false,
  metrics: {},
  delayed,
  events: [],
})

test('a delayed scale-down ends or goes on by the decision on its vertex; without one it stays', () => {
  const before = { ended: since(1), goesOn: since(2), undecided: since(3) }
  expect(delayedAfter(before, { ended: decision(null), goesOn: decision(since(4)), begins: decision(since(5)) })).toEqual({
    undecided: since(3),
    goesOn: since(4),
    begins: since(5),
  })
})
