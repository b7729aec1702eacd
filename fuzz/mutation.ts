import { pathText } from '../packages/core/src/crd/decode-error.ts'
import { isJsonObject } from '../packages/core/src/crd/is-json-object.ts'
import { optionTable } from '../packages/core/src/options/option-table.ts'
import { jobStates } from '../packages/core/src/contract/resource/job-status.ts'
import type { Json } from '../packages/core/src/contract/resource/json.ts'
import { type Change, changedAt, type JsonPath, valueAt } from './json-path.ts'
import type { Random } from './random.ts'

/** One wound of a resource. */
export interface Mutation {
  readonly kind: MutationKind
  readonly path: JsonPath
  readonly change: Change
}

/** Where parts of other resources are taken from. */
export type Others = (random: Random) => { readonly json: Json; readonly paths: readonly JsonPath[] }

const emptyOrSmall: readonly Json[] = [true, false, 0, 1, -1, 1.5, '', ' ', 'x', 'true', 'null', [], {}, [null], [[]], [{}], { a: 1 }, {
  '': null,
}]
const numbers: readonly Json[] = [
  1e308,
  -1e308,
  5e-324,
  -0,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e15,
  -1,
  253_402_300_800_000,
  8.64e15,
  Infinity,
  -Infinity,
  NaN,
  'NaN',
  'Infinity',
  '1e999',
  '-1',
  '0x10',
  '1_000',
  '٣',
  '9'.repeat(40),
  '00',
  '+7',
  ' 7 ',
  '7.0',
  '1e3',
  '0.5Gi',
  '2g',
  '10 s',
  '-10 s',
  'PT1M',
  '1 parsec',
  `${'9'.repeat(25)} days`,
]
const odd = [
  '\u0000',
  '\n',
  '\r\n',
  '\t',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u202e',
  '#',
  ': ',
  '- ',
  '{{',
  '}',
  '"',
  "'",
  '\\',
  '*',
  '&a',
  '!!js',
  '%s',
  '$1',
  '\ud83d\ude00',
]
const halves = ['\ud800', '\udfff', 'a\ud800b', '\udc00\ud800', 'x\ud83d']
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then', 'length', '_tag']
const words: readonly string[] = [
  ...jobStates,
  'stateless',
  'savepoint',
  'last-state',
  'running',
  'suspended',
  'native',
  'standalone',
  'DEPLOYED',
  'UPGRADING',
  'ROLLING_BACK',
  'ROLLED_BACK',
  'READY',
  'DEPLOYING',
  'DEPLOYED_NOT_READY',
  'MISSING',
  'ERROR',
  'CREATED',
  'STABLE',
  'DELETING',
  'v1_13',
  'v1_15',
  'v1_17',
  'v1_20',
  'v2_0',
  'v2_9',
  'v3_0',
  'Suspend',
  'Deploy',
  'TearDown',
  'Requested',
  'Create',
  'Created',
  'Abandon',
  'Empty',
  'Path',
  'LastState',
  'KUBERNETES_OPERATOR_LAST_STATE',
  'SAVEPOINT',
  'CANCEL',
  'LAST_STATE',
  'NOOP',
  'MANUAL',
  'PERIODIC',
  'UPGRADE',
  'Recovery',
  'Deletion',
  'Rollback',
  'kubernetes',
  'NONE',
  'zookeeper',
]
const optionKeys: readonly string[] = [
  ...Object.values(optionTable).map(({ key }) => key),
  'high-availability.type',
  'high-availability',
  'high-availability.storageDir',
  'execution.checkpointing.interval',
  'state.savepoints.dir',
  'state.checkpoints.dir',
  'kubernetes.cluster-id',
  'kubernetes.namespace',
  'rest.port',
  'parallelism.default',
  'taskmanager.numberOfTaskSlots',
  'jobmanager.memory.process.size',
  'taskmanager.memory.process.size',
  'kubernetes.jobmanager.cpu.limit-factor',
  'scheduler-mode',
  'security.ssl.rest.enabled',
  'kubernetes.pod-template-file',
  'env.java.opts',
  'pipeline.max-parallelism',
]

const nested = (random: Random): Json => {
  const depth = random.chance(0.02) ? 9_000 : random.chance(0.2) ? 400 : 40
  const isList = random.chance(0.5)
  let json: Json = 'bottom'
  for (let level = 0; level < depth; level += 1) json = isList ? [json] : { a: json }
  return json
}

