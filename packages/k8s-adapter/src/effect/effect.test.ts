import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, type ScriptedApiServer, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import type { Http } from '../http.ts'
import { applyObject } from './apply-object.ts'
import { createObject } from './create-object.ts'
import { createStateSnapshot } from './create-state-snapshot.ts'
import { deleteHaMetadata } from './delete-ha-metadata.ts'
import { deleteObject } from './delete-object.ts'
import { emitEvent, type EventCounts } from './emit-event.ts'
import { eventName } from './event-name.ts'
import { addFinalizer, removeFinalizer } from './finalizer.ts'
import { patchObject } from './patch-object.ts'
import { persistStatus } from './persist-status.ts'
import { jsonPointer, pruneHaExecutionPlan } from './prune-ha-execution-plan.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Answers the calls in turn. */
const script = async (...answers: ((call: Call) => void)[]): Promise<{ server: ScriptedApiServer; http: Http }> => {
  const server = await scriptedApiServer((call, n) => answers[n]?.(call))
  open.push(server.close)
  return { server, http: server.http() }
}

const ok = (body: unknown = {}) => (call: Call) => call.json(200, body)
const refuse = (code: number, reason: string) => (call: Call) => call.json(code, statusObject(code, reason, 'no', { name: 'app' }))
const sent = (server: ScriptedApiServer, n = 0) => {
  const { method, path, headers, body, query } = server.calls[n]!
  return {
    call: `${method} ${path}`,
    type: headers['content-type'],
    body: JSON.parse(body === '' ? 'null' : body) as unknown,
    query: Object.fromEntries(query),
  }
}
const tag = (result: E.Either<AdapterError, unknown>) => (E.isLeft(result) ? result.left._tag : 'done')

const attempt = 'flinkdeployment.flink.apache.org/attempt'
const manifest = (mark: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace: 'ns', name: 'app', annotations: { [attempt]: mark } },
})
const own = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  namespace: 'ns',
  name: 'app',
  uid: 'u1',
  resourceVersion: '7',
}
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'ns', name: 'app', uid: 'u1' }

describe('CreateObject', () => {
  test('posts the manifest as it is', async () => {
    const { server, http } = await script(ok())
    expect(tag(await createObject(http)(manifest('1'))())).toBe('done')
    expect(sent(server)).toEqual({
      call: 'POST /apis/apps/v1/namespaces/ns/deployments',
      type: 'application/json',
      body: manifest('1'),
      query: { fieldManager: 'flink-operator' },
    })
  })

  test.each(
    [
      ['same attempt: done', ok(manifest('1')), 'done'],
      ['another attempt', ok(manifest('0')), 'AlreadyExists'],
      ['no attempt', ok({ metadata: {} }), 'AlreadyExists'],
      [
        'same attempt, but being deleted',
        ok({ metadata: { ...manifest('1').metadata, deletionTimestamp: '2026-01-31T12:00:00Z' } }),
        'AlreadyExists',
      ],
      ['gone meanwhile', refuse(404, 'NotFound'), 'NotFound'],
    ] as const,
  )('B28 it is there already, %s', async (_title, live, want) => {
    const { http } = await script(refuse(409, 'AlreadyExists'), live)
    expect(tag(await createObject(http)(manifest('1'))())).toBe(want)
  })

  test('any other failure is told, nothing is read', async () => {
    const { server, http } = await script(refuse(422, 'Invalid'))
    expect(tag(await createObject(http)(manifest('1'))())).toBe('Invalid')
    expect(server.calls).toHaveLength(1)
  })
})

