import { attemptAnnotation } from '../packages/core/src/contract/resource/annotations.ts'
import { absent, type Fact, known, unknown, type UnknownReason } from '../packages/core/src/contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../packages/core/src/contract/fact/cluster-facts.ts'
import { factOf } from '../packages/core/src/contract/query/fact-of.ts'
import type { Query } from '../packages/core/src/contract/query/query.ts'
import type { Random } from './random.ts'

type Field = keyof FlinkDeploymentFacts
type Facts = readonly FlinkDeploymentFacts[]

const reasons: readonly UnknownReason[] = ['Unreachable', 'Timeout', 'Forbidden', 'NotSynced', 'Undecodable', 'NotReady']

/** What the sampled rounds of the property tests have no values for. */
const more: Partial<Record<Field, readonly unknown[]>> = {
  ingress: [{ name: 'app', uid: 'uid-ingress', ownerUids: [], appliedDigest: null }, {
    name: 'app',
    uid: 'uid-ingress',
    ownerUids: ['x'],
    appliedDigest: 'a'.repeat(64),
  }],
  savepointOperation: [{ _tag: 'InProgress' }, { _tag: 'Completed', location: 's3://b/sp/3', checkpointId: 3 }, {
    _tag: 'Completed',
    location: null,
    checkpointId: null,
  }, { _tag: 'Failed', causes: [], savepointPath: null }],
  checkpointOperation: [{ _tag: 'InProgress' }, { _tag: 'Completed', location: null, checkpointId: 7 }, {
    _tag: 'Failed',
    causes: [{ type: 'X', message: 'no' }],
    savepointPath: null,
  }],
  metrics: [{ restarts: 0, completedCheckpoints: 0 }, { restarts: 400, completedCheckpoints: 3 }, {
    restarts: null,
    completedCheckpoints: null,
  }],
  resourceRequirements: [{}, { ['v'.repeat(32)]: { lower: 1, upper: 2 } }, { a: { lower: 4, upper: 4 }, b: { lower: 1, upper: 1 } }],
  snapshots: [[], [{
    name: 's',
    uid: 'u',
    creationTimestamp: 0,
    deleting: false,
    kind: 'savepoint',
    triggerType: 'UNKNOWN',
    state: 'COMPLETED',
    path: 's3://b/sp/1',
  }]],
}

const extremes = [0, -1, 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31, 253_402_300_800_000]
const texts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  'a\nb',
  '<checkpoint-not-externally-addressable>',
]
const kept = new Set(['_tag', 'state', 'phase', 'kind', 'triggerType', 'source', 'reason'])

/** The same shape with other numbers and texts, as an adapter could decode them; words of closed lists stay. */
const strange = (random: Random, value: unknown, key = ''): unknown => {
  if (kept.has(key) || !random.chance(0.9)) return value
  if (Array.isArray(value))
    return random.chance(0.2) ? [...value as unknown[], ...value as unknown[]] : value.map(it => strange(random, it))
  if (typeof value === 'object' && value !== null) {
    const made = Object.fromEntries(Object.entries(value).map(([name, it]) => [name, strange(random, it, name)]))
    return key === 'labels' || key === 'annotations' ? { ...made, [random.pick(texts)]: 'x', [attemptAnnotation]: random.pick(texts) }
      : made
  }
  if (typeof value === 'number') return random.chance(0.3) ? random.pick(extremes) : value
  if (typeof value === 'string') return random.chance(0.3) ? random.pick(texts) : value
  return typeof value === 'boolean' && random.chance(0.3) ? !value : value
}

const someValue = (random: Random, field: Field, facts: Facts): unknown => {
  const own = more[field]
  if (own !== undefined && random.chance(0.8)) return random.pick(own)
  const fact = random.pick(facts)[field]
  return fact?._tag === 'Known' ? fact.value : undefined
}

/**
 * What is an empty list, or can't be asked of a cluster that does not answer, is never told as absent
 * (core/contract/fact/cluster-facts.ts).
 */
const neverAbsent: readonly Field[] = ['jobs', 'jobManagerPods', 'configMaps', 'services', 'exceptions', 'clusterOverview', 'metrics']

const noAnswer = (
  random: Random,
  field: Field,
  now: number,
  source: 'cache' | 'live',
): Fact<
  never
> => (random.chance(0.5) && !neverAbsent.includes(field) ? absent(now, source)
  : unknown(random.pick(reasons), random.pick(texts), now, source))

/** What a look at `field` may answer: known, absent or unknown, at random. */
const answer = (random: Random, field: Field, facts: Facts, now: number, source: 'cache' | 'live'): Fact<unknown> => {
  const value = random.chance(0.7) ? someValue(random, field, facts) : undefined
  if (value === undefined) return noAnswer(random, field, now, source)
  return known(random.chance(0.2) ? strange(random, value) : value, random.pick([now, now, now - 1, now - 3_600, now - 90_000_000]), source)
}

/** What a round knows before it looks: the Deployment from a cache, now and then nothing, now and then much. */
export const firstFacts = (random: Random, facts: Facts, now: number): FlinkDeploymentFacts => {
  if (random.chance(0.2)) return random.pick(facts)
  return random.chance(0.2) ? {} : { deployment: answer(random, 'deployment', facts, now, 'cache') } as FlinkDeploymentFacts
}

export const answers = (random: Random, queries: readonly Query[], facts: Facts, now: number): FlinkDeploymentFacts =>
  Object.fromEntries(queries.map(query => {
    // of a FlinkDeployment's round: it asks nothing that only other kinds want to know
    const field = factOf(query) as keyof FlinkDeploymentFacts
    return [field, answer(random, field, facts, now, 'live')]
  }))
