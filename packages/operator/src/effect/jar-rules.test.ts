import { type JsonObject, operatorOptions } from '@flink-operator/core'
import { expect, test } from 'vitest'
import type { EffectContext } from '../port/cluster-port.ts'
import { jarRules } from './jar-rules.ts'

const rulesOf = (configuration: Readonly<Record<string, string>>, spec: JsonObject = {}, cluster: JsonObject | null = null) =>
  jarRules(
    { options: operatorOptions(configuration).options, flinkDefaults: { configuration, logConfiguration: {} } },
    { meta: { namespace: 'ns', name: 'job' }, resource: { spec } } as unknown as EffectContext,
    cluster,
  )
const prefix = 'kubernetes.operator.user.artifacts.'

test('E-40 the rules for jars are those of the operator: nothing of a restricted address, unless that is switched off', () => {
  const rules = rulesOf({})
  expect(rules).toMatchObject({ allowedSchemes: ['https'], maxBytes: 2 ** 30, maxRedirects: 5, timeout: 300_000, headers: {} })
  expect([rules.restriction('10.0.0.1'), rules.restriction('8.8.8.8')]).toEqual(['a private address', null])
  const open = rulesOf({
    [`${prefix}disallow-restricted-hosts`]: 'false',
    [`${prefix}allowed-schemes`]: 'http;file',
    [`${prefix}max-size`]: '1 mb',
    [`${prefix}max-redirects`]: '0',
    [`${prefix}fetch-timeout`]: '3 s',
  })
  expect(open.restriction('10.0.0.1')).toBeNull()
  expect(open).toMatchObject({ allowedSchemes: ['http', 'file'], maxBytes: 1_048_576, maxRedirects: 0, timeout: 3_000 })
})

test('S08 headers of the operator go to the hosts that it names, and to none by default; those of a job or its cluster to any', () => {
  const own = { [`${prefix}http.header`]: 'x-token:1' }
  const hosts = { [`${prefix}http.header-hosts`]: 'repo.example.com;jars.example.com:8443' }
  expect(rulesOf(own).headerHosts).toEqual([])
  expect(rulesOf({ ...own, ...hosts }).headerHosts).toEqual(['repo.example.com', 'jars.example.com:8443'])
  expect(rulesOf({ ...own, ...hosts }, { flinkConfiguration: hosts }).headerHosts).toHaveLength(2)
  expect(rulesOf({ ...own, ...hosts }, { flinkConfiguration: own }).headerHosts).toBeUndefined()
  expect(rulesOf({ ...own, ...hosts }, {}, { spec: { flinkConfiguration: own } }).headerHosts).toBeUndefined()
  const byNamespace = { [`kubernetes.operator.default-configuration.namespace.ns.${prefix}http.header`]: 'a:c' }
  expect(rulesOf(byNamespace)).toMatchObject({ headers: { a: 'c' }, headerHosts: [] })
  // what a job can loosen is nothing of the operator
  expect(rulesOf(own, { flinkConfiguration: { [`${prefix}http.header-hosts`]: 'evil.example.com' } }).headerHosts).toEqual([])
})

test('headers are those of the session job, then of its cluster, then of the operator, also by namespace and version; one resource loosens nothing else', () => {
  const own = { flinkConfiguration: { [`${prefix}http.header`]: 'x-token:1', [`${prefix}disallow-restricted-hosts`]: 'false' } }
  expect(rulesOf({ [`${prefix}http.header`]: 'a:b' }).headers).toEqual({ a: 'b' })
  expect(rulesOf({ [`kubernetes.operator.default-configuration.namespace.ns.${prefix}http.header`]: 'a:c' }).headers).toEqual({ a: 'c' })
  expect(rulesOf({ [`${prefix}http.header`]: 'a:b' }, own).headers).toEqual({ 'x-token': '1' })
  const cluster = { spec: { flinkVersion: 'v1_20', flinkConfiguration: { [`${prefix}http.header`]: 'c:2' } } }
  expect(rulesOf({ [`${prefix}http.header`]: 'a:b' }, {}, cluster).headers).toEqual({ c: '2' })
  expect(
    rulesOf({ [`kubernetes.operator.default-configuration.flink-version.v1_20.${prefix}http.header`]: 'v:1' }, {}, {
      spec: { flinkVersion: 'v1_20' },
    }).headers,
  )
    .toEqual({ v: '1' })
  expect(rulesOf({}, own, cluster).headers).toEqual({ 'x-token': '1' })
  expect(rulesOf({}, own).restriction('10.0.0.1')).toBe('a private address')
  expect(rulesOf({}, { flinkConfiguration: 'x' }).headers).toEqual({})
})
