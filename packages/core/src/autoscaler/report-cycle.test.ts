import { expect, test } from 'vitest'
import type { Cycle } from './cycle.ts'
import { cycleReport } from './report-cycle.ts'
import { emptyState } from './autoscaler-state.ts'
import { averageOnly, currentOnly, type MetricsOf } from './evaluated-metrics.ts'
import type { VertexDecision } from './vertex-decision.ts'

const vertex = '0'.repeat(31) + 'a'
const metrics: MetricsOf = {
  LOAD: averageOnly(0.5),
  TRUE_PROCESSING_RATE: averageOnly(Infinity),
  TARGET_DATA_RATE: averageOnly(100),
  CATCH_UP_DATA_RATE: currentOnly(3),
  LAG: currentOnly(NaN),
  PARALLELISM: currentOnly(2),
  NUM_SOURCE_PARTITIONS: currentOnly(0),
  SCALE_UP_RATE_THRESHOLD: currentOnly(100),
}
const decision: VertexDecision = {
  row: 'scale-up',
  reason: '',
  newParallelism: 5,
  isOutsideBounds: true,
  metrics: { ...metrics, EXPECTED_PROCESSING_RATE: currentOnly(250) },
  delayed: null,
  events: [],
}
const cycle = (row: Cycle['verdict']['row'], more: Partial<Cycle> = {}): Cycle => ({
  state: emptyState,
  overrides: {},
  events: [],
  verdict: { row, reason: '', vertices: { [vertex]: decision } },
  evaluated: { vertices: { [vertex]: metrics }, global: {}, isBacklogShrinking: false, contradiction: null },
  recommended: { [vertex]: 5 },
  request: null,
  ...more,
})
const shown = {
  LOAD: 0.5,
  TARGET_DATA_RATE: 100,
  CATCH_UP_DATA_RATE: 3,
  PARALLELISM: 2,
  SCALE_UP_RATE_THRESHOLD: 100,
  EXPECTED_PROCESSING_RATE: 250,
}

test('a cycle is shown with the halves that decide; what is not known or not limited is absent', () => {
  expect(cycleReport(cycle('scaled'))).toEqual({ row: 'scaled', vertices: { [vertex]: { ...shown, RECOMMENDED_PARALLELISM: 5 } } })
})

test('where nothing else is recommended, that is what it has; before the window is full nothing is', () => {
  const { vertices } = cycleReport(cycle('within-bounds', { recommended: {} }))
  expect(vertices[vertex]).toEqual({ ...shown, RECOMMENDED_PARALLELISM: 2 })
  const early = cycle('window-not-full', { recommended: {}, verdict: { row: 'window-not-full', reason: '', vertices: {} } })
  const { EXPECTED_PROCESSING_RATE: _expected, ...evaluated } = shown
  expect(cycleReport(early).vertices[vertex]).toEqual(evaluated)
})

test('nothing evaluated, nothing shown', () => {
  expect(cycleReport(cycle('no-sample', { evaluated: null }))).toEqual({ row: 'no-sample', vertices: {} })
})
