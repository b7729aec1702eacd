import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Fact, JsonObject } from '@flink-operator/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCache } from './cache.ts'
import { systemClock } from './clock.ts'
import { checkCrd } from './crd-check.ts'
import { loadCredentials } from './credentials.ts'
import { applyObject } from './effect/apply-object.ts'
import { createObject } from './effect/create-object.ts'
import { deleteHaMetadata } from './effect/delete-ha-metadata.ts'
import { deleteObject } from './effect/delete-object.ts'
import { emitEvent } from './effect/emit-event.ts'
import { eventName } from './effect/event-name.ts'
import { addFinalizer, removeFinalizer } from './effect/finalizer.ts'
import { patchObject } from './effect/patch-object.ts'
import { persistStatus } from './effect/persist-status.ts'
import { pruneHaExecutionPlan } from './effect/prune-ha-execution-plan.ts'
import { createHttp, type Http } from './http.ts'
import { integerAt, objectAt, textAt } from './json-path.ts'
import { listWatch } from './list-watch.ts'
import { answerQuery } from './read/answer-query.ts'
import { readObject } from './read/read-object.ts'
import { watchEvent } from './watch-event.ts'

const { KUBECONFIG } = process.env
const title = KUBECONFIG === undefined ? 'a real API server (skipped: KUBECONFIG names none)' : 'a real API server'

