import { expect, test } from 'vitest'
import { unknown } from '../../src/fact/fact.ts'
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
  const words = planWords(planned, { file: 'f', kind: 'FlinkDeployment', resource: 'ns/app', deployed: 'cluster' })
  expect(words).toMatchObject({ operation: null, actions: [], then: [], waitingFor: null })
  expect(planText(words)).toMatch(
    /^ns\/app \(f\): UPGRADE: what would be done is not known\nnot known\n {2}Flink could not be asked from here/,
  )
})

test.each([
  ['a kind without classes of changes', {}, 'change of the spec: nothing is done'],
  ['nothing that is diffed', { diff: { type: 'IGNORE', changes: [] } }, 'no change'],
])('the headline of an edit: %s', (_title, desired, headline) => {
  const decided = { desired: { findings: [], ...desired }, observed: null, actions: [], facts: {} } as unknown as Parameters<
    typeof plannedOf
  >[0]['decided']
  const planned = plannedOf({ of: { kind: 'FlinkApplication', name: 'app' }, decided }, null, {
    wanted: { spec: { parallelism: 3 } },
    deployed: { spec: {} },
  })
  const words = planWords(planned, { file: 'f', kind: 'FlinkApplication', resource: 'ns/app', deployed: 'cluster' })
  expect(planText(words).split('\n')[0]).toBe(`ns/app (f): ${headline}`)
})
