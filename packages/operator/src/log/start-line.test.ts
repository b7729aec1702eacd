import { builtInDefaults } from '@flink-operator/core/flink-configuration'
import { expect, test } from 'vitest'
import { version } from '../version.ts'
import { startLine } from './start-line.ts'

const given = { server: 'https://api', port: 8085, namespaces: null, labelSelector: null, kinds: ['FlinkDeployment'], plugins: [] }

test('F24 the start line has version, what is looked after, the options in force, and what of them does nothing', () => {
  const { fields, message } = startLine({
    ...given,
    namespaces: ['a', 'b'],
    labelSelector: 'team=x',
    configuration: {
      'kubernetes.operator.reconcile.interval': '30 s',
      'kubernetes.operator.config.cache.size': '7',
      'kubernetes.operator.reconcile.intervall': '1 s',
      'taskmanager.numberOfTaskSlots': '2',
    },
  })
  expect(message).toBe(`flink-operator ${version} started: namespaces a, b with team=x, 1 options set, 2 without effect`)
  expect(fields).toMatchObject({
    version,
    namespaces: ['a', 'b'],
    options: { 'kubernetes.operator.reconcile.interval': '30 s' },
    withoutEffect: ['kubernetes.operator.config.cache.size', 'kubernetes.operator.reconcile.intervall'],
  })
})

test('what the operator brings of itself is no option that is set', () => {
  const { fields, message } = startLine({
    ...given,
    configuration: { ...builtInDefaults.configuration, 'kubernetes.operator.retry.max.attempts': '3' },
  })
  expect(message).toBe(`flink-operator ${version} started: all namespaces, 1 options set`)
  expect(fields).toMatchObject({ options: { 'kubernetes.operator.retry.max.attempts': '3' } })
})

test('P23 a value that may be a secret by its key is hidden; nothing set is said, too', () => {
  const { fields, message } = startLine({ ...given, configuration: { 'kubernetes.operator.plugins.options.api-token': 'planted' } })
  expect(JSON.stringify(fields)).not.toContain('planted')
  expect(message).toBe(`flink-operator ${version} started: all namespaces, 1 options set`)
})