/** Two throw-away kinds: one whose schema keeps the operator's record, one that drops it. */
const group = 'adapter-test.flink.apache.org'
const crd = (kind: string, status: JsonObject): JsonObject => {
  const plural = `${kind.toLowerCase()}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{
        name: 'v1beta1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['image'],
                properties: { image: { type: 'string' }, nonce: { type: 'integer', format: 'int64' } },
              },
              status: { type: 'object', properties: { error: { type: 'string', nullable: true }, old: { type: 'string' }, ...status } },
            },
          },
        },
      }],
    },
  }
}
const record: JsonObject = { type: 'object', nullable: true, 'x-kubernetes-preserve-unknown-fields': true }
const keeping = crd('Keeping', { operatorRecord: record, operation: record })
const dropping = crd('Dropping', {})
const apiVersion = `${group}/v1beta1`
const status = { error: null, operatorRecord: { attempts: 1, deployedAttempt: null }, operation: { id: 'x', suspended: null } }

const must = async <A>(call: TE.TaskEither<AdapterError, A>): Promise<A> => {
  const result = await call()
  if (E.isLeft(result)) throw new Error(`${result.left._tag}: ${result.left.message}`)
  return result.right
}
const failure = async (call: TE.TaskEither<AdapterError, unknown>): Promise<AdapterError | 'done'> => {
  const result = await call()
  return E.isLeft(result) ? result.left : 'done'
}

describe.skipIf(KUBECONFIG === undefined)(title, () => {
  const namespace = `adapter-test-${process.pid}-${Date.now().toString(36)}`
  let http: Http
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: JsonObject = {}) =>
    must(http.send({ method, path, body: JSON.stringify(body) }))
  const configMap = (name: string, data: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name, ...metadata },
    data,
  })
  const create = async (object: JsonObject) => {
    await must(createObject(http)(object))
    return read(textAt(object, 'apiVersion') ?? '', textAt(object, 'kind') ?? '', textAt(object, 'metadata', 'name') ?? '')
  }
  const read = async (type: string, kind: string, name: string) => {
    const object = await must(readObject(http)({ apiVersion: type, kind, namespace, name }))
    return {
      object,
      uid: textAt(object, 'metadata', 'uid') ?? '',
      resourceVersion: textAt(object, 'metadata', 'resourceVersion') ?? '',
      ref: { apiVersion: type, kind, namespace, name, uid: textAt(object, 'metadata', 'uid') ?? '' },
    }
  }

  beforeAll(async () => {
    const credentials = loadCredentials({ environment: process.env })
    if (E.isLeft(credentials)) throw new Error(credentials.left)
    http = createHttp({ credentials: credentials.right })
    await send('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    for (const definition of [keeping, dropping]) await must(createObject(http)(definition))
    for (const kind of ['Keeping', 'Dropping']) {
      await vi.waitFor(
        async () => expect(await checkCrd(http)({ group, version: 'v1beta1', kind, status: {} })()).toEqual({ _tag: 'Usable' }),
        { interval: 200 },
      )
      await vi.waitFor(
        () => must(http.send({ method: 'GET', path: `/apis/${apiVersion}/namespaces/${namespace}/${kind.toLowerCase()}s` })),
        { interval: 200 },
      )
    }
  }, 60_000)

  afterAll(async () => {
    await http.send({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` })()
    for (const kind of ['keepings', 'droppings'])
      await http.send({ method: 'DELETE', path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${kind}.${group}` })()
    await http.close()
  })

  describe('status', () => {
    const resource = async (kind: string, name: string) => {
      const { uid, resourceVersion } = await create({ apiVersion, kind, metadata: { namespace, name }, spec: { image: 'flink', nonce: 1 } })
      return { apiVersion, kind, namespace, name, uid, resourceVersion }
    }

    test('a PUT without spec replaces the status whole, keeps nulls and the spec, and answers the new resourceVersion', async () => {
      const own = await resource('Keeping', 'whole')
      const first = await must(persistStatus(http, own)({ ...status, old: 'gone with the next write' }))
      expect(first.resourceVersion).not.toBe(own.resourceVersion)
      const second = await must(persistStatus(http, { ...own, resourceVersion: first.resourceVersion })(status))
      expect(second.status).toEqual(status)
      expect((await read(apiVersion, 'Keeping', 'whole')).object).toMatchObject({
        spec: { image: 'flink', nonce: 1 },
        metadata: { generation: 1 },
        status,
      })
    })

    test('the same status again changes nothing: the resourceVersion stays', async () => {
      const own = await resource('Keeping', 'same')
      const { resourceVersion } = await must(persistStatus(http, own)(status))
      expect((await must(persistStatus(http, { ...own, resourceVersion })(status))).resourceVersion).toBe(resourceVersion)
    })

    test('a stale resourceVersion conflicts, so does another uid, and so does none', async () => {
      const own = await resource('Keeping', 'stale')
      await must(persistStatus(http, own)(status))
      expect(await failure(persistStatus(http, own)(status))).toMatchObject({ _tag: 'Conflict', applied: 'No', httpStatus: 409 })
      const { resourceVersion } = await read(apiVersion, 'Keeping', 'stale')
      expect(await failure(persistStatus(http, { ...own, resourceVersion, uid: '00000000-0000-0000-0000-000000000000' })(status)))
        .toMatchObject({ _tag: 'Conflict' })
      expect(await failure(persistStatus(http, { ...own, resourceVersion: '' })(status))).toMatchObject({ _tag: 'Invalid' })
    })

    test('a status that the schema refuses is Invalid; a resource that is gone NotFound; a CRD that drops the record Pruned', async () => {
      const own = await resource('Keeping', 'refused')
      expect(await failure(persistStatus(http, own)({ ...status, old: 7 }))).toMatchObject({ _tag: 'Invalid', httpStatus: 422 })
      expect(await failure(persistStatus(http, { ...own, name: 'nobody' })(status))).toMatchObject({ _tag: 'NotFound' })
      expect(await failure(persistStatus(http, await resource('Dropping', 'pruned'))(status))).toMatchObject({ _tag: 'Pruned' })
    })

    test('a resource too large to be stored is TooLarge, and surely not stored', async () => {
      const own = await resource('Keeping', 'large')
      const large = (bytes: number) => persistStatus(http, own)({ ...status, error: 'x'.repeat(bytes) })
      expect(await failure(large(2_000_000))).toMatchObject({ _tag: 'TooLarge', applied: 'No' })
      expect(await failure(large(4_000_000))).toMatchObject({ _tag: 'TooLarge', applied: 'No' })
      expect((await read(apiVersion, 'Keeping', 'large')).resourceVersion).toBe(own.resourceVersion)
    })

    test('finalizers: added and removed on exactly one resourceVersion', async () => {
      const own = { ...(await resource('Keeping', 'finalized')), finalizers: [] }
      const finalizer = `keepings.${group}/finalizer`
      const resourceVersion = await must(addFinalizer(http, own)({ finalizer }))
      expect(await failure(addFinalizer(http, own)({ finalizer: `other.${group}/finalizer` }))).toMatchObject({ _tag: 'Conflict' })
      await must(deleteObject(http)({ target: own, resourceVersion: null, propagation: 'Background' }))
      const deleting = await read(apiVersion, 'Keeping', 'finalized')
      expect(textAt(deleting.object, 'metadata', 'deletionTimestamp')).not.toBeNull()
      expect(await failure(removeFinalizer(http, { ...own, resourceVersion, finalizers: [finalizer] })({ finalizer }))).toMatchObject({
        _tag: 'Conflict',
      })
      const now = { ...own, resourceVersion: deleting.resourceVersion, finalizers: [finalizer] }
      await must(removeFinalizer(http, now)({ finalizer }))
      expect(await failure(readObject(http)(own))).toMatchObject({ _tag: 'NotFound' })
      expect(await must(removeFinalizer(http, now)({ finalizer }))).toBeNull()
    })
  })

  test('CRD check: usable, pruning, not installed', async () => {
    const question = { group, version: 'v1beta1', kind: 'Keeping', status }
    expect(await checkCrd(http)(question)()).toEqual({ _tag: 'Usable' })
    expect(await checkCrd(http)({ ...question, kind: 'Dropping' })()).toEqual({
      _tag: 'PrunesStatus',
      paths: ['operatorRecord', 'operation'],
    })
    expect(await checkCrd(http)({ ...question, kind: 'Missing' })()).toEqual({ _tag: 'NotInstalled' })
    expect(await checkCrd(http)({ ...question, version: 'v9' })()).toEqual({ _tag: 'VersionNotServed', served: ['v1beta1'] })
  })

  describe('objects', () => {
    const mark = (attempt: string) => ({ annotations: { 'flinkdeployment.flink.apache.org/attempt': attempt } })

    test('created once: the same attempt again is done, another one AlreadyExists', async () => {
      await create(configMap('once', {}, mark('1')))
      expect(await failure(createObject(http)(configMap('once', {}, mark('1'))))).toBe('done')
      expect(await failure(createObject(http)(configMap('once', {}, mark('2'))))).toMatchObject({ _tag: 'AlreadyExists' })
      expect(await failure(createObject(http)({ ...configMap('elsewhere'), metadata: { namespace: 'no-such-namespace', name: 'a' } })))
        .toMatchObject({ _tag: 'NotFound' })
    })

    test('applied twice it stays as it is, fields of others too', async () => {
      const manifest = configMap('applied', { ours: '1' })
      await must(applyObject(http)(manifest))
      const { ref } = await read('v1', 'ConfigMap', 'applied')
      await must(patchObject(http)({ target: ref, patch: { data: { theirs: '2' } } }))
      const { resourceVersion } = await read('v1', 'ConfigMap', 'applied')
      await must(applyObject(http)(manifest, ref.uid))
      const after = await read('v1', 'ConfigMap', 'applied')
      expect([after.resourceVersion, after.object['data']]).toEqual([resourceVersion, { ours: '1', theirs: '2' }])
    })

    test('B105 an apply over nothing only creates; what it applied is pruned by the next one, of exactly what was seen', async () => {
      const manifest = configMap('child', { ours: '1', gone: '1' }, { annotations: { hold: 'x' } })
      await must(applyObject(http)(manifest))
      const { uid, resourceVersion } = await read('v1', 'ConfigMap', 'child')
      for (const again of [manifest, configMap('child', { ours: '2' })])
        expect(await failure(applyObject(http)(again))).toMatchObject({ _tag: 'Conflict', applied: 'No', httpStatus: 409 })
      await must(applyObject(http)(configMap('child', { ours: '3' }), uid, resourceVersion))
      const { object } = await read('v1', 'ConfigMap', 'child')
      expect([object['data'], textAt(object, 'metadata', 'annotations', 'hold')]).toEqual([{ ours: '3' }, null])
      expect(await failure(applyObject(http)(configMap('child', { ours: '4' }), uid, resourceVersion))).toMatchObject({ _tag: 'Conflict' })
    })

    test('a patch for an object that was made anew conflicts', async () => {
      const { ref } = await create(configMap('patched'))
      await must(patchObject(http)({ target: ref, patch: { metadata: { labels: { a: 'b' } } } }))
      expect(
        await failure(patchObject(http)({ target: { ...ref, uid: '00000000-0000-0000-0000-000000000000' }, patch: { data: { a: 'b' } } })),
      ).toMatchObject({ _tag: 'Conflict' })
      expect((await read('v1', 'ConfigMap', 'patched')).object).toMatchObject({ metadata: { labels: { a: 'b' } } })
    })

    test('a deletion meant for an object that was made anew leaves the new one alone', async () => {
      const { ref } = await create(configMap('deleted'))
      const other = { ...ref, uid: '00000000-0000-0000-0000-000000000000' }
      expect(await failure(deleteObject(http)({ target: other, resourceVersion: null, propagation: 'Background' }))).toBe('done')
      expect((await read('v1', 'ConfigMap', 'deleted')).uid).toBe(ref.uid)
      expect(
        await failure(
          deleteHaMetadata(http)({ namespace, configMaps: [{ name: 'deleted', uid: ref.uid }, { name: 'never', uid: ref.uid }] }),
        ),
      ).toBe('done')
      expect(await failure(readObject(http)(ref))).toMatchObject({ _tag: 'NotFound' })
    })

    test('plan keys are pruned from exactly the version that was read', async () => {
      const { resourceVersion } = await create(configMap('ha', { 'jobGraph-1': 'x', 'executionPlan-2': 'y', 'checkpointID-1': 'z' }))
      const prune = (version: string) =>
        pruneHaExecutionPlan(http)({
          namespace,
          configMaps: [{ name: 'ha', resourceVersion: version, keys: ['jobGraph-1', 'executionPlan-2'] }],
        })
      expect(await failure(prune('1'))).toMatchObject({ _tag: 'Conflict', httpStatus: 422 })
      expect(await failure(prune(resourceVersion))).toBe('done')
      const pruned = await read('v1', 'ConfigMap', 'ha')
      expect(pruned.object['data']).toEqual({ 'checkpointID-1': 'z' })
      expect(await failure(prune(pruned.resourceVersion))).toMatchObject({ _tag: 'Conflict' })
    })

    test("an event is created under the reference operator's name, then counted up", async () => {
      const { ref, resourceVersion } = await create(configMap('eventful'))
      const about = { ...ref, namespace, resourceVersion }
      const event = {
        type: 'Normal',
        reason: 'Submit',
        message: 'Starting deployment',
        component: 'JobManagerDeployment',
        key: null,
        repeat: 'Count',
        annotations: {},
      } as const
      await must(emitEvent(http, systemClock, about)(event))
      await must(emitEvent(http, systemClock, about)({ ...event, annotations: { a: 'b' } }))
      await must(emitEvent(http, systemClock, about)({ ...event, repeat: 'Once' }))
      const { object } = await read('v1', 'Event', eventName(event, about))
      expect([integerAt(object, 'count'), objectAt(object, 'metadata', 'annotations')]).toEqual([2, { a: 'b' }])
    })
  })

  describe('reads', () => {
    const ask = (...[query]: Parameters<ReturnType<typeof answerQuery>>) =>
      answerQuery(http, systemClock)(query)() as Promise<Fact<unknown>>

    test('absent, empty, known; snapshots without a CRD are Absent', async () => {
      expect(await ask({ _tag: 'ReadDeployment', namespace, name: 'nobody' })).toMatchObject({ _tag: 'Absent', source: 'live' })
      expect(await ask({ _tag: 'ReadIngress', namespace, name: 'nobody' })).toMatchObject({ _tag: 'Absent' })
      expect(await ask({ _tag: 'ListServices', namespace, clusterId: 'app' })).toMatchObject({ _tag: 'Known', value: [] })
      await create(configMap('labelled', { k: 'v' }, { labels: { app: 'app', type: 'flink-native-kubernetes' } }))
      await create(configMap('autoscaler-app', {}, { labels: { app: 'app', type: 'flink-native-kubernetes', component: 'autoscaler' } }))
      expect(await ask({ _tag: 'ListConfigMaps', namespace, clusterId: 'app' })).toMatchObject({
        _tag: 'Known',
        value: [{ name: 'labelled', dataKeys: ['k'] }],
      })
      const snapshots = await must(http.send({ method: 'GET', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions' }))
      const installed = JSON.stringify(snapshots).includes('"flinkstatesnapshots.flink.apache.org"')
      expect(await ask({ _tag: 'ListStateSnapshots', namespace, job: { kind: 'FlinkDeployment', name: 'app' } })).toMatchObject({
        _tag: installed ? 'Known' : 'Absent',
      })
    })

    test('the FailedMount event of a pod is found by its uid', async () => {
      const pod = await create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { namespace, name: 'mounting', labels: { app: 'mounting' } },
        spec: { containers: [{ name: 'c', image: 'none' }], nodeSelector: { 'no-such': 'node' } },
      })
      const event = (name: string, reason: string, message: string): JsonObject => ({
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { namespace, name },
        reason,
        message,
        type: 'Warning',
        lastTimestamp: '2026-01-31T12:00:00Z',
        involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace, name: 'mounting', uid: pod.uid },
      })
      await create(event('one', 'FailedMount', 'configmap "x" not found'))
      await create(event('two', 'FailedScheduling', 'no node'))
      expect(await ask({ _tag: 'ListJobManagerPods', namespace, selector: { app: 'mounting' }, withMountEvents: true }))
        .toMatchObject({ value: [{ name: 'mounting', failedMount: 'configmap "x" not found' }] })
    })
  })

  describe('list-watch', () => {
    test('pages and changes, over many watches of one to two seconds each', async () => {
      for (let i = 0; i < 5; i += 1) await create(configMap(`watched-${i}`, { n: '0' }, { labels: { watched: 'yes' } }))
      const cache = createCache({ project: object => objectAt(object, 'data'), indexes: {} })
      const errors: string[] = []
      let watches = 0
      const counting: Http = {
        ...http,
        stream: request => {
          watches += 1
          return http.stream(request)
        },
      }
      const watch = listWatch({
        http: counting,
        path: `/api/v1/namespaces/${namespace}/configmaps`,
        labelSelector: 'watched=yes',
        onEvent: cache.onEvent,
        onError: message => errors.push(message),
        pageSize: 2,
        watchTime: 1000,
      })
      await watch.synced
      expect(cache.size()).toBe(5)
      const { ref } = await read('v1', 'ConfigMap', 'watched-0')
      for (let n = 1; n <= 3; n += 1) {
        await must(patchObject(http)({ target: ref, patch: { data: { n: String(n) } } }))
        const { resourceVersion } = await read('v1', 'ConfigMap', 'watched-0')
        expect(await cache.awaitResourceVersion(namespace, 'watched-0', resourceVersion, 10_000)).toBe(true)
        expect(cache.get(namespace, 'watched-0')?.view).toEqual({ n: String(n) })
        await vi.waitFor(() => expect(watches).toBeGreaterThan(n))
      }
      await must(deleteObject(http)({ target: ref, resourceVersion: null, propagation: 'Background' }))
      await vi.waitFor(() => expect(cache.get(namespace, 'watched-0')).toBeUndefined())
      expect([cache.size(), errors]).toEqual([4, []])
      watch.stop()
    })

    test('what the server says of a page token and of a resourceVersion that it can not serve', async () => {
      // Made by hand, of the server's own form, for the first revision of all.
      const token = Buffer.from('{"v":"meta.k8s.io/v1","rv":1,"start":"a"}').toString('base64url')
      expect(await failure(http.send({ method: 'GET', path: '/api/v1/configmaps', query: { limit: '1', continue: token } }))).toMatchObject(
        { httpStatus: 410 },
      )
      const stream = await must(
        http.stream({ path: `/apis/${apiVersion}/keepings`, query: { watch: 'true', resourceVersion: '1', timeoutSeconds: '5' } }),
      )
      const first = await stream.bytes[Symbol.asyncIterator]().next()
      stream.close()
      expect(watchEvent(Buffer.from(first.value as Uint8Array).toString().split('\n')[0] ?? '')).toMatchObject({ _tag: 'Expired' })
    })
  })

  describe('service accounts', () => {
    const withToken = (token: string): Http => {
      const credentials = loadCredentials({ environment: process.env })
      if (E.isLeft(credentials)) throw new Error(credentials.left)
      const session = () =>
        credentials.right.session().then(
          E.map(admin => ({ ...admin, cert: null, key: null, headers: { authorization: `Bearer ${token}` } })),
        )
      return createHttp({ credentials: { ...credentials.right, session } })
    }

    test('P14 without rights: Unknown Forbidden; with a wrong token: Unauthorized, and the token is not told', async () => {
      await send('POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'nobody' } })
      const answer = await send('POST', `/api/v1/namespaces/${namespace}/serviceaccounts/nobody/token`, {
        spec: { expirationSeconds: 600 },
      })
      const nobody = withToken(textAt(answer, 'status', 'token') ?? '')
      expect(await answerQuery(nobody, systemClock)({ _tag: 'ReadDeployment', namespace, name: 'app' })()).toMatchObject({
        _tag: 'Unknown',
        reason: 'Forbidden',
      })
      expect(await failure(createObject(nobody)(configMap('forbidden')))).toMatchObject({
        _tag: 'Forbidden',
        applied: 'No',
        httpStatus: 403,
      })
      const wrong = withToken('hush-hush-hush')
      const error = await failure(createObject(wrong)(configMap('forbidden')))
      expect(error).toMatchObject({ _tag: 'Unauthorized', httpStatus: 401 })
      expect(JSON.stringify(error)).not.toContain('hush')
      await Promise.all([nobody.close(), wrong.close()])
    })
  })
})
