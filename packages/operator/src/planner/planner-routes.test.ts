import { connect } from 'node:net'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEnv } from '@flink-operator/core'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpServer } from '../server/http-server.ts'
import { startServer } from '../server/server.ts'
import type { LiveSources } from './live-resources.ts'
import { shownToAll } from './live-rights.ts'
import { plannerOf } from './planner-routes.ts'
import { startPlannerServer } from './planner-server.ts'

const secret = 'hunter2-of-the-bucket'
const resource = (kind: string, name: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind,
  metadata: { name, namespace: 'jobs', managedFields: [{ manager: 'kubectl' }] },
  spec,
})
const app = resource('FlinkDeployment', 'app', {
  restartNonce: '9223372036854775807',
  flinkConfiguration: { 's3.secret-key': secret, 'parallelism.default': '2' },
})
const there: Readonly<Record<string, JsonObject>> = {
  'FlinkDeployment app': {
    ...app,
    status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: app['spec'] }) } },
  },
  'FlinkDeployment session': resource('FlinkDeployment', 'session', {}),
  'FlinkDeployment unwatched': resource('FlinkDeployment', 'unwatched', {}),
  'FlinkSessionJob counts': {
    ...resource('FlinkSessionJob', 'counts', { deploymentName: 'refused' }),
    status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: { deploymentName: 'session' } }) } },
  },
}
const notFound: AdapterError = { _tag: 'NotFound', message: 'gone', httpStatus: 404, applied: 'No' } as AdapterError

const sources: LiveSources = {
  keys: kind =>
    kind === 'FlinkDeployment' ? ['session', 'gone', 'app'].map(name => ({ namespace: 'jobs', name }))
      : kind === 'FlinkSessionJob' ? [{ namespace: 'jobs', name: 'counts' }] : [],
  read: async ({ kind, name }) => {
    const found = there[`${kind} ${name}`]
    return found === undefined ? E.left(notFound) : E.right(found)
  },
  settings: () => makeEnv({ now: 0, configuration: { 's3.access-key': secret, 'parallelism.default': '3' } }),
  observed: (kind, { name }) =>
    kind === 'FlinkDeployment' && name === 'app'
      ? {
        at: 1_000,
        resourceVersion: '7',
        facts: {
          jobs: { source: 'live', asOf: 1_000, _tag: 'Unknown', reason: 'Unreachable', message: `no route with password=${secret}` },
        },
      } : null,
  now: () => 13_000,
  fleet: null,
}

const page = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'planner-'))
  mkdirSync(join(folder, 'planner'))
  for (const name of ['live.html', 'planner.js', 'planner.css', 'fleet.html', 'fleet.js', 'autoscaler.html', 'autoscaler.js'])
    writeFileSync(join(folder, 'planner', name), `the ${name}`)
  return folder
}

const closing: Pick<HttpServer, 'close'>[] = []
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close()
})
const serving = async (): Promise<string> => {
  const planner = plannerOf(page())
  if (E.isLeft(planner)) throw new Error(planner.left)
  const started = await startPlannerServer({
    port: 0,
    address: '127.0.0.1',
    hosts: ['planner.example.com'],
    planner: planner.right,
    shownTo: async () => E.right(shownToAll(sources)),
  })
  if (E.isLeft(started)) throw new Error(started.left)
  closing.push(started.right)
  return `http://127.0.0.1:${started.right.port}`
}

/** The answer to a request as it is written, its status line and headers before its body. */
const raw = async (base: string, text: string): Promise<string> => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.end(text)
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

