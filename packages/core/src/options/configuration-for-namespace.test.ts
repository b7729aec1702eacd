import { expect, test } from 'vitest'
import { configurationForNamespace } from './configuration-for-namespace.ts'

test('S12 of the configuration a namespace is shown what bears on it: no other namespace, and nothing of the process', () => {
  const own = {
    'parallelism.default': '2',
    'kubernetes.operator.reconcile.interval': '15 s',
    'kubernetes.operator.security.allowed-service-accounts': 'flink',
    'kubernetes.operator.default-configuration.flink-version.v1_20.a': 'v',
    'kubernetes.operator.default-configuration.namespace.team-a.a': 'own',
  }
  expect(configurationForNamespace({
    ...own,
    'kubernetes.operator.default-configuration.namespace.team-b.a': 'theirs',
    'kubernetes.operator.default-configuration.namespace.team-a2.a': 'theirs',
    'kubernetes.operator.default-configuration.namespace.': 'nobody',
    'kubernetes.operator.watched.namespaces': 'team-a,team-b',
    'kubernetes.operator.webhook.port': '9443',
  }, 'team-a')).toEqual(own)
})