const hugeText = (random: Random): string =>
  random.pick(['x', 'é', '😀', ' ', '\n', '[', '{"a":', 'a.', '1', '/']).repeat(
    random.chance(0.005) ? 400_000 : random.chance(0.1) ? 20_000 : 1_000,
  )

const oddText = (random: Random, from: readonly string[]): string =>
  random.pick([random.pick(from), `a${random.pick(from)}b`, random.pick(from).repeat(3)])

const anyValue = (random: Random): Json =>
  random.pick<() => Json>([
    () => random.pick(emptyOrSmall),
    () => random.pick(numbers),
    () => oddText(random, odd),
    () => oddText(random, halves),
    () => random.pick(words),
    () => random.pick(inherited),
    () => null,
  ])()

const always = (value: Json): Change => () => value

type Kind = (random: Random, path: JsonPath, others: Others) => Omit<Mutation, 'kind'>

/** Sets a field of the object at the place, or of the innermost object that it stands in. */
const entry = (
  json: Json,
  path: JsonPath,
  key: string,
  value: Json,
): Omit<
  Mutation,
  'kind'
> => (path.length === 0 || isJsonObject(valueAt(json, path)) ? { path: [...path, key], change: always(value) }
  : entry(json, path.slice(0, -1), key, value))

const mutations = {
  remove: (_, path) => ({ path, change: () => undefined }),
  null: (_, path) => ({ path, change: always(null) }),
  type: (random, path) => ({ path, change: always(random.pick(emptyOrSmall)) }),
  number: (random, path) => ({ path, change: always(random.pick(numbers)) }),
  huge: (random, path) => ({ path, change: always(hugeText(random)) }),
  deep: (random, path) => ({ path, change: always(nested(random)) }),
  control: (random, path) => ({ path, change: always(oddText(random, odd)) }),
  surrogate: (random, path) => ({ path, change: always(oddText(random, halves)) }),
  enum: (random, path) => ({ path, change: always(random.pick(words)) }),
  inherited: (random, path) => ({
    path,
    change: always(random.pick<Json>([random.pick(inherited), { [random.pick(inherited)]: anyValue(random) }])),
  }),
  graft: (random, path, others) => {
    const { json, paths } = others(random)
    const same = valueAt(json, path)
    return { path, change: always((random.chance(0.7) ? same : undefined) ?? valueAt(json, random.pick(paths)) ?? null) }
  },
} satisfies Record<string, Kind>

const additions = {
  unknown: random => [random.pick(['unknown', 'x-y', '', 'a.b', hugeKey, ...halves]), anyValue(random)],
  prototype: random => [random.pick(inherited), random.pick<Json>([anyValue(random), { polluted: true }])],
  option: random => [random.pick(optionKeys), anyValue(random)],
} satisfies Record<string, (random: Random) => readonly [string, Json]>
const hugeKey = 'k'.repeat(5_000)

export type MutationKind = keyof typeof mutations | keyof typeof additions
export const mutationKinds = [...Object.keys(mutations), ...Object.keys(additions)] as readonly MutationKind[]

/** A mutation at random, of a resource whose places are `paths`. */
export const mutationOf = (random: Random, json: Json, paths: readonly JsonPath[], others: Others): Mutation => {
  const kind = random.pick(mutationKinds)
  const path = random.pick(paths)
  if (kind === 'option') {
    const [key, value] = additions.option(random)
    return {
      kind,
      ...entry(
        json,
        random.pick([['spec', 'flinkConfiguration'], [
          'status',
          'reconciliationStatus',
          'lastReconciledSpec',
          '(as JSON)',
          'spec',
          'flinkConfiguration',
        ], path]),
        key,
        value,
      ),
    }
  }
  if (kind === 'unknown' || kind === 'prototype') {
    const [key, value] = additions[kind](random)
    return { kind, ...entry(json, path, key, value) }
  }
  return { kind, ...mutations[kind](random, path, others) }
}

export const mutated = (json: Json, given: readonly Mutation[]): Json =>
  given.reduce<Json>((tree, { path, change }) => changedAt(tree, path, change) ?? null, json)

export const mutationText = ({ kind, path }: Mutation): string => `${kind} ${pathText(path)}`.slice(0, 200)
