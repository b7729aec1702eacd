import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { connect } from '../e2e/harness/api.ts'
import { installCrds } from '../e2e/harness/namespace.ts'
import { type Sandbox, startSandbox } from '@flink-operator/sandbox'
import { type Difference, expectAlike } from './declared-differences.ts'
import { type HttpAnswer, type HttpSide, httpSide, outcome } from './http-side.ts'
import { resourceManifest } from './resource-manifest.ts'
import type { Transcript } from './side.ts'

const { KUBECONFIG } = process.env
const title = KUBECONFIG === undefined ? "the sandbox's API and a real API server (skipped: KUBECONFIG names none)"
  : "the sandbox's API and a real API server answer alike"
const namespace = `conformance-http-${Date.now().toString(36)}`
const maps = `/api/v1/namespaces/${namespace}/configmaps`
const resources = `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkdeployments`
const otherUid = '11111111-1111-4111-8111-111111111111'

const map = (name: string, data: Readonly<Record<string, string>> = {}, metadata: Readonly<Record<string, unknown>> = {}) =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data }) as never

interface Chapter {
  readonly tell: (side: HttpSide) => Promise<Transcript>
  readonly differences?: readonly Difference[]
}

const chapters: Readonly<Record<string, Chapter>> = {
  'create and replace': {
    tell: async ({ call }) => {
      const created = await call('POST', maps, { body: map('one', { a: '1' }) })
      const again = await call('POST', maps, { body: map('one') })
      const replaced = await call('PUT', `${maps}/one`, {
        body: map('one', { a: '2' }, { resourceVersion: created.body.metadata.resourceVersion }),
      })
      return {
        created: outcome(created),
        again: [outcome(again), again.body.message],
        replaced: outcome(replaced),
        same: replaced.body.metadata.uid === created.body.metadata.uid,
        newVersion: replaced.body.metadata.resourceVersion !== created.body.metadata.resourceVersion,
        stale: outcome(
          await call('PUT', `${maps}/one`, { body: map('one', { a: '3' }, { resourceVersion: created.body.metadata.resourceVersion }) }),
        ),
        otherUid: outcome(await call('PUT', `${maps}/one`, { body: map('one', {}, { uid: otherUid }) })),
        otherName: outcome(await call('PUT', `${maps}/one`, { body: map('two') })),
        unchanged: (await call('PUT', `${maps}/one`, { body: map('one', { a: '2' }) })).body.metadata.resourceVersion
          === replaced.body.metadata.resourceVersion,
        missing: [outcome(await call('GET', `${maps}/nobody`)), (await call('GET', `${maps}/nobody`)).body.message],
        noNamespace: outcome(await call('POST', '/api/v1/namespaces/no-such-namespace/configmaps', { body: map('one') })),
        noJson: outcome(await call('POST', maps, { body: '{"kind":' })),
        badName: outcome(await call('POST', maps, { body: map('Not_A_Name') })),
        noName: outcome(await call('POST', maps, { body: map('') })),
        generated: (await call('POST', maps, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'gen-' } } })).body
          .metadata.name.startsWith('gen-'),
        unknownType: (await call('GET', '/apis/nobody.example/v1/things')).status,
      }
    },
    differences: [{ answer: 'otherName', real: '400 BadRequest', model: '422 Invalid', why: 'nobody renames by PUT' }],
  },
  patches: {
    tell: async ({ call }) => {
      const { body: before } = await call('POST', maps, { body: map('patched', { a: '1', b: '2' }) })
      const path = `${maps}/patched`
      const merge = (body: unknown) => call('PATCH', path, { type: 'merge-patch', body: body as never })
      const json = (body: unknown) => call('PATCH', path, { type: 'json-patch', body: body as never })
      const merged = await merge({ data: { a: null, c: '3' } })
      return {
        merged: [outcome(merged), merged.body.data],
        nothing: (await merge({ data: { c: '3' } })).body.metadata.resourceVersion === merged.body.metadata.resourceVersion,
        otherUid: outcome(await merge({ metadata: { uid: otherUid } })),
        stale: outcome(await merge({ metadata: { resourceVersion: before.metadata.resourceVersion }, data: { d: '4' } })),
        tested: outcome(await json([{ op: 'test', path: '/data/c', value: '3' }, { op: 'remove', path: '/data/b' }])),
        failedTest: outcome(await json([{ op: 'test', path: '/data/c', value: '4' }, { op: 'remove', path: '/data/c' }])),
        noSuchPath: outcome(await json([{ op: 'remove', path: '/data/nobody' }])),
        missing: outcome(await call('PATCH', `${maps}/nobody`, { type: 'merge-patch', body: { data: {} } })),
        badType: outcome(await merge({ data: 'text' })),
      }
    },
    differences: [
      {
        answer: 'badType',
        real: '422 Invalid',
        model: '200',
        why: 'the sandbox checks custom resources against their schema, built-in types not',
      },
    ],
  },
  'server-side apply': {
    tell: async ({ call }) => {
      const path = `${maps}/applied`
      const apply = (data: Readonly<Record<string, string>>, manager: string, force = false) =>
        call('PATCH', path, {
          type: 'apply-patch',
          query: { fieldManager: manager, ...(force ? { force: 'true' } : {}) },
          body: map('applied', data),
        })
      const first = await apply({ a: '1', b: '1' }, 'one')
      const same = await apply({ a: '1', b: '1' }, 'one')
      const conflict = await apply({ a: '2' }, 'two')
      const forced = await apply({ a: '2' }, 'two', true)
      const dropped = await apply({ a: '2' }, 'one', true)
      return {
        first: outcome(first),
        same: [outcome(same), same.body.metadata.resourceVersion === first.body.metadata.resourceVersion],
        conflict: outcome(conflict),
        forced: [outcome(forced), forced.body.data],
        dropped: [outcome(dropped), dropped.body.data],
        noManager: outcome(await call('PATCH', path, { type: 'apply-patch', body: map('applied', {}) })),
      }
    },
  },
  'server-side apply of what somebody else made': {
    tell: async ({ call }) => {
      const path = `${maps}/owned`
      const apply = (
        data: Readonly<Record<string, string>>,
        manager: string,
        { force = false, ...metadata }: { readonly force?: boolean; readonly uid?: string; readonly resourceVersion?: string } = {},
      ) =>
        call('PATCH', path, {
          type: 'apply-patch',
          query: { fieldManager: manager, ...(force ? { force: 'true' } : {}) },
          body: map('owned', data, metadata),
        })
      const fields = (
        answer: HttpAnswer,
      ) => [
        outcome(answer),
        ...(answer.body.details?.causes ?? []).map((it: { readonly reason: string; readonly field: string }) => `${it.reason} ${it.field}`),
      ]
      const data = async () => (await call('GET', path)).body.data
      const { body: { metadata: { uid, resourceVersion } } } = await call('POST', maps, { body: map('owned', { a: '1', b: '1' }) })
      const theirs = [fields(await apply({ a: '2', b: '2' }, 'one')), await data()]
      const alike = fields(await apply({ a: '1' }, 'one'))
      const beside = [fields(await apply({ a: '1', c: '1' }, 'one')), await data()]
      const edited = await call('PATCH', path, { type: 'merge-patch', body: { data: { c: '2' } } })
      const editedSince = [outcome(edited), fields(await apply({ a: '1', c: '3' }, 'one')), await data()]
      const forced = [fields(await apply({ a: '1', c: '3' }, 'one', { force: true, uid })), await data()]
      const takenOver = [
        fields(await apply({ c: '4' }, 'two', { force: true })),
        fields(await apply({ a: '1', c: '5' }, 'one')),
        await data(),
      ]
      const otherObject = [
        outcome(await apply({ c: '6' }, 'two', { uid: otherUid })),
        outcome(await apply({ c: '6' }, 'two', { uid: otherUid, force: true })),
        await data(),
      ]
      const stale = outcome(await apply({ c: '6' }, 'two', { force: true, resourceVersion }))
      await call('DELETE', path)
      const gone = [outcome(await apply({ c: '6' }, 'two', { force: true, uid })), outcome(await call('GET', path))]
      const anew = await call('POST', maps, { body: map('owned', { a: 'anew' }) })
      const recreated = [anew.body.metadata.uid === uid, outcome(await apply({ a: '6' }, 'two', { force: true, uid })), await data()]
      return { theirs, alike, beside, editedSince, forced, takenOver, otherObject, stale, gone, recreated }
    },
  },
  deletion: {
    tell: async ({ call }) => {
      const { body: { metadata } } = await call('POST', maps, { body: map('deleted') })
      const remove = (options: unknown) =>
        call('DELETE', `${maps}/deleted`, { body: { apiVersion: 'v1', kind: 'DeleteOptions', ...options as object } })
      const before = [
        outcome(await remove({ preconditions: { uid: otherUid } })),
        outcome(await remove({ preconditions: { resourceVersion: '1' } })),
        outcome(await remove({ preconditions: { uid: metadata.uid } })),
        outcome(await remove({})),
      ]
      const { body: { metadata: anew } } = await call('POST', maps, { body: map('deleted') })
      await call('PATCH', `${maps}/deleted`, { type: 'merge-patch', body: { data: { a: '1' } } })
      const current = (await call('GET', `${maps}/deleted`)).body.metadata.resourceVersion
      const recreated = [
        outcome(await remove({ preconditions: { uid: metadata.uid } })),
        outcome(await remove({ preconditions: { uid: metadata.uid, resourceVersion: current } })),
        outcome(await remove({ preconditions: { uid: anew.uid, resourceVersion: anew.resourceVersion } })),
        (await call('GET', `${maps}/deleted`)).body.metadata.uid === anew.uid,
        outcome(await remove({ preconditions: { uid: anew.uid, resourceVersion: current } })),
        outcome(await call('GET', `${maps}/deleted`)),
      ]
      await call('POST', maps, { body: map('held', {}, { finalizers: ['example.com/held'] }) })
      const held = await call('DELETE', `${maps}/held`)
      const still = (await call('GET', `${maps}/held`)).body.metadata
      const edited = await call('PATCH', `${maps}/held`, { type: 'merge-patch', body: { data: { a: '1' } } })
      const added = await call('PATCH', `${maps}/held`, {
        type: 'merge-patch',
        body: { metadata: { finalizers: ['example.com/held', 'example.com/more'] } },
      })
      const released = await call('PATCH', `${maps}/held`, { type: 'merge-patch', body: { metadata: { finalizers: null } } })
      return {
        before,
        recreated,
        held: outcome(held),
        still: [typeof still.deletionTimestamp, still.finalizers],
        edited: outcome(edited),
        added: outcome(added),
        released: outcome(released),
        gone: outcome(await call('GET', `${maps}/held`)),
      }
    },
  },
  'a custom resource with its status apart': {
    tell: async ({ call }) => {
      const manifest = resourceManifest(namespace)
      const path = `${resources}/app`
      const created = await call('POST', resources, { body: { ...manifest, status: { error: 'mine' } } })
      const merge = (body: unknown, sub = '') => call('PATCH', `${path}${sub}`, { type: 'merge-patch', body: body as never })
      const status = await merge({ status: { error: 'reported' }, spec: { image: 'other' } }, '/status')
      const spec = await merge({ status: { error: 'not told' }, spec: { image: 'other' } })
      const label = await merge({ metadata: { labels: { a: 'b' } } })
      const put = await call('PUT', `${path}/status`, { body: { ...label.body, status: { error: 'put', lifecycleState: 'STABLE' } } })
      const stale = await call('PUT', `${path}/status`, { body: { ...label.body, status: { error: 'stale' } } })
      const removed = await call('DELETE', path)
      return {
        created: [outcome(created), created.body.metadata.generation, created.body.status ?? null],
        status: [outcome(status), status.body.metadata.generation, status.body.status?.error, status.body.spec.image],
        spec: [outcome(spec), spec.body.metadata.generation, spec.body.status?.error],
        label: label.body.metadata.generation,
        put: [outcome(put), put.body.status?.error, put.body.metadata.generation],
        stale: outcome(stale),
        wrongType: outcome(
          await call('POST', resources, {
            body: { ...resourceManifest(namespace), metadata: { name: 'wrong' }, spec: { job: { parallelism: 'many' } } },
          }),
        ),
        wrongEnum: outcome(
          await call('POST', resources, {
            body: { ...resourceManifest(namespace), metadata: { name: 'wrong' }, spec: { flinkVersion: 'v9_9' } },
          }),
        ),
        unknownField: (await call('POST', resources, {
          body: { ...manifest, metadata: { name: 'pruned' }, nobody: 1, spec: { ...(manifest['spec'] as object), nobody: 1 } },
        })).body.spec.nobody ?? null,
        removed: outcome(removed),
        gone: outcome(await call('GET', path)),
      }
    },
  },
  'lists in pages': {
    tell: async ({ call }) => {
      for (const name of ['p1', 'p2', 'p3']) await call('POST', maps, { body: map(name, {}, { labels: { page: 'yes' } }) })
      const first = await call('GET', maps, { query: { labelSelector: 'page=yes', limit: '2' } })
      await call('POST', maps, { body: map('p4', {}, { labels: { page: 'yes' } }) })
      const second = await call('GET', maps, { query: { labelSelector: 'page=yes', limit: '2', continue: first.body.metadata.continue } })
      const names = (answer: typeof first) => answer.body.items?.map((it: { metadata: { name: string } }) => it.metadata.name)
      return {
        first: names(first),
        second: names(second),
        continued: typeof second.body.metadata.continue,
        badToken: outcome(await call('GET', maps, { query: { limit: '2', continue: 'nonsense' } })),
        field: names(await call('GET', maps, { query: { fieldSelector: 'metadata.name=p2' } })),
        notEqual: names(await call('GET', maps, { query: { labelSelector: 'page,page!=no' } })).length,
        badSelector: outcome(await call('GET', maps, { query: { labelSelector: 'a in' } })),
      }
    },
    differences: [{
      answer: 'second',
      real: ['p3'],
      model: ['p3', 'p4'],
      why: 'really, pages are of one version; the sandbox goes on from the last name',
    }],
  },
  'a watch that ends by its time limit: a bookmark before, from which the next one resumes without a gap': {
    tell: async ({ call, watch }) => {
      const { body: { metadata: { resourceVersion } } } = await call('GET', maps)
      await call('POST', maps, { body: map('bookmarked') })
      const fieldSelector = 'metadata.name=bookmarked'
      const watched = () =>
        watch(maps, { resourceVersion, fieldSelector, allowWatchBookmarks: 'true', timeoutSeconds: '10' }, () => false, 20_000)
      let first = await watched()
      // a real server may have none to send in so short a time: seen every second or third time
      for (let attempt = 1; attempt < 12 && !first.some(it => it.type === 'BOOKMARK'); attempt++) first = await watched()
      const bookmark = first.filter(it => it.type === 'BOOKMARK').at(-1)?.object
      await call('PATCH', `${maps}/bookmarked`, { type: 'merge-patch', body: { data: { a: '1' } } })
      const next = await watch(
        maps,
        { resourceVersion: bookmark?.metadata.resourceVersion ?? '', fieldSelector },
        events => events.length === 1,
      )
      return {
        first: [...new Set(first.map(it => it.type))],
        bookmark: [bookmark?.kind, bookmark?.apiVersion, Object.keys(bookmark?.data ?? {})],
        next: next.map(it => [it.type, it.object.data]),
      }
    },
  },
  'a watch: changes, selectors, bookmarks, and 410 for what is too old': {
    tell: async ({ call, watch }) => {
      const { body: { metadata: { resourceVersion } } } = await call('GET', maps)
      const path = `${maps}/watched`
      await call('POST', maps, { body: map('watched', {}, { labels: { seen: 'yes' } }) })
      await call('PATCH', path, { type: 'merge-patch', body: { data: { a: '1' } } })
      await call('PATCH', path, { type: 'merge-patch', body: { metadata: { labels: { seen: 'no' } } } })
      await call('PATCH', path, { type: 'merge-patch', body: { metadata: { labels: { seen: 'yes' } } } })
      await call('DELETE', path)
      const about = (events: Awaited<ReturnType<HttpSide['watch']>>) =>
        events.map(
          it => (it.type === 'ERROR' || it.type === 'REFUSED' ? `${it.type} ${it.object.code} ${it.object.reason}`
            : `${it.type} ${it.object.metadata.name ?? ''}`),
        )
      const all = await watch(maps, { resourceVersion, fieldSelector: 'metadata.name=watched' }, events => events.length === 5)
      const selected = await watch(maps, { resourceVersion, labelSelector: 'seen=yes' }, events => events.length === 5)
      const initial = await watch(maps, { labelSelector: 'page=yes', resourceVersion: '0' }, events => events.length === 4)
      const streamed = await watch(maps, {
        labelSelector: 'page=yes',
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: 'true',
      }, events => events.length === 5)
      return {
        all: about(all),
        selected: about(selected),
        initial: about(initial).sort(),
        streamed: [about(streamed).slice(0, 4).sort(), streamed[4]?.type, streamed[4]?.object.metadata.annotations],
        badVersion: about(await watch(maps, { resourceVersion: 'nonsense' }, events => events.length === 1)),
        tooOld: about(await watch(maps, { resourceVersion: '1' }, events => events.length === 1)).map(
          it => (it.startsWith('ADDED') ? 'all from the start' : it),
        )[0],
      }
    },
    differences: [
      {
        answer: 'badVersion',
        real: ['REFUSED 500 undefined'],
        model: [],
        why: 'no client of ours makes a version up; the sandbox takes it for the newest',
      },
      {
        answer: 'tooOld',
        real: 'ERROR 410 Expired',
        orReal: 'all from the start',
        model: 'all from the start',
        why: 'a server that was started a moment ago remembers all, as the sandbox does; its 410 comes when its history is full',
      },
    ],
  },
}

describe.skipIf(KUBECONFIG === undefined)(title, () => {
  let sandbox: Sandbox
  let sides: readonly [HttpSide, HttpSide]
  beforeAll(async () => {
    const started = await startSandbox({ port: 0, speed: 1 })
    if (E.isLeft(started)) throw new Error(started.left)
    sandbox = started.right
    const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), 'kubeconfig')
    writeFileSync(file, sandbox.kubeconfig)
    const api = connect(KUBECONFIG ?? '')
    await installCrds(api)
    await api.http.close()
    sides = [await httpSide(KUBECONFIG ?? ''), await httpSide(file)]
    for (const { call } of sides)
      await call('POST', '/api/v1/namespaces', { body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } })
  }, 60_000)
  afterAll(async () => {
    await sides[0].call('DELETE', `/api/v1/namespaces/${namespace}`)
    await sandbox.close()
  }, 60_000)

  for (const [name, { tell, differences }] of Object.entries(chapters)) {
    test(name, async () => expectAlike(await tell(sides[0]), await tell(sides[1]), differences))
  }
})
