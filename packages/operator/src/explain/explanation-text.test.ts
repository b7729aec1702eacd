import type { Explanation } from '@flink-operator/core/explain'
import { expect, test } from 'vitest'
import { explanationText } from './explanation-text.ts'

const now = Date.UTC(2026, 0, 5, 12)
const explanation: Explanation = {
  situation: 'AutoscalerDue',
  row: 'autoscaler/cycle, within-bounds',
  reason: 'all vertices are within their bounds',
  lifecycleState: 'STABLE',
  waitingFor: 'a change',
  since: null,
  nextLook: { after: 60_000, at: now + 60_000 },
  unblockedBy: { what: 'the next round goes on by itself', who: 'operator' },
  obstacles: [],
  facts: {},
  operation: null,
  retries: null,
  change: null,
  error: null,
  findings: [],
}
const vertex = { parallelism: 4, wanted: 2, why: 'needs 10 records/s', since: null, changedBy: 'the job is scaled' }

test('scaling: why, what would change it, and the vertices that are not just as they should be', () => {
  const text = explanationText('shop/orders', {
    ...explanation,
    scaling: {
      row: 'within-bounds',
      why: 'all vertices are within their bounds',
      since: null,
      changedBy: 'more arrives',
      vertices: [
        { ...vertex, id: 'a', row: 'enough' },
        { ...vertex, id: 'b', row: 'delayed', since: now - 600_000, changedBy: 'less is enough until noon' },
      ],
    },
  }, now)
  expect(text.split('\n').slice(-4)).toEqual([
    '  scaling    all vertices are within their bounds [within-bounds]',
    '             changed by: more arrives',
    '             b: needs 10 records/s [delayed], since 2026-01-05T11:50:00Z (10 min ago)',
    '               changed by: less is enough until noon',
  ])
  expect(explanationText('shop/orders', explanation, now)).not.toContain('scaling')
})
