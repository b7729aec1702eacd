import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import { describe, expect, test } from 'vitest'
import { markPointer, writePointer } from '@flink-operator/high-availability'
import { configMapView } from './config-map-view.ts'
import { deploymentView } from './deployment-view.ts'
import { ingressView } from './ingress-view.ts'
import { podView } from './pod-view.ts'
import { serviceView } from './service-view.ts'
import { isSnapshotOf, stateSnapshotView } from './state-snapshot-view.ts'

const at = Date.UTC(2026, 0, 31, 12)
const metadata = (more: JsonObject = {}): JsonObject => ({
  name: 'app',
  namespace: 'ns',
  uid: 'uid-1',
  resourceVersion: '42',
  creationTimestamp: '2026-01-31T12:00:00Z',
  ...more,
})
const identity = { name: 'app', uid: 'uid-1', resourceVersion: '42', deleting: false, ownerUids: [], owners: [] }

describe('Deployment', () => {
  test('conditions, replicas, owners, marks', () => {
    const view = deploymentView({
      metadata: metadata({
        deletionTimestamp: '2026-01-31T12:05:00Z',
        labels: { app: 'app' },
        annotations: { 'flinkdeployment.flink.apache.org/generation': '3' },
        ownerReferences: [{ kind: 'FlinkDeployment', uid: 'owner-1', name: 'app' }],
      }),
      spec: { replicas: 2 },
      status: {
        replicas: 2,
        availableReplicas: 1,
        conditions: [{
          type: 'ReplicaFailure',
          status: 'True',
          reason: 'FailedCreate',
          message: 'quota',
          lastTransitionTime: '2026-01-31T12:00:00Z',
        }],
      },
    })
    expect(view).toEqual(E.right({
      ...identity,
      creationTimestamp: at,
      deleting: true,
      ownerUids: ['owner-1'],
      owners: [{ kind: 'FlinkDeployment', name: 'app', uid: 'owner-1' }],
      labels: { app: 'app' },
      annotations: { 'flinkdeployment.flink.apache.org/generation': '3' },
      wantedReplicas: 2,
      replicas: 2,
      availableReplicas: 1,
      conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'quota', lastTransitionTime: at }],
    }))
  })

  test('D-22 without a status it has no replicas and no conditions', () => {
    expect(deploymentView({ metadata: metadata() })).toEqual(E.right({
      ...identity,
      creationTimestamp: at,
      labels: {},
      annotations: {},
      wantedReplicas: 1,
      replicas: 0,
      availableReplicas: 0,
      conditions: [],
    }))
  })

  test.each([[{}], [{ metadata: { name: 'app' } }], [{ metadata: metadata({ creationTimestamp: 'yesterday' }) }]])('%j is none', object => {
    expect(E.isLeft(deploymentView(object))).toBe(true)
  })
})

describe('Pod', () => {
  test('B60 waiting, terminated and the last state of containers, init containers last', () => {
    const view = podView({
      metadata: metadata(),
      status: {
        phase: 'Running',
        podIP: '10.0.0.7',
        containerStatuses: [{
          name: 'flink-main-container',
          restartCount: 4,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s' } },
          lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } },
        }],
        initContainerStatuses: [{
          name: 'fetch',
          restartCount: 0,
          state: { running: { startedAt: '2026-01-31T12:00:00Z' } },
          lastState: {},
        }],
        conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }],
      },
    }, 'MountVolume.SetUp failed')
    expect(view).toEqual(E.right({
      name: 'app',
      uid: 'uid-1',
      creationTimestamp: at,
      deleting: false,
      owners: [],
      phase: 'Running',
      podIP: '10.0.0.7',
      containers: [
        {
          name: 'flink-main-container',
          restartCount: 4,
          state: { _tag: 'Waiting', reason: 'CrashLoopBackOff', message: 'back-off 40s', exitCode: null },
          lastState: { _tag: 'Terminated', reason: 'OOMKilled', message: '', exitCode: 137 },
        },
        {
          name: 'fetch',
          restartCount: 0,
          state: { _tag: 'Running', reason: '', message: '', exitCode: null, startedAt: Date.parse('2026-01-31T12:00:00Z') },
          lastState: null,
        },
      ],
      conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady', message: '' }],
      failedMount: 'MountVolume.SetUp failed',
    }))
  })

  test('just created', () => {
    expect(podView({ metadata: metadata() })).toMatchObject(E.right({ phase: 'Unknown', podIP: null, containers: [], failedMount: null }))
  })
})

