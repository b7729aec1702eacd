import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fc, test } from '@fast-check/vitest'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { describe, expect } from 'vitest'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import type { Operation } from '../contract/resource/operation.ts'
import { decodeFlinkDeployment, encodeStatus } from './flink-deployment.ts'
import { initialFlinkDeploymentStatus } from './flink-deployment-status-fields.ts'
import { parseJson } from './lossless-json.ts'
import { decodeRecordedSpec, encodeRecordedSpec } from './recorded-spec.ts'

type Tree = Record<string, unknown>

const resources: readonly { readonly spec: Json; readonly status: JsonObject; readonly [key: string]: Json }[] = gunzipSync(
  readFileSync(join(import.meta.dirname, 'test-data/status-corpus.jsonl.gz')),
)
  .toString()
  .trim()
  .split('\n')
  .map(line => JSON.parse(line).resource)
  .filter(resource => resource?.kind === 'FlinkDeployment' && resource.status !== undefined)

const nonce = fc.oneof(fc.integer(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }).map(String), fc.constant(null))
const moment = fc.nat()
const nullable = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })
const reason = fc.string()

const operations: fc.Arbitrary<Operation> = fc.tuple(
  fc.record({
    id: fc.string({ minLength: 1 }),
    attempt: fc.nat(),
    mintedAt: moment,
    targetGeneration: fc.nat(),
    purpose: fc.constantFrom('Upgrade', 'Recovery', 'Deletion'),
    jobId: nullable(fc.string()),
    giveUpAt: moment,
    incarnation: nullable(
      fc.record({
        deploymentUid: nullable(fc.string()),
        podUid: nullable(fc.string()),
        restartCount: nullable(fc.nat()),
        jobStartTime: nullable(moment),
      }),
    ),
  }),
  fc.oneof(
    fc.record({
      kind: fc.constant('Suspend'),
      mode: fc.constantFrom('NOOP', 'SAVEPOINT', 'LAST_STATE'),
      restoreMode: fc.constantFrom('stateless', 'last-state'),
      step: fc.constantFrom('Requested', 'Terminal'),
      seenTerminalAt: nullable(moment),
      redeploy: nullable(fc.record({ nonce: fc.integer(), path: fc.string() })),
    }),
    fc.record({
      kind: fc.constant('Deploy'),
      step: fc.constantFrom('TearDown', 'Create', 'Abandon'),
      deployId: nullable(fc.string()),
      abandonedAt: nullable(moment),
      source: fc.oneof(
        fc.record({ _tag: fc.constant('Empty'), reason }),
        fc.record({ _tag: fc.constant('Empty'), reason, left: fc.record({ _tag: fc.constant('None'), reason }) }),
        fc.record({ _tag: fc.constant('LastState'), restorePath: nullable(fc.string()), reason }),
        fc.record({ _tag: fc.constant('Path'), path: fc.string(), reason }),
      ),
    }),
    fc.record({ kind: fc.constant('TearDown'), deleteHaMetadata: fc.boolean() }),
  ),
).map(([base, variant]) => ({ ...base, ...variant }))

/** One wound of a tree of JSON: where (a share of the number of its nodes), and what happens there. */
const wounds = fc.array(fc.record({ where: fc.nat(), what: fc.constantFrom('remove', 'null', 'replace', 'add'), by: fc.jsonValue() }), {
  maxLength: 6,
})

type Wound = { readonly where: number; readonly what: string; readonly by: unknown }

const wound = (json: Json, { where, what, by }: Wound): Json => {
  const tree = structuredClone(json)
  const nodes: [Tree, string][] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    Object.entries(node).forEach(([key, inner]) => {
      nodes.push([node as Tree, key])
      walk(inner)
    })
  }
  walk(tree)
  if (nodes.length === 0) return tree
  const [parent, key] = nodes[where % nodes.length]!
  if (what === 'add' && !Array.isArray(parent)) parent[`unknown-${where % 3}`] = by
  else if (what === 'remove' && !Array.isArray(parent)) delete parent[key]
  else parent[key] = what === 'null' ? null : by
  return tree
}

const wounded = (json: Json, given: readonly Wound[]): Json => given.reduce(wound, structuredClone(json))
/** By number, so that a counterexample is short. */
const numbers = fc.nat({ max: resources.length - 1 })
const isTree = (json: unknown): json is Tree => typeof json === 'object' && json !== null && !Array.isArray(json)
const at = (json: unknown, path: readonly string[]): unknown => path.reduce((node, key) => (isTree(node) ? node[key] : undefined), json)