describe('S12 who asks', () => {
  const get = (target: string, ...headers: readonly string[]) =>
    [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
  test.each([
    ['/planner/live/resources', ['Host: localhost:8086'], 200],
    ['/planner/live/resources', ['Host: planner.example.com'], 200],
    ['/planner/live/resources', ['Host: evil.example:8086'], 421],
    ['/planner/live/resource?kind=FlinkDeployment&namespace=jobs&name=app', ['Host: evil.example'], 421],
    ['/planner/live/observed?kind=FlinkDeployment&namespace=jobs&name=app', ['Host: evil.example'], 421],
    ['/planner/live/configuration', ['Host: evil.example'], 421],
    ['/planner/', ['Host: evil.example'], 421],
    ['/planner/planner.js', ['Host: evil.example'], 421],
    ['/planner', ['Host: evil.example'], 421],
    ['/', ['Host: evil.example'], 421],
    ['/nothing', ['Host: evil.example'], 421],
    ['http://evil.example/planner/live/resources', ['Host: localhost'], 400],
    ['/planner/live/resources', [], 400],
    ['/planner/live/resources', ['Host: localhost', 'Origin: https://evil.example'], 403],
    ['/planner/live/resources', ['Host: localhost', 'Sec-Fetch-Site: cross-site'], 403],
    ['/planner/planner.js', ['Host: localhost', 'Sec-Fetch-Site: same-site'], 403],
  ])('%s %o: %i', async (target, headers, status) => {
    const answer = await raw(await serving(), get(target, ...headers))
    expect(answer.split('\r\n')[0]).toContain(` ${status} `)
    if (status !== 200) expect(answer).not.toContain('app')
  })

  test('no answer may be read, framed or taken in by a page of another origin', async () => {
    const base = await serving()
    for (const path of ['/planner/', '/planner/planner.js', '/planner/live/resources', '/planner/live/configuration', '/nothing']) {
      const { headers } = await fetch(`${base}${path}`)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('the planner page, served', () => {
  test('its files, each of its type; nobody may frame it', async () => {
    const base = await serving()
    const answer = await fetch(`${base}/planner`)
    expect(await answer.text()).toBe('the live.html')
    expect(answer.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
    expect((await fetch(`${base}/planner/planner.js`)).headers.get('content-type')).toContain('javascript')
    const beside = await fetch(`${base}/planner/autoscaler.html`)
    expect([beside.status, await beside.text()]).toEqual([200, 'the autoscaler.html'])
    expect(beside.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
    expect((await fetch(`${base}/planner/../../etc/passwd`)).status).toBe(404)
    expect((await fetch(`${base}/planner/constructor`)).status).toBe(404)
  })

  test('S12 the port of health and metrics has nothing of it', async () => {
    const started = await startServer({
      port: 0,
      unhealthy: () => null,
      notReady: () => null,
      remarks: () => [],
      metrics: async () => '',
      metricsType: 'text/plain',
    })
    if (E.isLeft(started)) throw new Error(started.left)
    closing.push(started.right)
    for (const path of ['/planner/', '/planner/live/resources', '/planner/live/configuration'])
      expect((await fetch(`http://127.0.0.1:${started.right.port}${path}`)).status).toBe(404)
  })

  test('its own port has nothing else', async () => {
    const base = await serving()
    for (const path of ['/metrics', '/healthz', '/readyz', '/x', '//evil/planner/live/resources', '/planner/live'])
      expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, 404])
    expect((await fetch(base)).url).toBe(`${base}/planner/`)
  })

  test('it is read-only', async () => {
    const base = await serving()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await fetch(`${base}/planner/live/resources`, { method })).status).toBe(405)
  })

  test('the resources that are watched, by name', async () => {
    const listed = await (await fetch(`${await serving()}/planner/live/resources`)).json()
    expect(listed).toEqual([
      ...['app', 'gone', 'session'].map(name => ({ kind: 'FlinkDeployment', namespace: 'jobs', name })),
      { kind: 'FlinkSessionJob', namespace: 'jobs', name: 'counts' },
    ])
  })

  const ask = async (query: string) => fetch(`${await serving()}/planner/live/resource?${query}`)

  test('P23 one of them, without its secrets, wherever they stand', async () => {
    const text = await (await ask('kind=FlinkDeployment&namespace=jobs&name=app')).text()
    expect(text).not.toContain(secret)
    expect(text).not.toContain('managedFields')
    expect(JSON.parse(text)).toMatchObject([{ spec: { flinkConfiguration: { 'parallelism.default': '2', 's3.secret-key': '(hidden)' } } }])
  })

  test('U03 a number beyond 2^53, which is read as text, is a number again', async () => {
    expect(await (await ask('kind=FlinkDeployment&namespace=jobs&name=app')).text()).toContain('"restartNonce":9223372036854775807')
  })

  test('a session job comes with the cluster that it was submitted to, whatever its spec names since', async () => {
    const answer = await (await ask('kind=FlinkSessionJob&namespace=jobs&name=counts')).json()
    expect(answer).toMatchObject([{ kind: 'FlinkSessionJob' }, { kind: 'FlinkDeployment', metadata: { name: 'session' } }])
  })

  test.each([
    'kind=FlinkDeployment&namespace=jobs&name=unwatched',
    'kind=FlinkDeployment&namespace=other&name=app',
    'kind=FlinkDeployment&namespace=jobs&name=gone',
    'kind=Secret&namespace=jobs&name=app',
    '',
  ])('what is not watched is not told: %s', async query => {
    expect((await ask(query)).status).toBe(404)
  })

  const seen = async (query: string) => (await fetch(`${await serving()}/planner/live/observed?${query}`)).text()

  test('P23 what the last round saw of one, and how long ago; without secrets', async () => {
    const text = await seen('kind=FlinkDeployment&namespace=jobs&name=app')
    expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({ at: 1_000, age: 12_000, resourceVersion: '7', facts: { jobs: { _tag: 'Unknown' } } })
  })

  test.each([
    ['it had no round here', 'kind=FlinkDeployment&namespace=jobs&name=session'],
    ['it is gone', 'kind=FlinkDeployment&namespace=jobs&name=gone'],
    ['it is not watched', 'kind=FlinkDeployment&namespace=jobs&name=unwatched'],
    ['nobody says which', ''],
  ])('nothing was seen: %s', async (_why, query) => {
    expect(await seen(query)).toBe('null')
  })

  test('P23 the configuration, without secrets', async () => {
    const text = await (await fetch(`${await serving()}/planner/live/configuration`)).text()
    expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({ 'parallelism.default': '3' })
  })
})

test('a page that was not built is told in a line', () => {
  expect(plannerOf(mkdtempSync(join(tmpdir(), 'planner-')))).toEqual(
    E.left('the planner page does not exist: build it with npm run planner'),
  )
})
