import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { operatorOptions } from '../../options/operator-options.ts'
import { optionTable } from '../../options/option-table.ts'
import { keysOf } from '../../flink/configuration/option.ts'
import { mergePatch } from './followed.ts'
import { parseIpAddress, isRestrictedAddress } from './restricted-address.ts'
import { sessionJarUri } from '../../kind/flink-session-job/session-jar-uri.ts'
import { validateFlinkDeployment } from './validate-flink-deployment.ts'

const keys = [
  ...Object.values(optionTable).flatMap(option => keysOf(option)),
  'job.autoscaler.enabled',
  'job.autoscaler.excluded.periods',
  'job.autoscaler.utilization.max',
  'high-availability',
  'state.savepoints.dir',
  'taskmanager.memory.process.size',
  'jobmanager.heap.size',
  'pipeline.jobvertex-parallelism-overrides',
  '__proto__',
]
const value = fc.oneof(
  fc.constantFrom('true', 'false', '', ' ', '1', '-1', '1 h', '0.5', '* * * ? * *', '10:00-11:00 && x', '9'.repeat(40), '#'),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
)
const text = fc.oneof(fc.string(), fc.constantFrom('2g', '1.5Gi', '-1', '', 'x:y'))
const optional = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | null> => fc.option(arbitrary)

const manager = fc.record({
  replicas: optional(fc.integer({ min: -2, max: 3 })),
  resource: optional(fc.record({ memory: optional(text), ephemeralStorage: optional(text) })),
  resources: optional(
    fc.record({
      requests: fc.dictionary(fc.constantFrom('cpu', 'memory', 'x'), text),
      limits: fc.dictionary(fc.constantFrom('cpu', 'memory', 'x'), text),
    }),
  ),
})
const specs = fc.record({
  flinkVersion: optional(fc.constantFrom('v1_13', 'v1_16', 'v1_20', 'v2_2')),
  imagePullPolicy: optional(fc.string()),
  serviceAccount: optional(fc.string()),
  mode: optional(fc.constantFrom('native', 'standalone')),
  flinkConfiguration: fc.array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 8 }).map(Object.fromEntries),
  ingress: optional(fc.record({ template: optional(text) })),
  logConfiguration: optional(fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })),
  jobManager: optional(manager),
  taskManager: optional(manager),
  job: optional(
    fc.record({
      jarURI: optional(text),
      parallelism: fc.integer({ min: -1, max: 2 }),
      args: fc.array(text, { maxLength: 3 }),
      upgradeMode: fc.constantFrom('stateless', 'savepoint', 'last-state'),
    }),
  ),
})

describe('validation', () => {
  test.prop([specs, optional(specs), fc.string()])(
    'P10 total: an answer for every spec that decodes, the same one each time, each finding told once',
    (spec, recorded, name) => {
      const decoded = [spec, recorded].map(
        it => (it === null ? null : decodeFlinkDeployment({ metadata: { name: 'a', namespace: 'b' }, spec: it })),
      )
      const [wanted, before] = decoded
      if (wanted?._tag !== 'Right') return
      const input = {
        meta: { namespace: 'ns', name },
        spec: wanted.right.spec,
        recorded: before?._tag === 'Right' ? { spec: before.right.spec } : null,
        defaults: { configuration: {}, logConfiguration: {} },
        options: operatorOptions({}).options,
      }
      const found = validateFlinkDeployment(input)
      expect(new Set(found.map(it => JSON.stringify(it))).size).toBe(found.length)
      expect(validateFlinkDeployment(input)).toEqual(found)
    },
  )

  const amount = fc.tuple(
    fc.oneof(fc.integer({ min: 1, max: 99_999 }).map(String), fc.constantFrom('1.5', '0.5', '1500000000', '2048', '1e3')),
    fc.constantFrom('', 'm', 'k', 'K', 'M', 'G', 'T', 'mi', 'Mi', 'gi', 'Gi', 'g', 'mb', 'MB', 'kb', 'Gb', ' g', 'b', 'Kib', 'mebibytes'),
  ).map(it => it.join(''))
  const misspelt = fc.tuple(
    fc.constantFrom(...keys.filter(key => key.startsWith('kubernetes.operator.'))),
    fc.nat(),
    fc.constantFrom('', 'x', 'e'),
  ).map(([key, at, letter]) => `${key.slice(0, 20 + (at % (key.length - 19)))}${letter}${key.slice(21 + (at % (key.length - 19)))}`)
  const doubtful = fc.record({
    flinkVersion: fc.constantFrom('v1_20', 'v2_2'),
    serviceAccount: fc.constant('flink'),
    flinkConfiguration: fc.dictionary(misspelt, fc.constantFrom('true', 'false', '1 h', '5', 'x', '-1', '1 gb'), { maxKeys: 3 }),
    jobManager: fc.record({
      resource: fc.constant({ memory: '2g' }),
      resources: fc.record({ requests: fc.record({ memory: amount }), limits: fc.record({ memory: amount }) }),
    }),
    taskManager: fc.record({
      resource: fc.constant({ memory: '2g' }),
      resources: optional(fc.record({ requests: fc.record({ memory: amount }), limits: fc.record({ memory: amount }) })),
    }),
    job: fc.constant({ jarURI: 'local:///a.jar', parallelism: 1, upgradeMode: 'stateless' }),
  })

  test.prop([doubtful])('F23 what an advice suggests is accepted, and the advice is over', spec => {
    const found = (json: JsonObject) => {
      const decoded = decodeFlinkDeployment({ metadata: { name: 'a', namespace: 'b' }, spec: json })
      return decoded._tag === 'Left' ? null
        : validateFlinkDeployment({
          meta: { namespace: 'ns', name: 'a' },
          spec: decoded.right.spec,
          recorded: null,
          defaults: { configuration: {}, logConfiguration: {} },
          options: operatorOptions({}).options,
        })
    }
    const before = found(spec) ?? []
    const errors = before.filter(({ severity }) => severity === 'Error').map(it => it.field)
    for (const { suggestion, field, message } of before) {
      if (suggestion === undefined) continue
      const after = found(mergePatch(spec, suggestion) as JsonObject)
      expect(after, message).not.toBeNull()
      expect((after ?? []).filter(it => it.severity === 'Error' && !errors.includes(it.field)), message).toEqual([])
      expect((after ?? []).filter(it => it.field === field && it.message === message)).toEqual([])
    }
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
