import { expect, test, describe } from 'vitest'
import { configurationForNamespace, changedKeys } from './configuration-for-namespace.ts'

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

describe('E-44 a new configuration of the operator says what is in force, and what only a restart brings', () => {
  test.each([
    [
      'followed while the operator runs',
      {},
      { 'kubernetes.operator.reconcile.interval': '15 s' },
      { inForce: ['kubernetes.operator.reconcile.interval'], afterRestart: [] },
    ],
    [
      'fixed at the start',
      { 'kubernetes.operator.label.selector': 'team=a' },
      { 'kubernetes.operator.label.selector': 'team=b' },
      { inForce: [], afterRestart: ['kubernetes.operator.label.selector'] },
    ],
    ['taken out', { 'kubernetes.operator.reconcile.parallelism': '5' }, {}, {
      inForce: [],
      afterRestart: ['kubernetes.operator.reconcile.parallelism'],
    }],
    ["Flink's own", { a: '1', same: 'x' }, { a: '2', b: '3', same: 'x' }, { inForce: ['a', 'b'], afterRestart: [] }],
    ['nothing', { a: '1' }, { a: '1' }, { inForce: [], afterRestart: [] }],
  ])('%s', (_, before, after, reported) => {
    expect(changedKeys(before, after)).toEqual(reported)
  })
})