describe('decoding is total (P11)', () => {
  test.prop([numbers, nullable(operations), wounds])(
    'a status decodes whatever became of it; only its write-ahead record may be refused',
    (number, operation, given) => {
      const resource = resources[number]!
      const status = wounded({ ...resource.status, operation: operation as unknown as JsonObject }, given)
      const decoded = decodeFlinkDeployment({ ...resource, status })
      if (E.isLeft(decoded)) {
        expect(decoded.left.path).toMatch(/^status\.operation\b/)
        return
      }
      const again = decodeFlinkDeployment({ ...resource, status: encodeStatus(decoded.right.status, status) })
      // an entry that is null is not written again, so that those behind it move up
      const places = ({ right }: typeof decoded) => ({
        ...right,
        unread: right.unread?.map(it => ({ ...it, path: it.path.replace(/\[\d+\]/gu, '[]') })),
      })
      expect(E.isRight(again) ? places(again) : again).toEqual(places(decoded))
    },
  )

  test.prop([numbers, wounds, fc.jsonValue()])('B46 encode keeps what decode did not understand', (number, given, extra) => {
    const resource = resources[number]!
    const status = wounded(resource.status, given)
    const levels = [[], ['jobStatus'], ['jobStatus', 'savepointInfo'], ['jobStatus', 'checkpointInfo'], ['reconciliationStatus'], [
      'taskManager',
    ], ['operatorRecord']]
    const there = levels.filter(path => isTree(at(status, path)))
    there.forEach(path => {
      ;(at(status, path) as Tree)['of a newer version'] = extra
    })
    const decoded = decodeFlinkDeployment({ ...resource, status })
    if (E.isLeft(decoded)) {
      expect(decoded.left.path).toMatch(/^status\.operation\b/)
      return
    }
    const written = encodeStatus(decoded.right.status, status)
    there.forEach(path => expect(at(written, [...path, 'of a newer version'])).toEqual(extra))
  })

  test.prop([numbers, wounds])('a spec decodes or is refused with its path; what decodes is recorded and read back', (number, given) => {
    const resource = resources[number]!
    const spec = E.getOrElse((): unknown => null)(parseJson(JSON.stringify(wounded(resource.spec, given))))
    const decoded = decodeFlinkDeployment({ ...resource, spec })
    if (E.isLeft(decoded)) {
      expect(decoded.left.path).toMatch(/^spec\b/)
      return
    }
    const recorded = { spec: decoded.right.spec, firstDeployment: true }
    expect(decodeRecordedSpec(encodeRecordedSpec(recorded))).toEqual(E.right(recorded))
  })

  test.prop([fc.anything()])('anything at all', json => {
    expect(() => decodeFlinkDeployment(json)).not.toThrow()
    expect(() => decodeFlinkDeployment({ metadata: { name: 'a' }, spec: json, status: json })).not.toThrow()
  })

  test.prop([fc.oneof(fc.string(), fc.json())])('any recorded text', text => {
    expect(() => decodeRecordedSpec(text)).not.toThrow()
  })
})

describe('round trips', () => {
  test.prop([operations])('an operation is read back as it was written', operation => {
    const status = { ...initialFlinkDeploymentStatus, operation }
    const decoded = decodeFlinkDeployment({ metadata: { name: 'a' }, status: JSON.parse(JSON.stringify(encodeStatus(status, null))) })
    expect(pipe(decoded, E.map(resource => resource.status))).toEqual(E.right(status))
  })

  test.prop([nonce, nonce])('nonces of 64 bits', (restartNonce, savepointTriggerNonce) => {
    const decoded = decodeFlinkDeployment({ metadata: { name: 'a' }, spec: { restartNonce, job: { savepointTriggerNonce } } })
    if (E.isLeft(decoded)) return expect.fail(decoded.left.path)
    const recorded = { spec: decoded.right.spec, firstDeployment: false }
    expect(recorded.spec).toMatchObject({ restartNonce, job: { savepointTriggerNonce } })
    expect(decodeRecordedSpec(encodeRecordedSpec(recorded))).toEqual(E.right(recorded))
  })
})
