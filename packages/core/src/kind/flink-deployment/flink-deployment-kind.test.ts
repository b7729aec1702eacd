import { describe, expect, test } from 'vitest'
import { goneCluster, prepared, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, operationId, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, errorMessageOf, eventsOf, type Given, requeueOf, roundOf, written } from '../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import { adapterErrorTags, type AdapterError } from '../../contract/action/adapter-error.ts'
import { isHard, mayFail } from '../../contract/action/action-properties.ts'
import { absent, known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { onFailure } from './flink-deployment-kind.ts'
import { retryDelay } from '../../contract/round/pause.ts'

const error = (change: Partial<AdapterError> = {}): AdapterError => ({
  _tag: 'Unavailable',
  message: 'no',
  applied: 'No',
  httpStatus: 503,
  retryAfter: null,
  ...change,
})
const delayAfter = (failures: number, operator: Readonly<Record<string, string>> = {}): number =>
  retryDelay(environment(t0, operator, failures))
const requeue = { _tag: 'Requeue', after: 0, waitingFor: 'x' } as const
const finalizer = { _tag: 'AddFinalizer', finalizer: 'f' } as const
const savepoint: Given = { status: runningStatus(), spec: { job: { parallelism: 3 } }, facts: runningCluster() }
const failing = (
  given: Given,
  failed: FlinkDeploymentAction,
  it: AdapterError,
  done: readonly FlinkDeploymentAction[] = [],
): readonly FlinkDeploymentAction[] => {
  const { desired, observed, env } = roundOf(given)
  return onFailure(desired, observed, done, failed, it, env)
}

describe('pauses after failures (control-flow.md, section 2.3; B48, D-16, P17)', () => {
  test.each([[0, 5_000], [1, 7_500], [2, 11_250], [4, 25_313], [10, 288_326], [11, 300_000], [60, 300_000], [1_000_000, 300_000]])(
    'after %d in a row: %d ms',
    (failures, want) => {
      expect(delayAfter(failures)).toBe(want)
    },
  )

  test('they never get shorter', () => {
    const delays = Array.from({ length: 200 }, (_, i) => delayAfter(i))
    expect(delays).toEqual([...delays].sort((a, b) => a - b))
    expect(Math.max(...delays)).toBe(300_000)
  })

  test.each<readonly [string, Readonly<Record<string, string>>, number, number]>([
    ['initial interval', { 'kubernetes.operator.retry.initial.interval': '1 s' }, 0, 1_000],
    ['multiplier', { 'kubernetes.operator.retry.interval.multiplier': '3' }, 2, 45_000],
    ['longest interval', { 'kubernetes.operator.retry.max.interval': '6 s' }, 5, 6_000],
    ['a longer one than ours', { 'kubernetes.operator.retry.max.interval': '20 min' }, 50, 1_200_000],
    ['never above an hour', { 'kubernetes.operator.retry.max.interval': '2 h' }, 60, 3_600_000],
    ['never at once', { 'kubernetes.operator.retry.initial.interval': '0 s' }, 0, 1],
  ])('options: %s', (_title, operator, failures, want) => {
    expect(delayAfter(failures, operator)).toBe(want)
  })

  test.each([[null, 5_000], [1_000, 5_000], [40_000, 40_000], [86_400_000, 3_600_000]])('Retry-After %s: %d ms', (retryAfter, want) => {
    expect(requeueOf(failing(savepoint, finalizer, error({ _tag: 'TooManyRequests', retryAfter }))).after).toBe(want)
  })
})

describe('errors that only need a new look', () => {
  const onlyALook = ['Conflict', 'NotFound', 'AlreadyExists', 'JobTerminated', 'JobUnknown', 'DuplicateJob'] as const

  test.each(adapterErrorTags)('%s', _tag => {
    const isLook = (onlyALook as readonly string[]).includes(_tag)
    const actions = failing(savepoint, finalizer, error({ _tag }))
    expect(actions.map(it => it._tag)).toEqual(isLook ? ['Requeue'] : ['PersistStatus', 'EmitEvent', 'Requeue'])
    expect(requeueOf(actions)).toMatchObject({ after: isLook ? 0 : 5_000 })
    expect(requeueOf(actions).waitingFor).toContain(_tag)
  })

  test.each([[0, 0], [1, 7_500], [2, 10_000], [9, 10_000]])('after %d failures in a row: %d ms', (failures, want) => {
    expect(requeueOf(failing({ ...savepoint, failures }, finalizer, error({ _tag: 'Conflict' }))).after).toBe(want)
  })

  test('P15 a status that could not be written is not written over: a fresh read comes first', () => {
    const persist = decided(savepoint).find(it => it._tag === 'PersistStatus')!
    for (const _tag of ['Conflict', 'Timeout', 'TooLarge'] as const)
      expect(failing(savepoint, persist, error({ _tag })).map(it => it._tag)).toEqual(['Requeue'])
  })

  test('F22 a CRD that drops the record is told by an event on the resource: nothing else could be written', () => {
    const persist = decided(savepoint).find(it => it._tag === 'PersistStatus')!
    const actions = failing(savepoint, persist, error({ _tag: 'Pruned', message: 'status.operation was dropped' }))
    expect(actions.map(it => it._tag)).toEqual(['EmitEvent', 'Requeue'])
    expect(actions[0]).toMatchObject({
      type: 'Warning',
      reason: 'Pruned',
      message: expect.stringContaining('status.operation was dropped') as string,
    })
    expect(requeueOf(actions).after).toBeGreaterThan(0)
  })
})

describe('what is recorded', () => {
  const list = decided(savepoint)
  const stop = list.find(it => it._tag === 'StopWithSavepoint')!
  const done = list.filter(it => it._tag === 'PersistStatus')

  test('D-10 B68 the status as it is on the server by now, with the error', () => {
    const actions = failing(savepoint, stop, error({ message: 'connection refused' }), done)
    expect(written(actions)).toMatchObject({
      operation: { kind: 'Suspend', step: 'Requested' },
      operatorRecord: { errorOwner: 'round', attempts: 4 },
    })
    expect(errorMessageOf(written(actions)!)).toBe('StopWithSavepoint: connection refused')
    expect(eventsOf(actions)).toMatchObject([{
      type: 'Warning',
      reason: 'Error',
      message: 'StopWithSavepoint: connection refused',
      key: 'Error: 1',
    }])
  })

  test('nothing was written yet: what was read', () => {
    expect(written(failing(savepoint, finalizer, error()))?.operation).toBeNull()
  })

  test('P08 P16 the same error again: no write, no event', () => {
    const first = written(failing(savepoint, finalizer, error()))!
    expect(failing({ ...savepoint, status: first }, finalizer, error()).map(it => it._tag)).toEqual(['Requeue'])
    expect(failing({ ...savepoint, status: first }, finalizer, error({ message: 'other' })).map(it => it._tag)).toEqual([
      'PersistStatus',
      'EmitEvent',
      'Requeue',
    ])
  })

  const clearing: Given = {
    status: suspendedStatus({ operation: aDeploy(), reconciliation: { state: 'UPGRADING' } }),
    facts: prepared(operationId, goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0) })),
  }
  const creation = decided(clearing)
  const create = creation.find(it => it._tag === 'CreateObject')!
  const begun = creation.filter(it => it._tag === 'PersistStatus').slice(0, 1)

  test('a create that was surely refused in the round that began the attempt leaves nothing behind: back to TearDown', () => {
    expect(written(begun)?.operation).toMatchObject({ step: 'Create' })
    expect(written(failing(clearing, create, error({ _tag: 'Forbidden' }), begun))?.operation).toMatchObject({
      kind: 'Deploy',
      step: 'TearDown',
    })
  })

  test.each<readonly [string, AdapterError, readonly FlinkDeploymentAction[], Given]>([
    ['it may have been applied', error({ _tag: 'Timeout', applied: 'Maybe' }), begun, clearing],
    ['the attempt was begun in an earlier round', error({ _tag: 'Forbidden' }), [], {
      ...clearing,
      status: suspendedStatus({ operation: aDeploy({ step: 'Create' }) }),
    }],
  ])('%s: it stays Create', (_title, it, before, given) => {
    expect(written(failing(given, create, it, before))?.operation).toMatchObject({ step: 'Create' })
  })

  test('another action that is refused changes no step', () => {
    expect(written(failing(clearing, finalizer, error(), begun))?.operation).toMatchObject({ step: 'Create' })
  })

  test.each<readonly [string, FlinkDeploymentAction]>([
    ['CreateObject JobManagerDeployment', create],
    ['PatchObject Deployment app', {
      _tag: 'PatchObject',
      target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'ns', name: 'app', uid: 'u' },
      patch: {},
      why: '',
    }],
    ['DeleteObject Service app-rest', {
      _tag: 'DeleteObject',
      resourceVersion: null,
      target: { apiVersion: 'v1', kind: 'Service', namespace: 'ns', name: 'app-rest', uid: 'u' },
      propagation: 'Background',
      why: '',
    }],
    ['DeleteHaMetadata', { _tag: 'DeleteHaMetadata', namespace: 'ns', clusterId: 'app', configMaps: [] }],
    ['ApplyObject Ingress', {
      _tag: 'ApplyObject',
      uid: null,
      manifest: {
        _tag: 'IngressManifest',
        namespace: 'ns',
        name: 'app',
        owner: { apiVersion: '', kind: '', name: '', uid: '' },
        ingress: { template: null, className: null, annotations: null, labels: null, tls: null },
        restPort: 8081,
      },
    }],
  ])('what failed is named: %s', (name, action) => {
    expect(errorMessageOf(written(failing(savepoint, action, error({ message: 'no' })))!)).toBe(`${name}: no`)
  })

  test('P23 the text is bounded', () => {
    expect(errorMessageOf(written(failing(savepoint, finalizer, error({ message: 'x'.repeat(9_000) })))!)).toHaveLength(2_048)
  })
})