describe('ApplyObject: server-side apply under our name', () => {
  test('E-50 an Ingress is one request of networking.k8s.io/v1: nobody is asked which versions there are', async () => {
    const { server, http } = await script(ok())
    const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { namespace: 'ns', name: 'app' } }
    expect(tag(await applyObject(http)(ingress)())).toBe('done')
    expect(server.calls).toHaveLength(1)
    expect(sent(server).call).toBe('PATCH /apis/networking.k8s.io/v1/namespaces/ns/ingresses/app')
  })

  const call = 'PATCH /apis/apps/v1/namespaces/ns/deployments/app'

  test('P21 B105 none was there: only a create, so that one which anybody made meanwhile conflicts', async () => {
    const { server, http } = await script(ok())
    await applyObject(http)(manifest('1'))()
    expect(sent(server)).toEqual({
      call,
      type: 'application/apply-patch+yaml',
      body: { ...manifest('1'), metadata: { ...manifest('1').metadata, resourceVersion: '1' } },
      query: { fieldManager: 'flink-operator', force: 'false' },
    })
  })

  test('P21 ours was there: forced, with the uid that was seen', async () => {
    const { server, http } = await script(ok())
    await applyObject(http)(manifest('1'), 'u1')()
    expect(sent(server)).toEqual({
      call,
      type: 'application/apply-patch+yaml',
      body: { ...manifest('1'), metadata: { ...manifest('1').metadata, uid: 'u1' } },
      query: { fieldManager: 'flink-operator', force: 'true' },
    })
  })

  test('P21 another one has the name by now: a conflict, to be looked at again', async () => {
    const { http } = await script(refuse(422, 'Invalid'), ok({ metadata: { uid: 'u2' } }))
    expect(tag(await applyObject(http)(manifest('1'), 'u1')())).toBe('Conflict')
  })

  test('a manifest that is not valid is told so', async () => {
    const { http } = await script(refuse(422, 'Invalid'), ok({ metadata: { uid: 'u1' } }))
    expect(tag(await applyObject(http)(manifest('1'), 'u1')())).toBe('Invalid')
  })
})

test('PatchObject: a merge patch that carries the uid beside the metadata of the patch', async () => {
  const { server, http } = await script(ok())
  await patchObject(http)({ target: deployment, patch: { metadata: { ownerReferences: [] }, spec: { replicas: 0 } } })()
  expect(sent(server)).toMatchObject({
    type: 'application/merge-patch+json',
    body: { metadata: { ownerReferences: [], uid: 'u1' }, spec: { replicas: 0 } },
  })
})

test.each(
  [
    ['made anew: 422, another uid', [refuse(422, 'Invalid'), ok({ metadata: { uid: 'u2' } })], 'Conflict'],
    ['refused for itself', [refuse(422, 'Invalid'), ok({ metadata: { uid: 'u1' } })], 'Invalid'],
    ['refused, then unreadable', [refuse(422, 'Invalid'), refuse(403, 'Forbidden')], 'Invalid'],
    ['gone', [refuse(404, 'NotFound')], 'NotFound'],
  ] as const,
)('PatchObject, %s: %#', async (_title, answers, want) => {
  const { http } = await script(...answers)
  expect(tag(await patchObject(http)({ target: deployment, patch: {} })())).toBe(want)
})

describe('DeleteObject', () => {
  test('with uid precondition and propagation policy', async () => {
    const { server, http } = await script(ok())
    expect(tag(await deleteObject(http)({ target: deployment, resourceVersion: null, propagation: 'Foreground' })())).toBe('done')
    expect(sent(server)).toMatchObject({
      call: 'DELETE /apis/apps/v1/namespaces/ns/deployments/app',
      body: { kind: 'DeleteOptions', preconditions: { uid: 'u1' }, propagationPolicy: 'Foreground' },
    })
  })

  test.each(
    [
      ['gone', [refuse(404, 'NotFound')], 'done'],
      ['made anew: conflict, another uid', [refuse(409, 'Conflict'), ok({ metadata: { uid: 'u2' } })], 'done'],
      ['conflict, then gone', [refuse(409, 'Conflict'), refuse(404, 'NotFound')], 'done'],
      ['conflict for another reason', [refuse(409, 'Conflict'), ok({ metadata: { uid: 'u1' } })], 'Conflict'],
      ['conflict, then unreadable', [refuse(409, 'Conflict'), refuse(403, 'Forbidden')], 'Conflict'],
      ['forbidden', [refuse(403, 'Forbidden')], 'Forbidden'],
    ] as const,
  )('%s: %#', async (_title, answers, want) => {
    const { http } = await script(...answers)
    expect(tag(await deleteObject(http)({ target: deployment, resourceVersion: null, propagation: 'Background' })())).toBe(want)
  })

  test.each(
    [
      ['gone', [refuse(404, 'NotFound')], 'NotFound'],
      ['changed, or made anew', [refuse(409, 'Conflict')], 'Conflict'],
      ['there', [ok()], 'done'],
    ] as const,
  )('P01 as it was seen: where it went without us nobody knows what came of it before: %s', async (_title, answers, want) => {
    const { http } = await script(...answers)
    expect(tag(await deleteObject(http)({ target: deployment, resourceVersion: '7', propagation: 'Foreground' })())).toBe(want)
  })
})

