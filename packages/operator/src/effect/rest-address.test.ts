import type { AdapterError, Json } from '@flink-operator/core'
import type { Http, HttpRequest, ServiceRoute } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { byResolution } from './rest-address.ts'
import type { RestResolution } from './rest-resolution.ts'

const endpoint = { namespace: 'ns', service: 'orders-rest', port: 8081, tls: false }
const labels = { app: 'orders', component: 'jobmanager', type: 'flink-native-kubernetes' }
const service = (spec: object = {}): Json => ({
  metadata: { name: 'orders-rest', namespace: 'ns', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { type: 'ClusterIP', clusterIP: '10.96.0.7', selector: labels, ports: [{ name: 'rest', port: 8081, targetPort: 8081 }], ...spec },
})
const pod = (podIP: string): Json => ({
  metadata: { name: 'orders-1', namespace: 'ns', uid: 'p', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', labels },
  status: { phase: 'Running', podIP, conditions: [{ type: 'Ready', status: 'True' }] },
})
const noService: AdapterError = { _tag: 'NotFound', message: 'no such Service', applied: 'No', httpStatus: 404, retryAfter: null }

/** An API server with one Service and the pods behind it. */
const bench = (resolution: RestResolution, stored: Json | null, watched: ServiceRoute | null = null) => {
  const asked: string[] = []
  const send = (request: HttpRequest) => () => {
    asked.push(`${request.method} ${request.path}`)
    if (request.path.endsWith('/pods'))
      return Promise.resolve(E.right({ metadata: { resourceVersion: '1' }, items: [pod('10.0.0.1')] }))
    return Promise.resolve(stored === null ? E.left(noService) : E.right(stored))
  }
  const clock = manualClock(1_000)
  const resolve = byResolution(resolution, { http: { send } as unknown as Http, clock, random: () => 0, watched: () => watched })
  return { asked, clock, resolve }
}

describe('S05: the Service is looked at before each call', () => {
  test.each<RestResolution>(['pods', 'dns', 'cluster-ip', 'http://base'])(
    '%s: one that leads elsewhere gets no request',
    async resolution => {
      for (const spec of [{ type: 'ExternalName', externalName: 'session-rest.victim.svc' }, { selector: {} }, { selector: { a: 'b' } }])
        await expect(bench(resolution, service(spec)).resolve(endpoint, 'POST')).rejects.toThrow('No request was sent to it')
    },
  )

  test('what changes something asks the server, though the watch may tell another story', async () => {
    const watched: ServiceRoute = { target: { type: 'ClusterIP', selector: labels, ports: [] }, pods: [] }
    const { resolve, asked } = bench('pods', service({ type: 'ExternalName' }), watched)
    await expect(resolve(endpoint, 'POST')).rejects.toThrow('its type is ExternalName')
    expect(asked).toContain('GET /api/v1/namespaces/ns/services/orders-rest')
  })

  test('what only reads costs no request where the watches tell', async () => {
    const target = { type: 'ClusterIP', selector: labels, ports: [{ port: 8081, targetPort: 9081 }] }
    const ready = {
      name: 'p',
      uid: 'p',
      creationTimestamp: 0,
      deleting: false,
      phase: 'Running',
      podIP: '10.0.0.9',
      containers: [],
      failedMount: null,
    }
    const conditions = [{ type: 'Ready', status: 'True', reason: '', message: '' }]
    const { resolve, asked } = bench('pods', null, { target, pods: [{ ...ready, conditions }] })
    expect(await resolve(endpoint, 'GET')).toEqual({ url: 'http://10.0.0.9:9081' })
    expect(await resolve({ ...endpoint, tls: true }, 'GET')).toEqual({ url: 'https://10.0.0.9:9081', serverName: 'orders-rest.ns' })
    expect(asked).toEqual([])
  })
})

describe('where the REST API answers', () => {
  test.each<readonly [RestResolution, string]>([
    ['pods', 'http://10.0.0.1:8081'],
    ['dns', 'http://orders-rest.ns:8081'],
    ['cluster-ip', 'http://10.96.0.7:8081'],
    ['http://base/', 'http://base/ns/orders-rest'],
  ])('%s: %s', async (resolution, url) => {
    expect(await bench(resolution, service()).resolve(endpoint, 'POST')).toMatchObject({ url })
  })

  test('calls that follow each other share what was read, for a second', async () => {
    const { resolve, asked, clock } = bench('pods', service())
    await resolve(endpoint, 'POST')
    await resolve(endpoint, 'PATCH')
    expect(asked).toHaveLength(2)
    await clock.advance(1_001)
    await resolve(endpoint, 'POST')
    expect(asked).toHaveLength(4)
  })

  test('no Service, and no ready pod: the reason is said', async () => {
    await expect(bench('pods', null).resolve(endpoint, 'GET')).rejects.toThrow('Service ns/orders-rest: no such Service')
    const none: ServiceRoute = { target: { type: 'ClusterIP', selector: labels, ports: [] }, pods: [] }
    await expect(bench('pods', null, none).resolve(endpoint, 'GET')).rejects.toThrow('Service ns/orders-rest has no ready pod yet')
  })
})
