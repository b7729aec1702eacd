import { describe, expect, test } from 'vitest'
import { specJson } from '../../core/fixtures/flink-deployment-resource.ts'
import { makeEnv } from '@flink-operator/core'
import type { JsonObject } from '@flink-operator/core/resource'
import { plan } from './plan-edit.ts'

const env = makeEnv({ now: 1_700_000_000_000 })
const app = (parallelism: number): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'app' },
  spec: specJson({ job: { upgradeMode: 'savepoint', parallelism } }),
})

describe('plan: what an edit would do, as a function', () => {
  test('the kind is that of the document; nothing else has to be said', () => {
    const planned = plan({ deployed: app(1), wanted: app(2), env })
    expect(planned).toMatchObject({
      _tag: 'Right',
      right: { operation: { kind: 'Suspend', mode: 'SAVEPOINT' }, impact: { _tag: 'Change' } },
    })
  })

  test('the same input gives the same plan', () => {
    expect(plan({ deployed: null, wanted: app(1), env })).toEqual(plan({ deployed: null, wanted: app(1), env }))
  })

  test('N03 a spec that is not valid has the impact Invalid, and its headline says that nothing is deployed', () => {
    const invalid = plan({ deployed: null, wanted: app(0), env })
    expect(invalid).toMatchObject({ _tag: 'Right', right: { impact: { _tag: 'Invalid' }, findings: [{ field: 'job.parallelism' }] } })
  })

  test('N03 a misspelt field is refused, with its place', () => {
    const misspelt = { ...app(1), spec: { ...app(1)['spec'] as JsonObject, jbo: {} } }
    expect(plan({ deployed: null, wanted: misspelt, env })).toEqual({ _tag: 'Left', left: 'spec.jbo: unknown field' })
  })

  test('N01 a field that another writer set is no change of the document; the document as it would be stored is taken as it is', () => {
    const spec = app(1)['spec'] as JsonObject
    const deployed = {
      ...app(1),
      metadata: { name: 'app', uid: 'u' },
      spec: { ...spec, taskManager: { ...spec['taskManager'] as object, replicas: 3 } },
    }
    expect(plan({ deployed, wanted: app(1), env })).toMatchObject({ _tag: 'Right', right: { impact: { _tag: 'None' } } })
    expect(plan({ deployed, wanted: app(1), env, isStored: true })).toMatchObject({
      _tag: 'Right',
      right: { diff: { changes: [{ path: 'taskManager.replicas', from: 3, to: null }] } },
    })
  })

  test('N02 leaving a stateful upgrade mode is a finding and a risk, though nothing is restarted', () => {
    const spec = app(1)['spec'] as JsonObject
    const stateless = { ...app(1), spec: { ...spec, job: { ...spec['job'] as object, upgradeMode: 'stateless' } } }
    expect(plan({ deployed: app(1), wanted: stateless, env })).toMatchObject({
      _tag: 'Right',
      right: {
        diff: { type: 'IGNORE', changes: [{ path: 'job.upgradeMode', from: 'savepoint', to: 'stateless' }] },
        impact: { _tag: 'Risky', why: 'upgradeMode changes from savepoint to stateless: the next upgrade starts the job from empty state' },
        findings: [{ severity: 'Advice', field: 'job.upgradeMode' }],
      },
    })
  })

  test('with facts nothing is assumed: what was not looked at is asked for', () => {
    const planned = plan({ deployed: app(1), wanted: app(2), env, facts: {} })
    expect(planned).toMatchObject({ _tag: 'Right', right: { rounds: [{ actions: [{ _tag: 'Look' }] }] } })
  })

  test.each<[JsonObject, string]>([
    [{ ...app(1), kind: 'Deployment' }, 'kind: found "Deployment", expected one of FlinkDeployment, '],
    [{}, 'kind: found null, expected one of FlinkDeployment, '],
    [{ ...app(1), kind: 'FlinkStateSnapshot' }, 'kind: a FlinkStateSnapshot of "flink.apache.org/v1beta1" refers to another resource'],
  ])('a document that can not be planned is told by its field: %j', (wanted, text) => {
    const planned = plan({ deployed: null, wanted, env })
    expect(planned._tag === 'Left' ? planned.left : '').toContain(text)
  })
})