test('ConfigMap: keys, never values', () => {
  const view = configMapView({
    metadata: metadata({ labels: { app: 'app' } }),
    data: { 'jobGraph-1': 'secret', counter: 'x' },
    binaryData: { b: 'AA==' },
  })
  expect(view).toEqual(E.right({ ...identity, labels: { app: 'app' }, annotations: {}, dataKeys: ['b', 'counter', 'jobGraph-1'] }))
})

test('H30 H31 H41 ConfigMap: pointers that Flink restores nothing from', () => {
  const pointer = writePointer({ path: 's3://ha/completedCheckpoint1', size: 1 })!
  const data = {
    'checkpointID-1': pointer,
    'checkpointID-2': markPointer(pointer)!,
    'checkpointID-3': 'edited by hand',
    'checkpointID-4': 'AA==',
    'jobGraph-1': 'x',
  }
  expect(configMapView({ metadata: metadata(), data })).toMatchObject(
    E.right({ unusablePointers: ['checkpointID-2', 'checkpointID-3', 'checkpointID-4'] }),
  )
})

test('Service', () => {
  expect(serviceView({ metadata: metadata({ annotations: { a: 'b' } }) })).toEqual(E.right({ ...identity, annotations: { a: 'b' } }))
})

test('Ingress: the digest of what was applied', () => {
  const annotations = { 'flinkdeployment.flink.apache.org/applied-digest': 'abc' }
  expect(ingressView({ metadata: metadata({ annotations }) })).toEqual(
    E.right({ name: 'app', uid: 'uid-1', ownerUids: [], owners: [], appliedDigest: 'abc' }),
  )
  expect(ingressView({ metadata: metadata() })).toMatchObject(E.right({ appliedDigest: null }))
})

describe('FlinkStateSnapshot', () => {
  test('completed savepoint', () => {
    const view = stateSnapshotView({
      metadata: metadata({ labels: { 'snapshot.trigger-type': 'PERIODIC' } }),
      spec: { savepoint: {} },
      status: { state: 'COMPLETED', path: '/s' },
    })
    expect(view).toEqual(
      E.right({
        name: 'app',
        uid: 'uid-1',
        creationTimestamp: at,
        deleting: false,
        kind: 'savepoint',
        triggerType: 'PERIODIC',
        state: 'COMPLETED',
        path: '/s',
      }),
    )
  })

  test('new checkpoint without label', () => {
    expect(stateSnapshotView({ metadata: metadata(), spec: { checkpoint: {} } })).toMatchObject(
      E.right({ kind: 'checkpoint', triggerType: 'UNKNOWN', state: 'TRIGGER_PENDING', path: null }),
    )
  })

  test('E-5 it belongs to the job that it names, kind included', () => {
    const object = { spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' } } }
    expect(isSnapshotOf(object, 'FlinkDeployment', 'app')).toBe(true)
    expect(isSnapshotOf(object, 'FlinkSessionJob', 'app')).toBe(false)
    expect(isSnapshotOf(object, 'FlinkDeployment', 'other')).toBe(false)
  })
})

test('S02 a message of a megabyte is cut where an object is taken in', () => {
  const long = 'x'.repeat(1_000_000)
  const metadata = { name: 'a', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' }
  const condition = { type: 'T', status: 'False', message: long }
  const pod = podView({
    metadata,
    status: { conditions: [condition], containerStatuses: [{ name: 'c', state: { waiting: { message: long } } }] },
  })
  const deployment = deploymentView({ metadata, status: { conditions: [condition] } })
  expect(JSON.stringify([pod, deployment]).length).toBeLessThan(15_000)
})
