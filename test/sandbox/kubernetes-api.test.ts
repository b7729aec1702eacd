import { createHttp, listObjects, listWatch } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { aFlinkDeployment, aSandbox, deploymentsPath, onEnd, type Parsed, type TestSandbox, until } from './a-sandbox.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, rest: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...rest },
  data: { a: '1' },
})
const merge = 'application/merge-patch+json'

const owner = (object: Parsed, blockOwnerDeletion = true) => ({
  apiVersion: object.apiVersion,
  kind: object.kind,
  name: object.metadata.name,
  uid: object.metadata.uid,
  controller: true,
  blockOwnerDeletion,
})

/** Events of a watch as they come. */
const watching = async (sandbox: TestSandbox, path: string): Promise<Parsed[]> => {
  const abort = new AbortController()
  onEnd(async () => {
    abort.abort()
  })
  const answer = await fetch(`${sandbox.url}${path}`, { signal: abort.signal })
  const events: Parsed[] = []
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream() as Parsed) as unknown as AsyncIterable<string>) {
      text += chunk
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      events.push(...lines.map(line => JSON.parse(line)))
    }
    events.push({ type: 'END' })
  }
  read().catch(() => undefined)
  return events
}

const versionOf = async (sandbox: TestSandbox, path: string): Promise<string> =>
  (await sandbox.call('GET', path)).body.metadata.resourceVersion

