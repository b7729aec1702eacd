import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Json, JsonObject } from '@flink-operator/core'
import fc from 'fast-check'
import { parseAllDocuments } from 'yaml'
import { operatorsErrors, resourceOf } from './operators-errors.ts'
import { acceptedSpecs, type CheckedKind, checkedKinds } from './refused-specs.ts'

export interface NamedResource {
  readonly from: string
  readonly kind: CheckedKind
  readonly resource: JsonObject
}

const root = join(import.meta.dirname, '..')

const ofKind = (from: string, json: unknown): readonly NamedResource[] => {
  const kind = checkedKinds.find(name => name === (json as JsonObject | null)?.['kind'])
  if (kind === undefined) return []
  const { apiVersion, metadata, spec = {}, status = {} } = json as JsonObject
  const { name, labels = {}, annotations = {} } = metadata as JsonObject
  return [{ from, kind, resource: { apiVersion, kind, metadata: { name, labels, annotations }, spec, status } as JsonObject }]
}

/** Our examples. */
export const examples = (): readonly NamedResource[] =>
  readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml')).flatMap(file =>
    parseAllDocuments(readFileSync(join(root, 'examples', file), 'utf8')).flatMap(document => ofKind(file, document.toJS()))
  )

type Line = JsonObject & { readonly id: string }

const lines = (file: string): readonly Line[] =>
  gunzipSync(readFileSync(join(root, file))).toString('utf8').trim().split('\n').map(line => JSON.parse(line) as Line)

/** What real clusters had, with the statuses that the reference operator wrote. */
export const statusCorpus = (): readonly NamedResource[] =>
  ['test/data/status-corpus.jsonl.gz', 'test/data/blue-green-corpus.jsonl.gz'].flatMap(lines).flatMap(({ id, resource }) =>
    ofKind(id, resource)
  )

/** The specs that the reference operator's validation accepted. */
export const acceptedByReference = (): readonly NamedResource[] =>
  lines('test/golden/vectors/validation.jsonl.gz').flatMap(({ id, given, expect }) => {
    const { kind, resource } = given as JsonObject
    return (expect as JsonObject)['message'] === null ? ofKind(id, { ...resource as JsonObject, kind }) : []
  })

const optional = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | null> => fc.option(arbitrary, { freq: 2 })

/** Mostly this value, so that of several fields not all are wrong at once. */
const mostly = <A>(value: A, others: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: others })

const blank = fc.constantFrom('', '', '', ' ', '\t')
const amount = fc.tuple(
  blank,
  fc.constantFrom('', '', '+', '-'),
  fc.oneof(fc.nat({ max: 9_999 }).map(String), fc.constantFrom('1.5', '.5', '2048', '1e3', '1000e-3', '2.')),
  blank,
  fc.constantFrom(
    '',
    'b',
    'k',
    'K',
    'kb',
    'Ki',
    'm',
    'M',
    'mb',
    'Mi',
    'MIB',
    'mebibytes',
    'g',
    'GB',
    'gb',
    'Gi',
    'gib',
    'T',
    'Ti',
    'E',
    'u',
    'n',
    'x',
    'potato',
  ),
  blank,
).map(parts => parts.join(''))

const amounts = fc.dictionary(fc.constantFrom('cpu', 'memory', 'ephemeral-storage', 'nvidia.com/gpu'), fc.oneof(amount, fc.nat({ max: 9 })))

const manager = fc.record({
  replicas: mostly(null, fc.integer({ min: -1, max: 3 })),
  resource: fc.record({ memory: fc.oneof(fc.constant('2g'), amount), ephemeralStorage: mostly(null, amount) }),
  resources: mostly(null, fc.record({ requests: amounts, limits: amounts })),
})

