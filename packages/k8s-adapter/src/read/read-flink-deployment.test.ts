import type { Fact } from '@flink-operator/core'
import type { FlinkDeploymentView } from '@flink-operator/core/fact'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { listFlinkDeployments, readFlinkDeployment } from './read-flink-deployment.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const start = async (answer: (call: Call) => void) => {
  const server = await scriptedApiServer(answer)
  open.push(server.close)
  const clock = fakeClock(5000)
  return { server, clock, http: server.http({ clock }) }
}

const one = async (answer: (call: Call) => void) => {
  const { server, clock, http } = await start(answer)
  const fact: Promise<Fact<FlinkDeploymentView>> = readFlinkDeployment(http, clock)({
    _tag: 'ReadFlinkDeployment',
    namespace: 'ns',
    name: 'app',
  })()
  return { server, clock, fact }
}

const all = async (answer: (call: Call) => void) => {
  const { server, clock, http } = await start(answer)
  const fact: Promise<Fact<readonly FlinkDeploymentView[]>> = listFlinkDeployments(http, clock)({
    _tag: 'ListFlinkDeployments',
    namespace: 'ns',
  })()
  return { server, clock, fact }
}

const deployment = (
  name: string,
  job: object = {},
  status: object = { jobStatus: { state: 'RUNNING', jobId: 'a'.repeat(32) }, lifecycleState: 'STABLE' },
) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name, namespace: 'ns', uid: `uid-${name}`, generation: 3, resourceVersion: '7', creationTimestamp: '2026-01-31T12:00:00Z' },
  spec: { image: 'flink:1.20', flinkVersion: 'v1_20', job: { jarURI: 'local:///x.jar', parallelism: 2, upgradeMode: 'savepoint', ...job } },
  status,
})

const answer = (body: unknown) => (call: Call) => call.json(200, body)
const refuse = (code: number, reason: string, details = {}) => (call: Call) => call.json(code, statusObject(code, reason, 'no', details))
const notServed = (call: Call) => {
  call.response.writeHead(404)
  call.response.end('404 page not found')
}
const cut = (call: Call) => call.response.destroy()

/** What never proves that something is not there. */
const unseen = [
  ['a 404 of a path that nobody serves: the CRD is missing', notServed, { reason: 'Undecodable' }],
  ['a 404 that names no object', refuse(404, 'NotFound'), { reason: 'Undecodable' }],
  ['403', refuse(403, 'Forbidden'), { reason: 'Forbidden', message: 'no' }],
  ['401', refuse(401, 'Unauthorized'), { reason: 'Forbidden' }],
  ['410', refuse(410, 'Expired'), { reason: 'Undecodable' }],
  ['429', refuse(429, 'TooManyRequests'), { reason: 'NotReady' }],
  ['500', refuse(500, 'InternalError'), { reason: 'NotReady', message: 'no' }],
  ['503', refuse(503, 'ServiceUnavailable'), { reason: 'NotReady' }],
  ['504', refuse(504, 'Timeout'), { reason: 'Timeout' }],
  ['a broken connection', cut, { reason: 'Unreachable' }],
] as const

