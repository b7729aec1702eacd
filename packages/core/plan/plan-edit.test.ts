import { describe, expect, test } from 'vitest'
import { specJson } from '../fixtures/flink-deployment-resource.ts'
import { makeEnv } from '../src/make-env.ts'
import type { JsonObject } from '../src/resource/json.ts'
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
