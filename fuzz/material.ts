import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { parse } from 'yaml'
import { decodeFlinkDeployment, encodeStatus } from '../packages/core/src/crd/flink-deployment.ts'
import type { FlinkDeploymentFacts } from '../packages/core/src/contract/fact/cluster-facts.ts'
import type { Json, JsonObject } from '../packages/core/src/contract/resource/json.ts'
import { isJsonObject } from '../packages/core/src/crd/is-json-object.ts'
import { fullFacts } from '../packages/core/fixtures/facts-arbitraries.ts'
import { givenRounds } from '../packages/core/fixtures/round-arbitraries.ts'
import { finalizer, name, namespace, specJson, t0, uid } from '../packages/core/fixtures/flink-deployment-resource.ts'
import { asJson, type JsonPath, pathsOf } from './json-path.ts'

/** A resource that decodes, to be wounded; `at`: a moment of its story. */
export interface Base {
  readonly from: string
  readonly json: Json
  readonly paths: readonly JsonPath[]
  readonly at: number
}

export interface Material {
  readonly bases: readonly Base[]
  readonly facts: readonly FlinkDeploymentFacts[]
}

const root = join(import.meta.dirname, '..')
const linesOf = (path: string): readonly JsonObject[] =>
  gunzipSync(readFileSync(join(root, path))).toString('utf8').split('\n').filter(line => line !== '').map(line =>
    JSON.parse(line) as JsonObject
  )

const at = (json: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((node, key) => (isJsonObject(node) ? node[key] : undefined), json)

const nameOf = ({ id }: JsonObject): string => (typeof id === 'string' ? id : '?')

/** As the API server stores it: what a status of the reference operator's unit tests leaves out. */
const stored = (resource: Json): Json => (isJsonObject(resource) && isJsonObject(resource['metadata'])
  ? {
    ...resource,
    metadata: { resourceVersion: '1', generation: 1, uid, finalizers: [finalizer], namespace: 'ns', ...resource['metadata'] },
  } : resource)

/** Statuses that the reference operator really wrote. */
const corpus = (): readonly (readonly [from: string, json: Json | undefined])[] =>
  ['packages/core/src/crd/test-data/status-corpus.jsonl.gz', 'test/data/status-corpus.jsonl.gz'].flatMap(path =>
    linesOf(path).map(line => [`corpus ${nameOf(line)}`, line['resource']] as const)
  )

/** Resources of the golden vectors, with the spec that they name as the last reconciled one. */
const vectors = (): readonly (readonly [from: string, json: Json | undefined])[] =>
  ['observe', 'reconcile', 'upgrade-mode', 'validation', 'manifests', 'snapshot-trigger'].flatMap(family =>
    linesOf(`test/golden/vectors/${family}.jsonl.gz`)
      .filter((_, index) => index % 7 === 0)
      .map((
        vector,
      ): readonly [string, Json | undefined] => [
        nameOf(vector),
        withRecord(at(vector, 'given', 'resource'), at(vector, 'given', 'lastReconciledSpec')),
      ])
  )

const withRecord = (resource: Json | undefined, spec: Json | undefined): Json | undefined => {
  if (!isJsonObject(resource) || !isJsonObject(spec)) return resource
  const status = isJsonObject(resource['status']) ? resource['status'] : {}
  const reconciliation = isJsonObject(status['reconciliationStatus']) ? status['reconciliationStatus'] : {}
  const record = JSON.stringify({ spec, resource_metadata: { apiVersion: resource['apiVersion'], firstDeployment: false } })
  return {
    ...resource,
    status: { ...status, reconciliationStatus: { lastReconciledSpec: record, lastStableSpec: record, ...reconciliation } },
  }
}

const examples = (): readonly (readonly [from: string, json: Json | undefined])[] =>
  readdirSync(join(root, 'examples')).filter(file => file.endsWith('.yaml')).map(
    file => [`examples/${file}`, parse(readFileSync(join(root, 'examples', file), 'utf8')) as Json],
  )

const sample = { numRuns: 500, seed: 1 }

/** Rounds of the property tests: statuses in which our own record says that something is under way. */
const rounds = (): readonly (readonly [from: string, json: Json | undefined])[] =>
  fc.sample(givenRounds(fullFacts), sample).map(({ spec, status, metadata }, index) => [`round ${index}`, {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: { name, namespace, uid, creationTimestamp: '2023-11-14T22:00:00Z', resourceVersion: '1', ...metadata },
    spec: specJson(spec),
    ...(status === undefined ? {} : { status: encodeStatus(status, null) }),
  }])

const momentOf = (from: string, json: Json): number => {
  const created = at(json, 'metadata', 'creationTimestamp')
  return from.startsWith('round') || typeof created !== 'string' ? t0 : Date.parse(created) + 600_000
}

const isFlinkDeployment = (json: Json | undefined): json is JsonObject => isJsonObject(json) && json['kind'] === 'FlinkDeployment'

/** All that cases are made of. Every resource of it decodes as it is. */
export const material = (): Material => ({
  bases: [...corpus(), ...vectors(), ...examples(), ...rounds()].flatMap(([from, json]) => {
    if (!isFlinkDeployment(json)) return []
    const it = stored(json)
    return decodeFlinkDeployment(it)._tag === 'Left' ? [] : [{
      from,
      json: it,
      paths: pathsOf(it).filter(path => path.at(-1) !== asJson),
      at: momentOf(from, it),
    }]
  }),
  facts: fc.sample(fullFacts, sample),
})
