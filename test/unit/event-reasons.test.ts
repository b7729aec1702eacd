import { expect, test } from 'vitest'
import { apacheReasons } from '../../packages/operator/src/metrics/event-reasons.ts'
import { eventReasons } from '../../scripts/docs/event-reasons.ts'

test('flink_operator_events_total tells apart the reasons that the documentation has, in its order', () => {
  expect(apacheReasons).toEqual(Object.keys(eventReasons))
})
