import { expect, test } from 'vitest'
import { unknown } from '@flink-operator/core/fact'
import { plannedOf } from '../planned.ts'
import { planText } from './plan-text.ts'
import { planWords } from './plan-words.ts'

test('F19 a plan tells no operation and no action where a look failed on its way, whatever was decided', () => {
  const begun = { _tag: 'PersistStatus', reason: 'an edit', status: { operation: { kind: 'TearDown', deleteHaMetadata: true } } }
  const requeue = { _tag: 'Requeue', after: 0, waitingFor: 'the JobManager to come up' }
  const decided = {
    desired: { findings: [], diff: { type: 'UPGRADE', changes: [{ path: 'image', type: 'UPGRADE', from: 'a', to: 'b' }] } },
    observed: null,
    actions: [begun, { _tag: 'RemoveFinalizer', finalizer: 'x' }, requeue],
    facts: { jobs: unknown('Unreachable', 'no route', 0) },
  } as unknown as Parameters<typeof plannedOf>[0]['decided']
  const planned = plannedOf({ of: { kind: 'FlinkDeployment', name: 'app' }, decided }, null, { wanted: {}, deployed: {} })
  expect(planned).toMatchObject({ operation: null, rounds: [], end: null })
  const words = planWords(planned, { file: 'f', kind: 'FlinkDeployment', resource: 'ns/app', deployed: 'cluster', merged: null })
  expect(words).toMatchObject({ operation: null, actions: [], then: [], waitingFor: null })
  expect(planText(words)).toMatch(
    /^ns\/app \(f\): Not known: a query failed that the decision depends on\nnot known\n {2}Flink could not be asked from here/,
  )
})