describe('writes', () => {
  test('a create fills the metadata in; the name is taken afterwards', async () => {
    const sandbox = await aSandbox()
    const { status, body } = await sandbox.call('POST', deploymentsPath, {
      ...aFlinkDeployment('app'),
      status: { lifecycleState: 'STABLE' },
    })
    expect(status).toBe(201)
    expect(body.metadata).toMatchObject({
      name: 'app',
      namespace: 'default',
      generation: 1,
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      creationTimestamp: expect.stringMatching(/Z$/),
    })
    expect(body.status).toBeUndefined()
    expect(await sandbox.call('POST', deploymentsPath, aFlinkDeployment('app'))).toMatchObject({
      status: 409,
      body: { reason: 'AlreadyExists', details: { name: 'app', group: 'flink.apache.org', kind: 'flinkdeployments' } },
    })
  })

  test('F22 server-side apply tells of fields that somebody else set, and takes them only where it is forced; never another object than was seen', async () => {
    const sandbox = await aSandbox()
    const { body: { metadata: { uid } } } = await sandbox.call('POST', configMaps, configMap('a'))
    const apply = (
      manager: string,
      data: Readonly<Record<string, string>>,
      { force = false, ...metadata }: { readonly force?: boolean; readonly uid?: string } = {},
    ) =>
      sandbox.call('PATCH', `${configMaps}/a?fieldManager=${manager}&force=${force}`, {
        ...configMap('a'),
        metadata: { name: 'a', ...metadata },
        data,
      }, 'application/apply-patch+yaml')
    const conflict = {
      status: 409,
      body: { reason: 'Conflict', details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.a' }] } },
    }
    expect(await apply('one', { a: '2' })).toMatchObject(conflict)
    expect(await apply('one', { a: '2' }, { force: true, uid })).toMatchObject({ status: 200, body: { data: { a: '2' } } })
    expect(await apply('one', { a: '3' })).toMatchObject({ status: 200, body: { data: { a: '3' } } })
    expect(await apply('two', { a: '4' })).toMatchObject(conflict)
    expect(await apply('two', { a: '3', b: '1' })).toMatchObject({ status: 200, body: { data: { a: '3', b: '1' } } })
    expect(await apply('one', { a: '5' })).toMatchObject(conflict)
    expect(await apply('one', { a: '5' }, { force: true, uid: 'another' })).toMatchObject({ status: 422, body: { reason: 'Invalid' } })
    await sandbox.call('DELETE', `${configMaps}/a`)
    expect(await apply('one', { a: '5' }, { force: true, uid })).toMatchObject({ status: 409, body: { reason: 'Conflict' } })
    expect((await sandbox.call('GET', `${configMaps}/a`)).status).toBe(404)
  })

  test('a stale resourceVersion is a conflict, another uid refused, for PUT and PATCH', async () => {
    const sandbox = await aSandbox()
    const { body: first } = await sandbox.call('POST', configMaps, configMap('a'))
    expect((await sandbox.call('PUT', `${configMaps}/a`, { ...first, data: { a: '2' } })).status).toBe(200)
    expect(await sandbox.call('PUT', `${configMaps}/a`, { ...first, data: { a: '3' } })).toMatchObject({
      status: 409,
      body: { reason: 'Conflict' },
    })
    expect(
      (await sandbox.call(
        'PATCH',
        `${configMaps}/a`,
        { metadata: { resourceVersion: first.metadata.resourceVersion }, data: { a: '3' } },
        merge,
      )).status,
    ).toBe(409)
    expect(await sandbox.call('PATCH', `${configMaps}/a`, { metadata: { uid: 'another' }, data: { a: '3' } }, merge)).toMatchObject({
      status: 422,
      body: { reason: 'Invalid' },
    })
    expect((await sandbox.call('DELETE', `${configMaps}/a`, { preconditions: { uid: 'another' } })).status).toBe(409)
    expect((await sandbox.call('GET', `${configMaps}/a`)).body.data).toEqual({ a: '2' })
  })

  test('a write that changes nothing keeps the version', async () => {
    const sandbox = await aSandbox()
    const { body } = await sandbox.call('POST', configMaps, configMap('a'))
    expect((await sandbox.call('PUT', `${configMaps}/a`, body)).body.metadata.resourceVersion).toBe(body.metadata.resourceVersion)
  })

  test('spec and status are written apart; only the spec counts the generation', async () => {
    const sandbox = await aSandbox()
    const { body } = await sandbox.call('POST', deploymentsPath, aFlinkDeployment('app'))
    const status = await sandbox.call('PUT', `${deploymentsPath}/app/status`, {
      ...body,
      spec: {},
      status: { lifecycleState: 'STABLE', unknown: { a: 1 } },
    })
    expect(status.body).toMatchObject({ spec: { image: 'flink:1.20' }, status: { lifecycleState: 'STABLE' }, metadata: { generation: 1 } })
    const spec = await sandbox.call(
      'PATCH',
      `${deploymentsPath}/app`,
      { spec: { image: 'other' }, status: { lifecycleState: 'FAILED' } },
      merge,
    )
    expect(spec.body).toMatchObject({ status: { lifecycleState: 'STABLE' }, metadata: { generation: 2 } })
  })

  test('unknown paths and names are told apart', async () => {
    const sandbox = await aSandbox()
    expect(await sandbox.call('GET', `${configMaps}/none`)).toMatchObject({
      status: 404,
      body: { reason: 'NotFound', details: { name: 'none', kind: 'configmaps' } },
    })
    const unknown = await sandbox.call('GET', '/apis/example.com/v1/things')
    expect(unknown).toMatchObject({ status: 404, body: { reason: 'NotFound' } })
    expect(unknown.body.details.name).toBeUndefined()
  })

  test('faults: a refused write did nothing, one whose answer is lost was done', async () => {
    const sandbox = await aSandbox()
    await sandbox.chaos('fail-writes', { count: 1 })
    expect((await sandbox.call('POST', configMaps, configMap('a'))).status).toBe(503)
    expect((await sandbox.call('GET', `${configMaps}/a`)).status).toBe(404)
    await sandbox.chaos('lose-answers', { count: 1 })
    await expect(sandbox.call('POST', configMaps, configMap('a'))).rejects.toThrow()
    expect((await sandbox.call('GET', `${configMaps}/a`)).status).toBe(200)
  })
})

describe('lists and watches', () => {
  const many = async (sandbox: TestSandbox, count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await sandbox.call('POST', configMaps, configMap(`m${i}`, { labels: { even: String(i % 2 === 0) } }))
  }

  test('pages with limit and continue; the token expires with the history', async () => {
    const sandbox = await aSandbox()
    await many(sandbox, 5)
    const first = (await sandbox.call('GET', `${configMaps}?limit=2`)).body
    expect(first.items).toHaveLength(2)
    expect(first.metadata.remainingItemCount).toBe(3)
    expect(E.isRight(await listObjects(sandbox.http)(configMaps, { limit: '2' })())).toBe(true)
    await sandbox.call('POST', configMaps, configMap('z'))
    await sandbox.chaos('compact')
    expect(await sandbox.call('GET', `${configMaps}?limit=2&continue=${first.metadata.continue}`)).toMatchObject({
      status: 410,
      body: { reason: 'Expired' },
    })
  })

  test('a watch goes on from a version, shows what enters and leaves its selector, and sends bookmarks', async () => {
    const sandbox = await aSandbox()
    await many(sandbox, 2)
    const from = await versionOf(sandbox, configMaps)
    const events = await watching(
      sandbox,
      `${configMaps}?watch=true&resourceVersion=${from}&labelSelector=even%3Dtrue&allowWatchBookmarks=true`,
    )
    await sandbox.call('PATCH', `${configMaps}/m1`, { metadata: { labels: { even: 'true' } } }, merge)
    await sandbox.call('PATCH', `${configMaps}/m0`, { data: { a: '2' } }, merge)
    await sandbox.call('PATCH', `${configMaps}/m0`, { metadata: { labels: { even: 'false' } } }, merge)
    await sandbox.call('DELETE', `${configMaps}/m1`)
    await until('a bookmark', () => events.some(({ type }) => type === 'BOOKMARK'))
    expect(events.filter(({ type }) => type !== 'BOOKMARK').map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      'ADDED m1',
      'MODIFIED m0',
      'DELETED m0',
      'DELETED m1',
    ])
    const resumed = await watching(
      sandbox,
      `${configMaps}?watch=true&resourceVersion=${events[0].object.metadata.resourceVersion}&labelSelector=even%3Dtrue`,
    )
    await until('what was missed', () => resumed.length === 3)
  })

  test('a watch from before the history is an ERROR with 410; timeoutSeconds ends it', async () => {
    const sandbox = await aSandbox()
    const from = await versionOf(sandbox, configMaps)
    await many(sandbox, 1)
    await sandbox.chaos('compact')
    const expired = await watching(sandbox, `${configMaps}?watch=true&resourceVersion=${from}`)
    await until('the error', () => expired.length > 0)
    expect(expired[0]).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } })
    const short = await watching(
      sandbox,
      `${configMaps}?watch=true&resourceVersion=${await versionOf(sandbox, configMaps)}&timeoutSeconds=1`,
    )
    await until('the end', () => short.some(({ type }) => type === 'END'))
  })

  test("the adapter's list-watch follows, over a compaction too", async () => {
    const sandbox = await aSandbox()
    const seen = new Map<string, unknown>()
    const http = createHttp({ credentials: sandbox.credentials })
    onEnd(http.close)
    const watch = listWatch({
      http,
      path: configMaps,
      watchTime: 500,
      backOff: { first: 10, longest: 50 },
      onEvent: (type, object: Parsed) => {
        if (type === 'deleted') seen.delete(object.metadata.name)
        else seen.set(object.metadata.name, object.data)
      },
    })
    onEnd(async () => watch.stop())
    await watch.synced
    await many(sandbox, 3)
    await until('three', () => seen.size === 3)
    await sandbox.chaos('compact')
    await sandbox.call('DELETE', `${configMaps}/m0`)
    await until('two', () => seen.size === 2)
  })
})