describe('DeleteHaMetadata', () => {
  test('B85 each by its uid, in order, up to the first failure', async () => {
    const { server, http } = await script(refuse(404, 'NotFound'), refuse(403, 'Forbidden'), ok())
    const result = await deleteHaMetadata(http)({
      namespace: 'ns',
      configMaps: [{ name: 'a', uid: '1' }, { name: 'b', uid: '2' }, { name: 'c', uid: '3' }],
    })()
    expect(tag(result)).toBe('Forbidden')
    expect(server.calls.map(call => call.path)).toEqual(['/api/v1/namespaces/ns/configmaps/a', '/api/v1/namespaces/ns/configmaps/b'])
    expect(sent(server, 1)).toMatchObject({ body: { preconditions: { uid: '2' } } })
  })
})

describe('PruneHaExecutionPlan', () => {
  const action = {
    namespace: 'ns',
    configMaps: [{ name: 'a', resourceVersion: '5', keys: ['jobGraph-1', 'executionPlan-a/b~c'] }, {
      name: 'b',
      resourceVersion: '6',
      keys: [],
    }],
  }

  test('B21 H-D08 tests the resourceVersion, removes exactly the keys; a map without any is left alone', async () => {
    const { server, http } = await script(ok())
    expect(tag(await pruneHaExecutionPlan(http)(action)())).toBe('done')
    expect(server.calls).toHaveLength(1)
    expect(sent(server)).toMatchObject({
      call: 'PATCH /api/v1/namespaces/ns/configmaps/a',
      type: 'application/json-patch+json',
      body: [
        { op: 'test', path: '/metadata/resourceVersion', value: '5' },
        { op: 'remove', path: '/data/jobGraph-1' },
        { op: 'remove', path: '/data/executionPlan-a~1b~0c' },
      ],
    })
  })

  test.each(
    [[422, 'Invalid', 'Conflict'], [409, 'Conflict', 'Conflict'], [404, 'NotFound', 'NotFound'], [403, 'Forbidden', 'Forbidden']] as const,
  )('%i %s is %s', async (code, reason, want) => {
    const { http } = await script(refuse(code, reason))
    expect(tag(await pruneHaExecutionPlan(http)(action)())).toBe(want)
  })

  test('JSON pointers', () => expect(jsonPointer('data', '~/')).toBe('/data/~0~1'))
})

describe('finalizers', () => {
  const resource = { ...own, finalizers: ['theirs', 'ours'] }
  test('add: once, behind the others, on exactly this resourceVersion', async () => {
    const { server, http } = await script(ok({ metadata: { resourceVersion: '8' } }))
    expect(await addFinalizer(http, resource)({ finalizer: 'ours' })()).toEqual(E.right('8'))
    expect(sent(server)).toMatchObject({
      call: 'PATCH /apis/flink.apache.org/v1beta1/namespaces/ns/flinkdeployments/app',
      type: 'application/merge-patch+json',
      body: { metadata: { uid: 'u1', resourceVersion: '7', finalizers: ['theirs', 'ours'] } },
    })
  })

  test('remove: ours only', async () => {
    const { server, http } = await script(ok({ metadata: { resourceVersion: '8' } }))
    expect(await removeFinalizer(http, resource)({ finalizer: 'ours' })()).toEqual(E.right('8'))
    expect(sent(server).body).toMatchObject({ metadata: { finalizers: ['theirs'] } })
  })

  test('remove: a resource that is gone is done', async () => {
    expect(await removeFinalizer((await script(refuse(404, 'NotFound'))).http, resource)({ finalizer: 'ours' })()).toEqual(E.right(null))
    expect(tag(await removeFinalizer((await script(refuse(409, 'Conflict'))).http, resource)({ finalizer: 'ours' })())).toBe('Conflict')
  })
})

