import type { JsonObject } from '@flink-operator/core'
import type { WriteAutoscalerState } from '@flink-operator/core/action'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { kindOf } from '@flink-operator/kinds'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { createAdapterPort } from './adapter-port.ts'

const resource = (version: string, change: JsonObject = {}): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'app', namespace: 'ns', uid: 'u1', resourceVersion: version, generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { image: 'flink:1.20', flinkVersion: 'v1_20', job: { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'savepoint' } },
  status: { ofAnotherVersion: 1, operatorRecord: {} },
  ...change,
})

test('P01 P15 what came of effects is written over an edit that came meanwhile: the round goes on with the edited resource, unknown fields stay', async () => {
  const edited = resource('8', { spec: { restartNonce: 1 } })
  const puts: JsonObject[] = []
  const send: Http['send'] = ({ method, body }) => {
    if (method === 'GET') return TE.right(edited)
    const put = JSON.parse(body ?? '') as { metadata: { resourceVersion: string }; status: JsonObject }
    puts.push(put)
    return put.metadata.resourceVersion === '8' ? TE.right(resource('9', { status: put.status }))
      : TE.left({ _tag: 'Conflict', message: 'modified', applied: 'No', httpStatus: 409, retryAfter: null })
  }
  const read = resource('7')
  const decoded = decodeFlinkDeployment(read)
  if (E.isLeft(decoded)) throw new Error('it decodes')
  const { meta, status } = decoded.right
  const port = createAdapterPort({ kubernetes: { send } as Http, flink: {} as never, clock: manualClock(0), kind: flinkDeploymentKind })
  const context = { meta: meta, resourceVersion: '7', resource: read, manifest: null, signal: new AbortController().signal }
  const write = { _tag: 'PersistStatus', status: { ...status, lifecycleState: 'DEPLOYED' }, reason: '' } as const
  expect(await port.perform(write, context)).toMatchObject(E.left({ _tag: 'Conflict' }))
  expect(await port.perform({ ...write, over: status }, context)).toMatchObject(
    E.right({
      written: {
        resourceVersion: '9',
        resource: { spec: { restartNonce: 1 }, metadata: { resourceVersion: '9' }, status: { lifecycleState: 'DEPLOYED' } },
      },
    }),
  )
  expect(puts.at(-1)).toMatchObject({ metadata: { resourceVersion: '8' }, status: { ofAnotherVersion: 1, lifecycleState: 'DEPLOYED' } })
})

test('api-and-config.md 1.1: nonces of 64 bits in a FlinkDeployment that another resource makes are the numbers that they are', async () => {
  const bodies: string[] = []
  const send: Http['send'] = ({ body }) => TE.fromIO(() => (bodies.push(body ?? ''), {}))
  const read = resource('7')
  const decoded = decodeFlinkDeployment(read)
  if (E.isLeft(decoded)) throw new Error('it decodes')
  const port = createAdapterPort({
    kubernetes: { send } as Http,
    flink: {} as never,
    clock: manualClock(0),
    kind: kindOf('FlinkBlueGreenDeployment'),
  })
  const manifest = resource('7', { spec: { restartNonce: '9007199254740993', job: { entryClass: '9007199254740993' } } })
  const context = { meta: decoded.right.meta, resourceVersion: '7', resource: read, manifest, signal: new AbortController().signal }
  const request = { _tag: 'FlinkDeploymentManifest' } as never
  for (const uid of [null, 'u1']) await port.perform({ _tag: 'ApplyObject', manifest: request, uid }, context)
  expect(bodies.map(body => /"restartNonce":[^,]*/u.exec(body)?.[0])).toEqual(Array(2).fill('"restartNonce":9007199254740993'))
  expect(bodies[0]).toContain('"entryClass":"9007199254740993"')
})

test('a scaling takes its room from the shared view once it is stored, and not if it could not be stored', async () => {
  const reserves = { taskManagersNow: 1, taskManagersAfter: 3, cpu: 1, memory: 1024 }
  const read = resource('7')
  const decoded = decodeFlinkDeployment(read)
  if (E.isLeft(decoded)) throw new Error('it decodes')
  const { meta } = decoded.right
  const write: WriteAutoscalerState = {
    _tag: 'WriteAutoscalerState',
    namespace: 'ns',
    name: 'autoscaler-app',
    owner: { apiVersion: meta.apiVersion, kind: meta.kind, namespace: 'ns', name: 'app', uid: meta.uid },
    seen: null,
    data: { parallelismOverrides: 'a:3' },
    report: null,
    reserves,
    why: '',
  }
  const reservedAfter = async (send: Http['send']): Promise<readonly unknown[]> => {
    const reserved: unknown[] = []
    const port = createAdapterPort({
      kubernetes: { send } as Http,
      flink: {} as never,
      clock: manualClock(0),
      capacity: { answer: (_, look) => look(), reserve: request => reserved.push(request) },
      kind: flinkDeploymentKind,
    })
    await port.perform(write, { meta, resourceVersion: '7', resource: read, manifest: null, signal: new AbortController().signal })
    return reserved
  }
  expect(await reservedAfter(() => TE.right({}))).toEqual([reserves])
  const conflict = { _tag: 'Conflict', message: 'modified', applied: 'No', httpStatus: 409, retryAfter: null } as const
  expect(await reservedAfter(() => TE.left(conflict))).toEqual([])
})