describe('deletion', () => {
  const withOwner = async (sandbox: TestSandbox, finalizers: readonly string[] = []) => {
    const { body: parent } = await sandbox.call('POST', configMaps, configMap('parent'))
    await sandbox.call('POST', configMaps, configMap('child', { ownerReferences: [owner(parent)], finalizers }))
  }
  const statusOf = async (sandbox: TestSandbox, name: string): Promise<number> =>
    (await sandbox.call('GET', `${configMaps}/${name}`)).status

  test('background: the owner goes at once, what it owned follows', async () => {
    const sandbox = await aSandbox()
    await withOwner(sandbox)
    await sandbox.call('DELETE', `${configMaps}/parent`)
    expect(await statusOf(sandbox, 'parent')).toBe(404)
    await until('the child to be gone', async () => await statusOf(sandbox, 'child') === 404)
  })

  test('foreground: the owner waits for what it owns', async () => {
    const sandbox = await aSandbox()
    await withOwner(sandbox, ['a.b/c'])
    const { body } = await sandbox.call('DELETE', `${configMaps}/parent`, { propagationPolicy: 'Foreground' })
    expect(body.metadata).toMatchObject({ finalizers: ['foregroundDeletion'], deletionTimestamp: expect.any(String) })
    await until('the child to be marked', async () => (await sandbox.call('GET', `${configMaps}/child`)).body.metadata.deletionTimestamp)
    expect(await statusOf(sandbox, 'parent')).toBe(200)
    await sandbox.call('PATCH', `${configMaps}/child`, { metadata: { finalizers: null } }, merge)
    await until('both to be gone', async () => await statusOf(sandbox, 'parent') === 404 && await statusOf(sandbox, 'child') === 404)
  })

  test('orphan: what it owned stays and forgets it', async () => {
    const sandbox = await aSandbox()
    await withOwner(sandbox)
    await sandbox.call('DELETE', `${configMaps}/parent`, { propagationPolicy: 'Orphan' })
    await until('the parent to be gone', async () => await statusOf(sandbox, 'parent') === 404)
    expect((await sandbox.call('GET', `${configMaps}/child`)).body.metadata.ownerReferences).toBeUndefined()
  })

  test('an object whose owner does not exist is collected', async () => {
    const sandbox = await aSandbox()
    await sandbox.call(
      'POST',
      configMaps,
      configMap('child', {
        ownerReferences: [
          owner({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', uid: '00000000-0000-4000-8000-000000000000' } }),
        ],
      }),
    )
    await until('the child to be gone', async () => await statusOf(sandbox, 'child') === 404)
  })

  test('finalizers hold it; none can be added any more', async () => {
    const sandbox = await aSandbox()
    await sandbox.call('POST', configMaps, configMap('a', { finalizers: ['x.y/z'] }))
    await sandbox.call('DELETE', `${configMaps}/a`)
    expect((await sandbox.call('PATCH', `${configMaps}/a`, { metadata: { finalizers: ['x.y/z', 'n.e/w'] } }, merge)).status).toBe(422)
    await sandbox.call('PATCH', `${configMaps}/a`, { metadata: { finalizers: [] } }, merge)
    expect(await statusOf(sandbox, 'a')).toBe(404)
  })

  test('a CRD goes after its objects', async () => {
    const sandbox = await aSandbox()
    await sandbox.call('POST', deploymentsPath, aFlinkDeployment('app'))
    await sandbox.call('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/flinkdeployments.flink.apache.org')
    await until('the path to be unknown', async () => (await sandbox.call('GET', deploymentsPath)).status === 404)
  })
})
