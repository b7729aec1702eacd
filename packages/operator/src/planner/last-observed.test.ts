import { expect, test } from 'vitest'
import type { RoundReport } from '../round.ts'
import { createLastObserved } from './last-observed.ts'

const key = { namespace: 'a', name: 'app' }
const report = (change: object = {}): RoundReport => ({
  startedAt: 5,
  meta: { resourceVersion: '1' },
  written: null,
  facts: { jobs: { _tag: 'Absent', source: 'live', asOf: 5 } },
  ...change,
} as unknown as RoundReport)

test('the last round of each resource is kept, with the version that it left; a round that saw nothing leaves the one before', () => {
  const last = createLastObserved(true)
  last.round('FlinkDeployment', key, report())
  expect(last.of('FlinkDeployment', key)).toMatchObject({ at: 5, resourceVersion: '1' })
  last.round('FlinkDeployment', key, report({ startedAt: 6, written: { resourceVersion: '2' } }))
  last.round('FlinkDeployment', key, report({ startedAt: 7, facts: {} }))
  last.round('FlinkDeployment', key, report({ startedAt: 8, meta: null }))
  expect(last.of('FlinkDeployment', key)).toMatchObject({ at: 6, resourceVersion: '2' })
  expect(last.of('FlinkSessionJob', key)).toBeNull()
})

test('P24 what is gone leaves nothing, and without the page nothing is kept', () => {
  const last = createLastObserved(true)
  last.round('FlinkDeployment', key, report())
  last.forget('FlinkDeployment', key)
  expect([last.kept(), last.of('FlinkDeployment', key)]).toEqual([0, null])
  const none = createLastObserved(false)
  none.round('FlinkDeployment', key, report())
  expect(none.kept()).toBe(0)
})