describe('PersistStatus', () => {
  const status = { error: null, operatorRecord: { attempts: 1 }, operation: { id: 'x' } }

  test('P03 D-15 replaces the status, once, on exactly the resourceVersion and uid given; answers the new one and what is stored', async () => {
    const { server, http } = await script(ok({ metadata: { resourceVersion: '8' }, status }))
    expect(await persistStatus(http, own)(status)()).toEqual(E.right({ resourceVersion: '8', status, edited: null }))
    expect(server.calls).toHaveLength(1)
    expect(sent(server)).toMatchObject({
      call: 'PUT /apis/flink.apache.org/v1beta1/namespaces/ns/flinkdeployments/app/status',
      body: {
        apiVersion: 'flink.apache.org/v1beta1',
        kind: 'FlinkDeployment',
        metadata: { namespace: 'ns', name: 'app', uid: 'u1', resourceVersion: '7' },
        status,
      },
    })
  })

  test('nulls may be dropped by the server', async () => {
    const { http } = await script(ok({ metadata: { resourceVersion: '8' }, status: { operatorRecord: {}, operation: {} } }))
    expect(tag(await persistStatus(http, own)(status)())).toBe('done')
  })

  test.each([
    ['the record', { error: null, operation: { id: 'x' } }, 'the CRD drops status.operatorRecord: install the CRDs of this operator'],
    ['the operation', { operatorRecord: {} }, 'the CRD drops status.operation: install the CRDs of this operator'],
  ])('Pruned: the answer lacks %s', async (_title, stored, message) => {
    const { http } = await script(ok({ metadata: { resourceVersion: '8' }, status: stored }))
    expect(await persistStatus(http, own)(status)()).toMatchObject(E.left({ _tag: 'Pruned', message }))
  })

  test('a status of a kind that has no record of that name is written like any other', async () => {
    const { http } = await script(ok({ metadata: { resourceVersion: '8' }, status: { state: 'OPEN' } }))
    expect(tag(await persistStatus(http, own)({ state: 'OPEN' })())).toBe('done')
  })

  test('a conflict is one', async () => {
    expect(tag(await persistStatus((await script(refuse(409, 'Conflict'))).http, own)(status)())).toBe('Conflict')
  })

  const before = { operatorRecord: {}, operation: { id: 'x', step: 'Create' } }
  const found = (stored: object, version = '9', uid = 'u1') =>
    ok({ metadata: { uid, resourceVersion: version }, spec: { edited: true }, status: stored })
  const putOn = (server: ScriptedApiServer, n: number) => JSON.parse(server.calls[n]!.body) as { metadata: { resourceVersion: string } }

  test('P01 P15 what came of effects is written over an edit that came between, on top of exactly the status that was there, and the edited resource is told', async () => {
    const { server, http } = await script(refuse(409, 'Conflict'), found(before), ok({ metadata: { resourceVersion: '10' }, status }))
    const answer = await persistStatus(http, own, { over: before })(status)()
    expect(answer).toMatchObject(E.right({ resourceVersion: '10', status, edited: { spec: { edited: true } } }))
    expect(server.calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT'])
    expect(putOn(server, 2).metadata.resourceVersion).toBe('9')
  })

  test.each([
    ['somebody else wrote the status', found({ ...before, operation: { id: 'x', step: 'Abandon' } })],
    ['the status is gone', ok({ metadata: { uid: 'u1', resourceVersion: '9' } })],
    ['it is another resource of that name', found(before, '9', 'u2')],
    ['the version that it is at is not told: a write without one would be unconditional', ok({ metadata: { uid: 'u1' }, status: before })],
  ])('P15 a conflict, though it tells what came of effects: %s', async (_title, seen) => {
    const { server, http } = await script(refuse(409, 'Conflict'), seen)
    expect(tag(await persistStatus(http, own, { over: before })(status)())).toBe('Conflict')
    expect(server.calls).toHaveLength(2)
  })

  test('P17 edits without end are a conflict in the end', async () => {
    const { server, http } = await script(
      ...Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? refuse(409, 'Conflict') : found(before, String(n)))),
    )
    expect(tag(await persistStatus(http, own, { over: before })(status)())).toBe('Conflict')
    expect(server.calls).toHaveLength(7)
  })
})

