import type { ConfigMapRequest } from '@flink-operator/high-availability'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, type ScriptedApiServer, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { configMapDriver } from './config-map-driver.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const asked = async (request: ConfigMapRequest, answer: (call: Call) => void, deadline?: number) => {
  const server = await scriptedApiServer(answer)
  open.push(server.close)
  const came = await configMapDriver(server.http(), { namespace: 'ns', ...(deadline === undefined ? {} : { deadline }) })(request)()
  return { came, server }
}

const ok = (body: unknown = {}, status = 200) => (call: Call) => call.json(status, body)
const refuse = (code: number, reason: string, message = 'no') => (call: Call) =>
  call.json(code, statusObject(code, reason, message, { name: 'map' }))
const sent = ({ calls: [call] }: ScriptedApiServer) => ({
  call: `${call!.method} ${call!.path}`,
  type: call!.headers['content-type'],
  body: JSON.parse(call!.body === '' ? 'null' : call!.body) as unknown,
  query: Object.fromEntries(call!.query),
})

const identity = { uid: 'u1', resourceVersion: '7' }
const stored = { kind: 'ConfigMap', metadata: { namespace: 'ns', name: 'map', ...identity, labels: { a: 'b' } }, data: { k: 'v' } }
const content = { name: 'map', ...identity, deleting: false, labels: { a: 'b' }, annotations: {}, data: { k: 'v' } }

const get: ConfigMapRequest = { _tag: 'Get', name: 'map' }
const create: ConfigMapRequest = { _tag: 'Create', name: 'map', labels: { a: 'b' }, annotations: {}, data: { k: 'v' } }
const update: ConfigMapRequest = { _tag: 'Update', name: 'map', ...identity, labels: {}, annotations: {}, data: { k: 'w', old: null } }
const remove: ConfigMapRequest = { _tag: 'Delete', name: 'map', ...identity }

describe('what is sent', () => {
  test.each<readonly [ConfigMapRequest, object]>([
    [get, { call: 'GET /api/v1/namespaces/ns/configmaps/map', type: undefined, body: null, query: {} }],
    [create, {
      call: 'POST /api/v1/namespaces/ns/configmaps',
      type: 'application/json',
      body: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { namespace: 'ns', name: 'map', labels: { a: 'b' }, annotations: {} },
        data: { k: 'v' },
      },
      query: { fieldManager: 'flink-operator' },
    }],
    [update, {
      call: 'PATCH /api/v1/namespaces/ns/configmaps/map',
      type: 'application/merge-patch+json',
      body: { metadata: identity, data: { k: 'w', old: null } },
      query: { fieldManager: 'flink-operator' },
    }],
    [remove, {
      call: 'DELETE /api/v1/namespaces/ns/configmaps/map',
      type: 'application/json',
      body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background', preconditions: identity },
      query: {},
    }],
  ])('law 1, %o: a write names the uid and the version as read; what is not named stays', async (request, want) => {
    const { server } = await asked(request, ok(stored))
    expect(sent(server)).toEqual(want)
  })

  test('law 1, a change of metadata alone leaves the data out of the patch', async () => {
    const { server } = await asked({ ...update, labels: { x: null }, annotations: { y: 'z' }, data: {} }, ok(stored))
    expect(sent(server).body).toEqual({ metadata: { ...identity, labels: { x: null }, annotations: { y: 'z' } } })
  })
})

