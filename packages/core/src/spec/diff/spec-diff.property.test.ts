import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { specDiff } from './spec-diff.ts'
import { SpecChangeOrd } from './field-policy.ts'

const decoded = (spec: unknown): FlinkDeploymentSpec => {
  const resource = decodeFlinkDeployment({ metadata: { name: 'a', namespace: 'b' }, spec })
  if (resource._tag === 'Left') throw new Error(JSON.stringify(resource.left))
  return resource.right.spec
}

const optional = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | null> => fc.option(arbitrary)
const json = fc.jsonValue({ maxDepth: 3 })
const object = fc.dictionary(fc.string({ maxLength: 4 }), json, { maxKeys: 4 })
const key = fc.constantFrom(
  'a',
  'a.b',
  'job.autoscaler.enabled',
  'kubernetes.operator.x',
  'pipeline.jobvertex-parallelism-overrides',
  'constructor',
  '__proto__',
)
const configuration = fc.array(fc.tuple(key, fc.constantFrom('1', '2', 'a:1,b:2', 'b:2,a:1', '')), { maxLength: 4 }).map(entries =>
  Object.fromEntries(entries)
)
const mode = fc.constantFrom('native', 'standalone')

const specs = fc.record({
  image: optional(fc.constantFrom('a', 'b')),
  mode: optional(mode),
  flinkConfiguration: configuration,
  podTemplate: optional(object),
  logConfiguration: optional(fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 })),
  restartNonce: optional(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  jobManager: optional(fc.record({ replicas: optional(fc.integer({ min: 0, max: 3 })), podTemplate: optional(object) })),
  job: optional(fc.record({
    parallelism: optional(fc.nat({ max: 3 })),
    args: optional(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 })),
    upgradeMode: optional(fc.constantFrom('stateless', 'savepoint')),
    savepointTriggerNonce: optional(fc.nat({ max: 2 })),
  })),
}).map(decoded)

const reversed = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value) ? value
    : Object.fromEntries(Object.entries(value).reverse().map(([name, field]) => [name, reversed(field)]))

describe('spec diff', () => {
  test.prop([specs, specs, mode])(
    'P11 total: an answer for any two decoded specs, and IGNORE exactly where no change is heavier',
    (a, b, inMode) => {
      const diff = specDiff(a, b, inMode)
      expect(diff.text === '').toBe(diff.changes.length === 0)
      expect(diff.changes.every(({ type }) => SpecChangeOrd.compare(type, diff.type) <= 0)).toBe(true)
    },
  )

  test.prop([specs, mode])('P08 a spec does not differ from itself', (a, inMode) => {
    expect(specDiff(a, structuredClone(a), inMode)).toEqual({ type: 'IGNORE', changes: [], text: '' })
  })

  test.prop([specs, specs, mode])('P12 the order of map entries changes nothing', (a, b, inMode) => {
    const { type, changes } = specDiff(a, b, inMode)
    const permuted = specDiff(reversed(a) as FlinkDeploymentSpec, reversed(b) as FlinkDeploymentSpec, inMode)
    expect(permuted.type).toBe(type)
    expect(permuted.changes.map(({ path }) => path)).toEqual(changes.map(({ path }) => path))
    expect(specDiff(a, reversed(a) as FlinkDeploymentSpec, inMode).changes).toEqual([])
  })

  const ignoredOnly = fc.record(
    {
      upgradeMode: fc.constantFrom('stateless', 'savepoint', 'last-state'),
      savepointTriggerNonce: optional(fc.nat()),
      checkpointTriggerNonce: optional(fc.nat()),
      autoscalerResetNonce: optional(fc.nat()),
      initialSavepointPath: optional(fc.string()),
      allowNonRestoredState: optional(fc.boolean()),
      savepointRedeployNonce: fc.constant(null),
    } as const,
  )
  const ignoredConfiguration = fc.dictionary(fc.string().map(it => `kubernetes.operator.${it}`), fc.string(), { maxKeys: 3 })
  test.prop([specs, ignoredOnly, ignoredConfiguration, mode])('P09 an edit of ignored fields alone is IGNORE', (a, edit, added, inMode) => {
    const b: FlinkDeploymentSpec = {
      ...a,
      job: a.job === null ? null : { ...a.job, ...edit },
      flinkConfiguration: { ...a.flinkConfiguration, ...added },
      restartNonce: null,
    }
    expect(specDiff(a, b, inMode).type).toBe('IGNORE')
  })
})
