import type { ServiceTarget } from '@flink-operator/k8s-adapter'
import { describe, expect, test } from 'vitest'
import { assertOwnService, foreignReason, namesForeignService, podAddresses } from './own-service.ts'

const ours: ServiceTarget = {
  type: 'ClusterIP',
  selector: { app: 'orders', component: 'jobmanager', type: 'flink-native-kubernetes' },
  ports: [{ port: 8081, targetPort: 9081 }],
}
const lyft: ServiceTarget = {
  type: 'ClusterIP',
  selector: { 'flink-app': 'orders', 'pod-deployment-selector': 'abcdefgh', 'flink-deployment-type': 'jobmanager' },
  ports: [{ port: 8081, targetPort: null }],
}
const endpoint = { namespace: 'attacker', service: 'orders-rest', port: 8081, tls: false }

describe('S05: which Services lead to the JobManager of their cluster', () => {
  test.each<readonly [string, string, ServiceTarget]>([
    ['native or standalone', 'orders-rest', ours],
    ['NodePort', 'orders-rest', { ...ours, type: 'NodePort' }],
    ['LoadBalancer', 'orders-rest', { ...ours, type: 'LoadBalancer' }],
    ['FlinkApplication: of the application', 'orders', lyft],
    ['FlinkApplication: of a version', 'orders-1a2b3c4d', lyft],
  ])('it does: %s', (_, service, target) => {
    expect(foreignReason(service, target)).toBeNull()
  })

  test.each<readonly [string, string, ServiceTarget, string]>([
    ['ExternalName', 'orders-rest', { ...ours, type: 'ExternalName' }, 'its type is ExternalName'],
    ['ExternalName of a FlinkApplication', 'orders-1a2b3c4d', { ...lyft, type: 'ExternalName' }, 'its type is ExternalName'],
    ['no selector, so Endpoints by hand', 'orders-rest', { ...ours, selector: {} }, 'it has no selector'],
    ['another cluster', 'orders-rest', { ...ours, selector: { ...ours.selector, app: 'other' } }, 'its selector'],
    ['TaskManagers', 'orders-rest', { ...ours, selector: { ...ours.selector, component: 'taskmanager' } }, 'its selector'],
    ['whatever has the label', 'orders-rest', { ...ours, selector: { app: 'orders' } }, 'its selector'],
    ['any pod', 'orders-rest', { ...ours, selector: { tier: 'web' } }, 'its selector'],
    ['another application', 'orders', { ...lyft, selector: { ...lyft.selector, 'flink-app': 'other' } }, 'its selector'],
  ])('it does not: %s', (_, service, target, why) => {
    expect(foreignReason(service, target)).toContain(why)
    expect(() => {
      assertOwnService({ ...endpoint, service }, { target })
    }).toThrow(why)
  })

  test('the message names the Service and says that nothing was sent, and is recognised', () => {
    expect(() => {
      assertOwnService(endpoint, { target: { ...ours, type: 'ExternalName' } })
    }).toThrow('Service attacker/orders-rest is not as the operator makes it: its type is ExternalName. No request was sent to it')
    expect(namesForeignService('Service a/b is not as the operator makes it: x')).toBe(true)
    expect(namesForeignService('connect ECONNREFUSED')).toBe(false)
  })
})

describe('the addresses of the pods behind a Service', () => {
  const pod = (podIP: string | null, over: object = {}) => ({
    name: 'p',
    uid: 'u',
    creationTimestamp: 0,
    deleting: false,
    phase: 'Running',
    podIP,
    containers: [],
    conditions: [{ type: 'Ready', status: 'True', reason: '', message: '' }],
    failedMount: null,
    ...over,
  })
  test('ready pods that are not being deleted, on the port that they listen on', () => {
    const pods = [pod('10.0.0.1'), pod(null), pod('10.0.0.2', { deleting: true }), pod('10.0.0.3', { conditions: [] }), pod('fd00::4')]
    expect(podAddresses(endpoint, { target: ours, pods })).toEqual({ hosts: ['10.0.0.1', 'fd00::4'], port: 9081 })
  })
  test('a port with a name, or one that the Service does not have, is the one that was asked for', () => {
    expect(podAddresses(endpoint, { target: { ...ours, ports: [{ port: 8081, targetPort: null }] }, pods: [] }).port).toBe(8081)
    expect(podAddresses({ ...endpoint, port: 1 }, { target: ours, pods: [] }).port).toBe(1)
  })
})