describe('what came back', () => {
  test('a read: the ConfigMap with its values; being deleted is told', async () => {
    const { came } = await asked(get, ok(stored))
    expect(came).toEqual({ _tag: 'Got', configMap: content })
    const going = { ...stored, metadata: { ...stored.metadata, deletionTimestamp: '2026-01-31T12:00:00Z', annotations: { y: 'z' } } }
    expect((await asked(get, ok(going))).came).toEqual({
      _tag: 'Got',
      configMap: { ...content, deleting: true, annotations: { y: 'z' } },
    })
  })

  test('a write: as it is now; a deletion: nothing, or what a finalizer holds', async () => {
    expect((await asked(create, ok(stored, 201))).came).toEqual({ _tag: 'Written', configMap: content })
    expect((await asked(update, ok(stored))).came).toEqual({ _tag: 'Written', configMap: content })
    expect((await asked(remove, ok({ kind: 'Status', status: 'Success' }))).came).toEqual({ _tag: 'Written', configMap: null })
    expect((await asked(remove, ok(stored))).came).toEqual({ _tag: 'Written', configMap: content })
  })

  test.each<readonly [string, ConfigMapRequest, (call: Call) => void, object]>([
    ['none is there', get, refuse(404, 'NotFound'), { _tag: 'Got', configMap: null }],
    ['H40 a path that nobody serves proves no absence', get, call => call.json(404, 'page not found'), { _tag: 'Unknown' }],
    ['H40 a read that is not allowed', get, refuse(403, 'Forbidden'), { _tag: 'Unknown' }],
    ['H40 a read that fails', get, refuse(500, 'InternalError'), { _tag: 'Unknown' }],
    ['H40 an answer that is no ConfigMap', get, ok({ items: [] }), { _tag: 'Unknown' }],
    ['H15 another version', update, refuse(409, 'Conflict'), { _tag: 'Refused', why: 'Conflict' }],
    ['another version, of a deletion', remove, refuse(409, 'Conflict'), { _tag: 'Refused', why: 'Conflict' }],
    [
      'another object of the name',
      update,
      refuse(422, 'Invalid', 'ConfigMap "map" is invalid: metadata.uid: Invalid value: "u1": field is immutable'),
      { _tag: 'Refused', why: 'Conflict' },
    ],
    ['H01 created by another', create, refuse(409, 'AlreadyExists'), { _tag: 'Refused', why: 'AlreadyExists' }],
    ['H23 gone', update, refuse(404, 'NotFound'), { _tag: 'Refused', why: 'NotFound' }],
    ['not allowed', update, refuse(403, 'Forbidden'), { _tag: 'Refused', why: 'Forbidden' }],
    ['not valid', create, refuse(422, 'Invalid'), { _tag: 'Refused', why: 'Other' }],
    ['asked to wait', update, refuse(429, 'TooManyRequests'), { _tag: 'Refused', why: 'Other' }],
    ['H24 a write that the server gave up on', update, refuse(504, 'Timeout'), { _tag: 'Unknown' }],
    ['H24 a write that the server failed in', update, refuse(500, 'InternalError'), { _tag: 'Unknown' }],
    ['H24 a write whose connection broke', update, call => call.response.destroy(), { _tag: 'Unknown' }],
    ['H24 a write whose answer is no JSON', create, call => call.response.end('ok'), { _tag: 'Unknown' }],
    ['H24 a write whose answer shows no ConfigMap', update, ok({}), { _tag: 'Unknown' }],
  ])('%s', async (_title, request, answer, want) => {
    expect((await asked(request, answer)).came).toMatchObject(want)
  })

  test.each([
    ['data', 422, 'Invalid', 'ConfigMap "map" is invalid: []: Too long: may not be more than 1048576 bytes'],
    ['data, as older servers say it', 422, 'Invalid', 'ConfigMap "map" is invalid: []: Too long: must have at most 1048576 bytes'],
    ['annotations', 422, 'Invalid', 'ConfigMap "map" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes'],
    ['the request', 413, 'RequestEntityTooLarge', 'limit is 3145728'],
    ['the request, to etcd', 500, 'InternalError', 'etcdserver: request is too large'],
  ])('%s too large: refused, with what a person can do', async (_title, code, reason, message) => {
    const { came } = await asked(update, refuse(code, reason, message))
    expect(came).toMatchObject({ _tag: 'Refused', why: 'TooLarge' })
    expect(came).toHaveProperty('message', expect.stringContaining('at most 1 MiB: nothing was written; remove entries'))
  })

  test('nothing listens: a write surely was not done', async () => {
    const server = await scriptedApiServer()
    const driver = configMapDriver(server.http(), { namespace: 'ns' })
    await server.close()
    expect(await driver(update)()).toMatchObject({ _tag: 'Refused', why: 'Other' })
    expect(await driver(get)()).toMatchObject({ _tag: 'Unknown' })
  })

  test('H24 no answer within the deadline: the write may have been done', async () => {
    const server = await scriptedApiServer()
    open.push(server.close)
    const clock = fakeClock()
    const came = configMapDriver(server.http({ clock }), { namespace: 'ns', deadline: 3_000 })(update)()
    await server.call(0)
    clock.advance(3_000)
    expect(await came).toMatchObject({ _tag: 'Unknown', message: 'no answer from the API server within 3000 ms' })
  })
})