describe('properties of actions (P03, P18)', () => {
  const target = (kind: string) => ({ apiVersion: 'v1', kind, namespace: 'ns', name: 'x', uid: 'u' })
  const all = decided(savepoint)

  test.each<readonly [string, FlinkDeploymentAction, boolean]>([
    ['a stop', all.find(it => it._tag === 'StopWithSavepoint')!, true],
    ['a cancel', { _tag: 'CancelJob', endpoint: { namespace: '', service: '', port: 1, tls: false }, jobId: 'x', why: '' }, true],
    ['HA metadata', { _tag: 'DeleteHaMetadata', namespace: 'ns', clusterId: 'app', configMaps: [] }, true],
    ['deleting a Deployment', {
      _tag: 'DeleteObject',
      resourceVersion: null,
      target: target('Deployment'),
      propagation: 'Foreground',
      why: '',
    }, true],
    ['deleting a ConfigMap', {
      _tag: 'DeleteObject',
      resourceVersion: null,
      target: target('ConfigMap'),
      propagation: 'Foreground',
      why: '',
    }, false],
    ['replicas of a Deployment', { _tag: 'PatchObject', target: target('Deployment'), patch: {}, why: '' }, true],
    ['owner of a Service', { _tag: 'PatchObject', target: target('Service'), patch: {}, why: '' }, false],
    ['a write of the status', all[0]!, false],
    ['the next look', requeue, false],
    ['a finalizer', finalizer, false],
  ])('%s is hard: %s', (_title, action, want) => {
    expect(isHard(action)).toBe(want)
  })

  test('only the creation of the JobManager Deployment is hard', () => {
    const gone = goneCluster(t0, { configMaps: known([], t0) })
    const created = (facts: FlinkDeploymentFacts) =>
      decided({ status: suspendedStatus({ operation: aDeploy(), reconciliation: { state: 'UPGRADING' } }), facts })
        .filter(it => it._tag === 'CreateObject').map(isHard)
    expect(created(gone)).toEqual([false, false])
    expect(created(prepared(operationId, gone))).toEqual([true])
  })

  test('P18 events alone may fail', () => {
    expect(all.filter(mayFail).map(({ _tag }) => _tag)).toEqual(['EmitEvent', 'EmitEvent'])
    expect(mayFail(requeue)).toBe(false)
  })
})
