import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { environment } from '../../../fixtures/environment.ts'
import { specJson, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { explain } from './explain.ts'
import { flinkDeploymentKind as kind } from './flink-deployment-kind.ts'

const { job: _job, ...session } = specJson() as { readonly job?: unknown }

/** As the reference operator leaves one. */
const adopted = (spec: object, record: object = { ...session, job: null }) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'app', namespace: 'ns', uid: 'u', generation: 2, resourceVersion: '1', creationTimestamp: '2023-11-14T22:00:00Z' },
  spec,
  status: {
    jobManagerDeploymentStatus: 'READY',
    lifecycleState: 'STABLE',
    observedGeneration: 2,
    error: null,
    clusterInfo: {},
    jobStatus: {},
    reconciliationStatus: {
      state: 'DEPLOYED',
      reconciliationTimestamp: t0,
      lastReconciledSpec: JSON.stringify({
        spec: record,
        resource_metadata: { apiVersion: 'flink.apache.org/v1beta1', firstDeployment: false },
      }),
      lastStableSpec: null,
    },
  },
})

const decided = (json: object) => {
  const decoded = kind.decode(json)
  if (E.isLeft(decoded)) throw new Error(decoded.left.path)
  const env = environment(t0)
  const desired = kind.validate(decoded.right, env)
  const observed = kind.observe(desired, { meta: decoded.right.meta, status: decoded.right.status }, {}, env)
  return { actions: kind.reconcile(desired, observed, env), explanation: explain(desired, observed, env) }
}

describe('F21 an adopted session cluster', () => {
  test.each([['as it is', session], ['edited', { ...session, image: 'flink:next' }], ['turned into an application', specJson()]])(
    '%s: nothing is written or done, no finalizer added, and it is told what it is',
    (_title, spec) => {
      const { actions, explanation } = decided(adopted(spec))
      expect(actions.map(({ _tag }) => _tag)).toEqual(['EmitEvent', 'Requeue'])
      expect(actions[0]).toMatchObject({
        reason: 'SessionCluster',
        repeat: 'Once',
        message: expect.stringContaining('left as it is') as string,
      })
      expect(explanation).toMatchObject({ situation: 'SessionCluster', row: 'C32' })
      expect(JSON.stringify([actions, explanation])).not.toMatch(/delete|can't be read/)
    },
  )

  test('an application whose record lost its job is none', () => {
    expect(decided(adopted(specJson(), specJson())).explanation.situation).not.toBe('SessionCluster')
  })
})
