import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { decodeFlinkDeployment } from '../codec/flink-deployment.ts'
import { operatorOptions } from '../operator-options/operator-options.ts'
import { optionTable } from '../operator-options/option-table.ts'
import { keysOf } from '../flink-configuration/option.ts'
import { isRestrictedAddress, parseIpAddress } from './ip-address.ts'
import { sessionJarUri } from './session-jar-uri.ts'
import { validateFlinkDeployment } from './validate-flink-deployment.ts'

const keys = [...Object.values(optionTable).flatMap(option => keysOf(option)), 'job.autoscaler.enabled', 'job.autoscaler.excluded.periods', 'job.autoscaler.utilization.max',
  'high-availability', 'state.savepoints.dir', 'taskmanager.memory.process.size', 'jobmanager.heap.size', 'pipeline.jobvertex-parallelism-overrides', '__proto__']
const value = fc.oneof(fc.constantFrom('true', 'false', '', ' ', '1', '-1', '1 h', '0.5', '* * * ? * *', '10:00-11:00 && x', '9'.repeat(40), '#'), fc.string(), fc.jsonValue({ maxDepth: 2 }))
const text = fc.oneof(fc.string(), fc.constantFrom('2g', '1.5Gi', '-1', '', 'x:y'))
const optional = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | null> => fc.option(arbitrary)

const manager = fc.record({
  replicas: optional(fc.integer({ min: -2, max: 3 })),
  resource: optional(fc.record({ memory: optional(text), ephemeralStorage: optional(text) })),
  resources: optional(fc.record({ requests: fc.dictionary(fc.constantFrom('cpu', 'memory', 'x'), text), limits: fc.dictionary(fc.constantFrom('cpu', 'memory', 'x'), text) })),
})
const specs = fc.record({
  flinkVersion: optional(fc.constantFrom('v1_13', 'v1_16', 'v1_20', 'v2_2')),
  imagePullPolicy: optional(fc.string()), serviceAccount: optional(fc.string()), mode: optional(fc.constantFrom('native', 'standalone')),
  flinkConfiguration: fc.array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 8 }).map(Object.fromEntries),
  ingress: optional(fc.record({ template: optional(text) })), logConfiguration: optional(fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })),
  jobManager: optional(manager), taskManager: optional(manager),
  job: optional(fc.record({ jarURI: optional(text), parallelism: fc.integer({ min: -1, max: 2 }), args: fc.array(text, { maxLength: 3 }), upgradeMode: fc.constantFrom('stateless', 'savepoint', 'last-state') })),
})

describe('validation', () => {
  test.prop([specs, optional(specs), fc.string()])('P10 total: an answer for every spec that decodes, the same one each time, each finding told once', (spec, recorded, name) => {
    const decoded = [spec, recorded].map(it => (it === null ? null : decodeFlinkDeployment({ metadata: { name: 'a', namespace: 'b' }, spec: it })))
    const [wanted, before] = decoded
    if (wanted?._tag !== 'Right') return
    const input = {
      meta: { namespace: 'ns', name }, spec: wanted.right.spec, recorded: before?._tag === 'Right' ? { spec: before.right.spec } : null,
      defaults: { configuration: {}, logConfiguration: {} }, options: operatorOptions({}).options,
    }
    const found = validateFlinkDeployment(input)
    expect(new Set(found.map(it => JSON.stringify(it))).size).toBe(found.length)
    expect(validateFlinkDeployment(input)).toEqual(found)
  })

  test.prop([fc.oneof(fc.string(), fc.webUrl(), fc.webUrl().map(url => `${url} x`))])('a jarURI of any text has an answer', uri => {
    expect(sessionJarUri(uri, ['https', 'http'], true, {}).length).toBeLessThanOrEqual(1)
  })

  test.prop([fc.ipV4()])('private addresses are restricted in each of their spellings', address => {
    const bytes = parseIpAddress(address)!
    const asNumber = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
    expect(parseIpAddress(String(asNumber))).toEqual(bytes)
    expect(parseIpAddress(`[::ffff:${address}]`)).toEqual(bytes)
    expect(isRestrictedAddress(parseIpAddress(`10.${bytes.slice(1).join('.')}`)!)).toBe(true)
  })

  test.prop([fc.ipV6()])('every IPv6 address is read', address => {
    expect([4, 16]).toContain(parseIpAddress(address)?.length)
  })
})
