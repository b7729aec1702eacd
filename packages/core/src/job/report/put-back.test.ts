import { expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { decided, statusAfter, written } from '../../../fixtures/round.ts'

/** The status of a job that runs, as the operator itself writes it. */
const settled = statusAfter({ status: runningStatus(), facts: runningCluster() })

test('W06 P16 what is reported of a job that runs is written once, and then not again', () => {
  expect(written(decided({ status: settled, facts: runningCluster() }))).toBeNull()
})

test.each([
  ['the lifecycle state', { lifecycleState: 'DEPLOYED' as const }],
  ['a condition', {
    conditions: settled.conditions.map(it => (it.type === 'Ready' ? { ...it, status: 'False' as const, reason: 'Deployed' } : it)),
  }],
])('W06 P16 P25 %s of an earlier moment was put back: it is reported again', (_title, change) => {
  const { lifecycleState, conditions } = written(decided({ status: { ...settled, ...change }, facts: runningCluster() })) ?? settled
  expect(lifecycleState).toBe('STABLE')
  expect(conditions.find(({ type }) => type === 'Ready')).toMatchObject({ status: 'True' })
  expect(written(decided({ status: { ...settled, ...change }, facts: runningCluster() }))).not.toBeNull()
})
