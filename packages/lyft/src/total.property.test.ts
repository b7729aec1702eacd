import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operatorOptions } from '@flink-operator/core/operator-options'
import type { Json, JsonObject } from '@flink-operator/core/resource'
import { podRights } from '../../core/src/options/security-options.ts'
import { floatNormalForm } from './hash/object-hash.ts'
import type { HashedApplication } from './hash/hashed-application.ts'
import { specHash } from './hash/spec-hash.ts'
import { environment, environmentFrom, volumeMounts } from './kubernetes-json/container-types.ts'
import { rewritten } from './kubernetes-json/go-type.ts'
import { affinity, podSecurityContext, tolerations } from './kubernetes-json/pod-types.ts'
import { bytesOf, canonicalQuantity } from './kubernetes-json/quantity.ts'
import { volumes } from './kubernetes-json/volume-types.ts'
import { partsOf, renderObject } from './objects/cluster-objects.ts'
import { emptyFlinkApplicationSpec, flinkApplicationSpecByField } from './spec/flink-application-spec-fields.ts'
import { validateFlinkApplication } from './validation/validate-application.ts'

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>
const amount = fc.oneof(
  fc.tuple(
    fc.constantFrom('', '-', '+'),
    fc.nat({ max: 10 ** 6 }),
    fc.constantFrom('', '.', '.5', '.500', '.0001'),
    fc.constantFrom('', 'm', 'u', 'n', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3', 'E-2', 'e10', 'x'),
  )
    .map(parts => parts.join('')),
  fc.string(),
)
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(0))

const fields = Object.keys(emptyFlinkApplicationSpec)
const likely: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  parallelism: number,
  jobManagerConfig: fc.record({
    resources: fc.record({ requests: fc.dictionary(fc.constantFrom('memory', 'cpu'), fc.oneof(amount, json)) }),
    replicas: number,
    systemMemoryFraction: number,
    envConfig: fc.record({ env: fc.array(fc.record({ name: fc.string(), value: json })) }),
  }),
  taskManagerConfig: fc.record({ taskSlots: number, tolerations: json, affinity: json }),
  flinkConfig: fc.dictionary(fc.string(), json),
  volumes: fc.array(fc.dictionary(fc.constantFrom('name', 'emptyDir', 'secret', 'projected', 'x'), json)),
  flinkVersion: fc.constantFrom('', '1.8', '1.20', 'x'),
}
const specJson = fc.dictionary(fc.constantFrom(...fields, 'newer'), json).chain(some =>
  fc.record(likely, { requiredKeys: [] }).map(more => ({ ...some, ...more }) as JsonObject)
)

const application = fc.record({ spec: specJson, colour: fc.constantFrom(null, '', 'blue'), label: fc.string() }).map((
  { spec, colour, label },
): HashedApplication => ({
  meta: { name: 'a', namespace: 'ns', labels: { label }, annotations: { label } },
  spec: pipe(flinkApplicationSpecByField.codec.decode(spec), E.getOrElse(() => emptyFlinkApplicationSpec)),
  colour,
}))

const restrictions = operatorOptions({ 'kubernetes.operator.security.forbidden-pod-fields': podRights.join(';') }).options
const options = { containerNameFormat: '', schedulerName: '', ingressUrlFormat: '{{$jobCluster}}.example.com' }
const owner = { apiVersion: 'flink.k8s.io/v1beta1', kind: 'FlinkApplication', name: 'a', uid: 'u' }

/** The same, with the keys of every object the other way round. */
const turned = <A>(value: A): A =>
  (Array.isArray(value) ? value.map(turned)
    : typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).toReversed().map(([key, each]) => [key, turned(each as unknown)]))
    : value) as A

describe('whatever a FlinkApplication says', () => {
  test('its spec is hashed, rendered and validated: nothing of it throws', () => {
    fc.assert(fc.property(application, given => {
      const hash = specHash(given, options)
      expect(hash).toMatch(/^[0-9a-f]{8}$/u)
      const request = { ...given, hash, owner, selectors: { jobmanager: 'j', taskmanager: 't' }, attempt: null, options }
      partsOf(request).forEach(part => expect(renderObject(request, part)).toMatchObject({ metadata: { namespace: 'ns' } }))
      validateFlinkApplication({ meta: { ...given.meta, ...owner }, spec: given.spec, recordedMode: '', options, restrictions })
    }))
  })

  test('P12 the order of keys never changes its hash', () => {
    fc.assert(fc.property(application, given => {
      expect(specHash(turned(given), options)).toBe(specHash(given, options))
    }))
  })

  test('what is written again as Kubernetes writes it is written so once for all', () => {
    const types = [environment, environmentFrom, volumeMounts, affinity, podSecurityContext, tolerations, volumes]
    fc.assert(fc.property(fc.constantFrom(...types), json, (type, value) => {
      const once = rewritten(type, value)
      expect(rewritten(type, once)).toEqual(once)
    }))
  })

  // once more than once: what had a binary suffix and is written without one, as 571812.5Ki, is a decimal from then on
  test('a quantity that is canonical stays so, and has the same bytes where it has any', () => {
    fc.assert(fc.property(amount, text => {
      const canonical = canonicalQuantity(text)
      expect(canonicalQuantity(canonicalQuantity(canonical))).toBe(canonicalQuantity(canonical))
      if (bytesOf(text) > 0) expect(bytesOf(canonical)).toBe(bytesOf(text))
    }))
  })

  test('a normal form tells its number', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      const [, sign = '', exponent = '', digits = ''] = /^([+-])(-?\d+)?:([01]*)$/u.exec(floatNormalForm(value)) ?? []
      const mantissa = Array.from(digits).reduce((sum, digit, at) => sum + (digit === '1' ? 2 ** -at : 0), 0)
      expect((sign === '-' ? -1 : 1) * mantissa * 2 ** Math.ceil(Number(exponent) / 2) * 2 ** Math.floor(Number(exponent) / 2)).toBe(
        value === 0 ? 0 : value,
      )
    }))
  })
})
