import { makeEnv } from '@flink-operator/core'
import { describe, expect, test } from 'vitest'
import { requestedResources, resourceView, snapshotTypeOf } from './resource-view.ts'

const stalled = (reason: string, error: string | null = null) =>
  resourceView({ error, conditions: [{ type: 'Stalled', status: 'True', reason, lastTransitionTime: '2026-01-01T00:00:01Z' }] }).stalled

describe('why a resource waits for a person is told in a word of ours', () => {
  test('the reason of its condition, and where that says only Error the class of status.error', () => {
    const error = JSON.stringify({ type: 'org.apache.flink.kubernetes.operator.exception.UpgradeFailureException', message: 'no' })
    expect(stalled('InTheWay')).toEqual({ reason: 'InTheWay', since: Date.UTC(2026, 0, 1, 0, 0, 1) })
    expect(stalled('Error', error)?.reason).toBe('UpgradeFailureException')
    expect(stalled('Error', 'Job Not Found')?.reason).toBe('Error')
  })

  test('what somebody else wrote there is no label', () => {
    expect(stalled('a text, of 1,000 words')?.reason).toBe('Other')
    expect(resourceView({ conditions: 'none' })).toEqual({
      stalled: null,
      reconcilingSince: undefined,
      jobManager: null,
      flinkVersion: null,
    })
    expect(resourceView(null).stalled).toBeNull()
  })
})

test('Reconciling: since when, and whether there is such a condition at all', () => {
  const of = (status: string) =>
    resourceView({ conditions: [{ type: 'Reconciling', status, reason: 'Upgrading', lastTransitionTime: '2026-01-01T00:00:00Z' }] })
      .reconcilingSince
  expect([of('True'), of('False'), resourceView({}).reconcilingSince]).toEqual([Date.UTC(2026, 0, 1), null, undefined])
})

test('requested: JobManagers by the spec, TaskManagers by those that there are; unreadable sizes count as nothing', () => {
  const spec = {
    jobManager: { replicas: 2, resource: { cpu: 0.5, memory: '1024m' } },
    taskManager: { resource: { cpu: 2, memory: '2Gi' } },
  }
  expect(requestedResources({ spec }, { taskManager: { replicas: 3 } })).toEqual({ cpu: 7, memory: 2 * 2 ** 30 + 3 * 2 * 2 ** 30 })
  expect(requestedResources({ spec: { jobManager: { resource: { cpu: -1, memory: 'much' } } } }, null)).toEqual({ cpu: 0, memory: 0 })
  expect(requestedResources(null, null)).toEqual({ cpu: 0, memory: 0 })
})

test("N06: requested in the form of the examples, and by options with the operator's defaults", () => {
  const requests = { cpu: '500m', memory: '1Gi' }
  const spec = {
    flinkVersion: 'v2_1',
    jobManager: { resources: { requests } },
    taskManager: { resources: { limits: { cpu: 2, memory: '2Gi' } } },
  }
  expect(requestedResources({ spec }, { taskManager: { replicas: 3 } })).toEqual({ cpu: 6.5, memory: 7 * 2 ** 30 })
  const env = makeEnv({ now: 0, configuration: { 'kubernetes.jobmanager.cpu.amount': 3, 'jobmanager.memory.process.size': '3g' } })
  expect(requestedResources({ spec: { flinkVersion: 'v2_1' } }, null, env)).toEqual({ cpu: 3, memory: 3 * 2 ** 30 })
})

test('what a snapshot asks for', () => {
  expect([snapshotTypeOf({ spec: { checkpoint: {} } }), snapshotTypeOf({ spec: { savepoint: {} } }), snapshotTypeOf(null)])
    .toEqual(['checkpoint', 'savepoint', 'savepoint'])
})
