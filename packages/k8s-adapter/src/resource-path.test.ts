import { kindNames, kindOf } from '@flink-operator/kinds'
import { expect, test } from 'vitest'
import { collectionPath, labelSelector, objectPath, pluralOf } from './resource-path.ts'

test.each([
  ['v1', 'ConfigMap', '/api/v1/namespaces/ns/configmaps/a'],
  ['v1', 'Event', '/api/v1/namespaces/ns/events/a'],
  ['apps/v1', 'Deployment', '/apis/apps/v1/namespaces/ns/deployments/a'],
  ['networking.k8s.io/v1', 'Ingress', '/apis/networking.k8s.io/v1/namespaces/ns/ingresses/a'],
  ['coordination.k8s.io/v1', 'Lease', '/apis/coordination.k8s.io/v1/namespaces/ns/leases/a'],
  ['networking.k8s.io/v1', 'NetworkPolicy', '/apis/networking.k8s.io/v1/namespaces/ns/networkpolicies/a'],
  ['flink.apache.org/v1beta1', 'FlinkBlueGreenDeployment', '/apis/flink.apache.org/v1beta1/namespaces/ns/flinkbluegreendeployments/a'],
])('%s %s', (apiVersion, kind, path) => {
  expect(objectPath({ apiVersion, kind, namespace: 'ns', name: 'a' })).toBe(path)
})

test('all namespaces, and cluster-scoped', () => {
  expect(collectionPath({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: null })).toBe('/apis/apps/v1/deployments')
  expect(objectPath({ apiVersion: 'v1', kind: 'Namespace', namespace: null, name: 'a' })).toBe('/api/v1/namespaces/a')
})

test('a name never leaves its place in the path', () => {
  expect(objectPath({ apiVersion: 'v1', kind: 'Pod', namespace: '../x', name: 'a/b?c' })).toBe('/api/v1/namespaces/..%2Fx/pods/a%2Fb%3Fc')
})

test('label selectors', () => {
  expect(labelSelector({ app: 'a', type: ['x', 'y'] })).toBe('app=a,type in (x,y)')
})

test.each(kindNames)('%s is served by the plural of its CRD', name => {
  expect(pluralOf(name)).toBe(kindOf(name).type.plural)
})
