import { describe, expect, test } from 'vitest'
import { configMapLockAnswer, configMapRequest, lockOfConfigMap } from './config-map-lock.ts'
import { leaseSpec, lockOfLease } from './lease-lock.ts'

const identity = '90c78883-1c1a-4bc3-8222-4a311313dac4'
const flink120 =
  `{"holderIdentity":"${identity}","leaseDuration":15.000000000,"acquireTime":"2026-11-21T12:01:45.753038Z","renewTime":"2026-11-21T12:02:00.872196Z","leaderTransitions":0}`
const flink23 = flink120.replace('15.000000000', '"PT15S"')
const record = {
  holder: identity,
  leaseDuration: 15_000,
  acquireTime: Date.parse('2026-11-21T12:01:45.753Z') * 1000 + 38,
  renewTime: Date.parse('2026-11-21T12:02:00.872Z') * 1000 + 196,
  transitions: 0,
}

describe('what carries a lock', () => {
  const configMap = {
    name: 'c',
    uid: 'u',
    resourceVersion: '7',
    deleting: false,
    labels: {},
    annotations: { 'control-plane.alpha.kubernetes.io/leader': flink120, other: 'x' },
    data: { 'org.apache.flink.k8s.leader.restserver': 's,a', counter: '3' },
  }

  test('a ConfigMap: the record, and the leaders’ addresses; a write names nothing else', () => {
    const lock = lockOfConfigMap(configMap)
    expect(lock).toMatchObject({ version: { uid: 'u', resourceVersion: '7' }, record, addresses: { restserver: 's,a' } })
    const request = { _tag: 'Update', over: lock.version, record, addresses: { restserver: null } } as const
    expect(configMapRequest({ name: 'c', labels: { app: 'c' } }, request)).toEqual({
      _tag: 'Update',
      name: 'c',
      uid: 'u',
      resourceVersion: '7',
      labels: { app: 'c' },
      annotations: { 'control-plane.alpha.kubernetes.io/leader': flink23 },
      data: { 'org.apache.flink.k8s.leader.restserver': null },
    })
    expect(configMapLockAnswer({ _tag: 'Written', configMap: null })._tag).toBe('Unknown')
  })

  test('a Lease: whole seconds, microseconds; what is missing is nobody’s', () => {
    const lease = (spec: object) => ({ metadata: { uid: 'u', resourceVersion: '7' }, spec: { ...spec } })
    expect(lockOfLease(lease(leaseSpec(record)))).toMatchObject({ record, addresses: null })
    expect(lockOfLease(lease({}))?.record).toMatchObject({ holder: '', leaseDuration: 0, transitions: 0 })
    expect(leaseSpec({ ...record, leaseDuration: 1_500 })).toMatchObject({ leaseDurationSeconds: 2 })
    expect(lockOfLease({ kind: 'Status' })).toBe(null)
  })
})
