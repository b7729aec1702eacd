import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { readAutoscalerState } from '../read/read-autoscaler-state.ts'
import { writeAutoscalerState } from './write-autoscaler-state.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const serverThat = async (answer: (call: Call) => void) => {
  const server = await scriptedApiServer(answer)
  open.push(server.close)
  return server
}
const refuse = (code: number, reason: string) => (call: Call) =>
  call.json(code, statusObject(code, reason, 'no', { name: 'autoscaler-app' }))

const owner = { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', namespace: 'ns', name: 'app', uid: 'u1' }
const write = {
  namespace: 'ns',
  name: 'autoscaler-app',
  owner,
  seen: null,
  data: { parallelismOverrides: 'a:1', scalingHistory: null },
  report: null,
  why: 'test',
}
const changed = { ...write, seen: { uid: 'u2', resourceVersion: '7' } }

describe('WriteAutoscalerState', () => {
  test('creates the ConfigMap of the reference, without keys that go away', async () => {
    const server = await serverThat(call => call.json(201, {}))
    expect(E.isRight(await writeAutoscalerState(server.http())(write)())).toBe(true)
    const [{ method, path, body }] = server.calls as unknown as readonly [{ method: string; path: string; body: string }]
    expect([method, path, JSON.parse(body)]).toEqual(['POST', '/api/v1/namespaces/ns/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'autoscaler-app',
        namespace: 'ns',
        labels: { component: 'autoscaler', app: 'app' },
        ownerReferences: [{ apiVersion: owner.apiVersion, kind: 'FlinkDeployment', name: 'app', uid: 'u1' }],
      },
      data: { parallelismOverrides: 'a:1' },
    }])
  })

  test('changes the keys that differ of the very one that was seen', async () => {
    const server = await serverThat(call => call.json(200, {}))
    expect(E.isRight(await writeAutoscalerState(server.http())(changed)())).toBe(true)
    const { method, path, headers, body } = server.calls[0]!
    expect([method, path, headers['content-type'], JSON.parse(body)]).toEqual([
      'PATCH',
      '/api/v1/namespaces/ns/configmaps/autoscaler-app',
      'application/merge-patch+json',
      {
        metadata: { resourceVersion: '7', labels: { component: 'autoscaler', app: 'app' } },
        data: { parallelismOverrides: 'a:1', scalingHistory: null },
      },
    ])
  })

  test.each(
    [
      ['somebody created it meanwhile', write, 409, 'AlreadyExists', 'Conflict'],
      ['somebody wrote it meanwhile', changed, 409, 'Conflict', 'Conflict'],
      ['somebody deleted it meanwhile', changed, 404, 'NotFound', 'Conflict'],
      ['it may not be written', changed, 403, 'Forbidden', 'Forbidden'],
      ['its namespace is gone', write, 404, 'NotFound', 'NotFound'],
      ['it is refused', changed, 422, 'Invalid', 'Invalid'],
    ] as const,
  )('%s: %#', async (_what, action, code, reason, tag) => {
    const server = await serverThat(refuse(code, reason))
    expect(await writeAutoscalerState(server.http())(action)()).toMatchObject({ left: { _tag: tag } })
  })
})

describe('ReadAutoscalerState', () => {
  const query = { _tag: 'ReadAutoscalerState', namespace: 'ns', name: 'autoscaler-app' } as const
  const clock = fakeClock(5_000)

  test('its texts, live', async () => {
    const server = await serverThat(call =>
      call.json(200, {
        metadata: {
          name: 'autoscaler-app',
          uid: 'u2',
          resourceVersion: '7',
          creationTimestamp: '2026-01-31T12:00:00Z',
          ownerReferences: [{ kind: 'FlinkDeployment', name: 'app', uid: 'u1' }],
        },
        data: { scalingHistory: 'x' },
      })
    )
    expect(await readAutoscalerState(server.http(), clock)(query)()).toMatchObject({
      _tag: 'Known',
      source: 'live',
      asOf: 5_000,
      value: { name: 'autoscaler-app', uid: 'u2', resourceVersion: '7', deleting: false, ownerUids: ['u1'], data: { scalingHistory: 'x' } },
    })
  })

  test.each([[404, 'NotFound', 'Absent'], [403, 'Forbidden', 'Unknown'], [503, 'ServiceUnavailable', 'Unknown']] as const)(
    'P14 %i %s is %s',
    async (code, reason, tag) => {
      const server = await serverThat(refuse(code, reason))
      expect(await readAutoscalerState(server.http(), clock)(query)()).toMatchObject({ _tag: tag })
    },
  )
})