test.each(
  [['there already', refuse(409, 'AlreadyExists'), 'done'], ['refused', refuse(422, 'Invalid'), 'Invalid'], ['new', ok(), 'done']] as const,
)(
  'CreateStateSnapshot, %s',
  async (_title, answer, want) => {
    const { server, http } = await script(answer)
    expect(tag(await createStateSnapshot(http)({ namespace: 'ns', name: 's', labels: { a: 'b' }, spec: { savepoint: {} } })())).toBe(want)
    expect(sent(server)).toMatchObject({
      call: 'POST /apis/flink.apache.org/v1beta1/namespaces/ns/flinkstatesnapshots',
      body: { kind: 'FlinkStateSnapshot', metadata: { namespace: 'ns', name: 's', labels: { a: 'b' } }, spec: { savepoint: {} } },
    })
  },
)

describe('EmitEvent', () => {
  const event = {
    type: 'Normal',
    reason: 'Submit',
    message: 'Starting deployment',
    component: 'JobManagerDeployment',
    key: null,
    repeat: 'Count',
    annotations: {},
  } as const
  const clock = fakeClock(Date.UTC(2026, 0, 31, 12) + 345)
  const name = eventName(event, own)

  test('its name is the one of the reference operator', () => {
    expect(eventName(event, { kind: 'FlinkDeployment', name: 'n', uid: 'u' })).toBe('JobManagerDeployment.1680765080')
  })

  test('P16 a key stands in for the message', () => {
    const keyed = (message: string) => eventName({ ...event, message, key: 'k' }, own)
    expect(keyed('back-off 10s')).toBe(keyed('back-off 20s'))
  })

  test('new', async () => {
    const { server, http } = await script(ok())
    expect(tag(await emitEvent(http, clock, own)(event)())).toBe('done')
    expect(sent(server)).toMatchObject({
      call: 'POST /api/v1/namespaces/ns/events',
      body: {
        metadata: { name, namespace: 'ns' },
        involvedObject: { kind: 'FlinkDeployment', name: 'app', uid: 'u1' },
        type: 'Normal',
        reason: 'Submit',
        message: 'Starting deployment',
        source: { component: 'JobManagerDeployment' },
        firstTimestamp: '2026-01-31T12:00:00Z',
        lastTimestamp: '2026-01-31T12:00:00Z',
        count: 1,
      },
    })
  })

  test('there: counted up', async () => {
    const { server, http } = await script(refuse(409, 'AlreadyExists'), ok({ count: 4, metadata: { resourceVersion: '9' } }), ok())
    expect(tag(await emitEvent(http, clock, own)({ ...event, annotations: { a: 'b' } })())).toBe('done')
    expect(sent(server, 2)).toMatchObject({
      call: `PATCH /api/v1/namespaces/ns/events/${name}`,
      body: {
        count: 5,
        lastTimestamp: '2026-01-31T12:00:00Z',
        message: 'Starting deployment',
        metadata: { resourceVersion: '9', annotations: { a: 'b' } },
      },
    })
  })

  test('F17 told by this process before: counted up in one request, or made anew where it is over', async () => {
    const counts: EventCounts = new Map()
    const { server, http } = await script(ok(), ok(), refuse(404, 'NotFound'), ok(), ok())
    for (let time = 0; time < 4; time += 1) expect(tag(await emitEvent(http, clock, own, counts)(event)())).toBe('done')
    expect(server.calls.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH', 'POST', 'PATCH'])
    expect([1, 2, 4].map(n => (sent(server, n).body as { count: number }).count)).toEqual([2, 3, 2])
  })

  test('there, once is enough: left alone', async () => {
    const { server, http } = await script(refuse(409, 'AlreadyExists'))
    expect(tag(await emitEvent(http, clock, own)({ ...event, repeat: 'Once' })())).toBe('done')
    expect(server.calls).toHaveLength(1)
  })

  test('P18 D-33 a failure is told to the caller, who ignores it', async () => {
    expect(tag(await emitEvent((await script(refuse(403, 'Forbidden'))).http, clock, own)(event)())).toBe('Forbidden')
  })
})