describe('one FlinkDeployment, as a snapshot of its job reads it', () => {
  test('its spec, status and metadata, live and as of when it was asked', async () => {
    const { server, fact } = await one(answer(deployment('app')))
    expect(await fact).toMatchObject({
      _tag: 'Known',
      source: 'live',
      asOf: 5000,
      value: {
        meta: { namespace: 'ns', name: 'app', uid: 'uid-app', generation: 3, resourceVersion: '7', deletionTimestamp: null },
        spec: { job: { parallelism: 2, upgradeMode: 'savepoint' } },
        status: { jobStatus: { state: 'RUNNING', jobId: 'a'.repeat(32) }, operation: null },
      },
    })
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /apis/flink.apache.org/v1beta1/namespaces/ns/flinkdeployments/app',
    ])
  })

  test('one that no operator has touched yet has the status of the beginning', async () => {
    const { status: _, ...untouched } = deployment('app')
    expect(await (await one(answer(untouched))).fact).toMatchObject({
      _tag: 'Known',
      value: { status: { lifecycleState: 'CREATED', jobStatus: { state: null }, operation: null } },
    })
  })

  test('only its own 404 is its absence, and live', async () => {
    expect(await (await one(refuse(404, 'NotFound', { name: 'app' }))).fact).toEqual({ _tag: 'Absent', source: 'live', asOf: 5000 })
  })

  test.each(unseen)('P14 unknown, never absent: %s', async (_title, given, want) => {
    expect(await (await one(given)).fact).toMatchObject({ _tag: 'Unknown', source: 'live', asOf: 5000, ...want })
  })

  test('P14 unknown, never absent: no answer in time', async () => {
    const { server, clock, fact } = await one(() => undefined)
    await server.call(0)
    clock.advance(10_000)
    expect(await fact).toMatchObject({ _tag: 'Unknown', reason: 'Timeout', asOf: 5000 })
  })

  test.each([
    ['a field of the spec', deployment('app', { parallelism: 'many' }), /^spec\.job\.parallelism: expected .*found "many"/],
    [
      'the record of what is under way',
      deployment('app', {}, { operation: { kind: 'Other' } }),
      /^status\.operation\.kind: expected .*found "Other"/,
    ],
    ['an object that is none', {}, /^[a-zA-Z.]+: expected /],
  ])("P14 one that can't be decoded is unknown, and the field is named: %s", async (_title, body, message) => {
    expect(await (await one(answer(body))).fact).toMatchObject({
      _tag: 'Unknown',
      reason: 'Undecodable',
      message: expect.stringMatching(message),
    })
  })

  test('P14 an answer that is no JSON is unknown', async () => {
    expect(
      await (await one(call => {
        call.response.end('<html>')
      })).fact,
    ).toMatchObject({ _tag: 'Unknown', reason: 'Undecodable' })
  })
})

describe('all FlinkDeployments of a namespace: who needs a path?', () => {
  test('every one, of its namespace alone', async () => {
    const { server, fact } = await all(answer({ metadata: {}, items: [deployment('a'), deployment('b')] }))
    expect(await fact).toMatchObject({
      _tag: 'Known',
      source: 'live',
      asOf: 5000,
      value: [{ meta: { name: 'a' } }, { meta: { name: 'b' } }],
    })
    expect(server.calls.map(({ path }) => path)).toEqual(['/apis/flink.apache.org/v1beta1/namespaces/ns/flinkdeployments'])
  })

  test('none is known, too', async () => {
    expect(await (await all(answer({ metadata: {}, items: [] }))).fact).toMatchObject({ _tag: 'Known', value: [] })
  })

  test.each([...unseen, ['a 404 with a name', refuse(404, 'NotFound', { name: 'ns' }), {}]] as const)(
    'P04 P14 unknown, never absent nor empty: %s',
    async (_title, given, want) => {
      expect(await (await all(given)).fact).toMatchObject({ _tag: 'Unknown', source: 'live', ...want })
    },
  )

  test("P04 P14 one that can't be decoded makes the whole unknown: it may name any path", async () => {
    const { fact } = await all(answer({ metadata: {}, items: [deployment('a'), deployment('b', { upgradeMode: 'none' })] }))
    expect(await fact).toMatchObject({
      _tag: 'Unknown',
      reason: 'Undecodable',
      message: expect.stringMatching(/^spec\.job\.upgradeMode: /),
    })
  })

  test('P04 P14 a second page that is missing makes the whole unknown', async () => {
    const { fact } = await all(
      call => (call.query.has('continue') ? refuse(500, 'InternalError')(call)
        : call.json(200, { metadata: { continue: 'more' }, items: [deployment('a')] })),
    )
    expect(await fact).toMatchObject({ _tag: 'Unknown', reason: 'NotReady' })
  })
})