const deployments = fc.record({
  flinkVersion: mostly('v1_20', fc.constantFrom('v1_13', 'v1_14', 'v1_15', 'v2_0', 'v2_4')),
  imagePullPolicy: mostly(null, fc.constantFrom('Always', 'Never', 'IfNotPresent', '', ' ', 'always')),
  serviceAccount: fc.constant('flink'),
  image: fc.constant('flink:1.20'),
  logConfiguration: mostly(null, fc.dictionary(fc.constantFrom('log4j-console.properties', 'logback-console.xml', 'x'), fc.string())),
  jobManager: manager,
  taskManager: manager,
  job: optional(fc.record({
    jarURI: fc.constant('local:///job.jar'),
    parallelism: mostly(1, fc.integer({ min: -1, max: 0 })),
    upgradeMode: fc.constantFrom('stateless', 'savepoint', 'last-state'),
  })),
})

const names = fc.oneof(
  fc.constant('app'),
  fc.stringMatching(/^[a-z]([-a-z0-9]{0,43}[a-z0-9])?$/u),
  fc.stringMatching(/^[a-z]([-a-z0-9]{0,60}[a-z0-9])?$/u),
  fc.stringMatching(/^[a-z0-9]([-a-z0-9.]{0,10}[a-z0-9])?$/u),
)

const snapshots = fc.record({
  savepoint: optional(fc.record({ alreadyExists: optional(fc.boolean()), path: optional(fc.constantFrom('', 's3://b/x')) })),
  checkpoint: optional(fc.constant({})),
  jobReference: optional(fc.constant({ kind: 'FlinkDeployment', name: 'app' })),
})

const sessionJobs = fc.record({
  deploymentName: names,
  job: fc.record({ jarURI: fc.constant('https://repo.example/a.jar'), parallelism: optional(fc.integer({ min: -1, max: 2 })) }),
})

const applications = fc.record({
  parallelism: fc.integer({ min: -1, max: 2 }),
  jarName: fc.constantFrom('job.jar', 'a/job.jar', 'ä job.jar'),
  deploymentMode: optional(fc.constantFrom('', 'Dual', 'BlueGreen', 'x')),
  deleteMode: optional(fc.constantFrom('', 'Savepoint', 'None', 'ForceCancel', 'x')),
  scaleMode: optional(fc.constantFrom('', 'NewCluster', 'InPlace', 'x')),
  imagePullPolicy: optional(fc.constantFrom('', 'Always', 'Never', 'IfNotPresent', 'x')),
  jobManagerConfig: optional(fc.record({ replicas: optional(fc.integer({ min: 0, max: 1 })) })),
  taskManagerConfig: optional(fc.record({ taskSlots: optional(fc.integer({ min: 0, max: 2 })) })),
  maxCheckpointRestoreAgeSeconds: optional(fc.integer({ min: 0, max: 2 })),
}).map(spec => ({ ...acceptedSpecs.FlinkApplication, ...spec }))

const random: Readonly<Record<CheckedKind, fc.Arbitrary<unknown>>> = {
  FlinkDeployment: deployments,
  FlinkSessionJob: sessionJobs,
  FlinkStateSnapshot: snapshots,
  FlinkBlueGreenDeployment: deployments.map(spec => ({ template: { spec } })),
  FlinkApplication: applications,
}

const withoutNulls = (json: Json): Json =>
  Array.isArray(json) || typeof json !== 'object' || json === null ? json
    : Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null).map(([key, value]) => [key, withoutNulls(value)]))

/** Random resources that the operator's own validation accepts. */
export const acceptedAtRandom = (kind: CheckedKind, tries: number, seed: number): readonly NamedResource[] =>
  fc.sample(fc.tuple(kind === 'FlinkDeployment' ? names : mostly('app', names), random[kind]), { numRuns: tries, seed }).map((
    [name, spec],
  ) => resourceOf(kind, name, withoutNulls(spec as Json) as JsonObject))
    .filter(resource => operatorsErrors(kind, resource).length === 0)
    .map(resource => ({ from: JSON.stringify(resource), kind, resource }))
