import * as E from 'fp-ts/lib/Either.js'
import { isHard, mayFail } from '../packages/core/src/contract/action/action-properties.ts'
import type { FlinkDeploymentAction } from '../packages/core/src/kind/flink-deployment/flink-deployment-action.ts'
import { adapterErrorTags } from '../packages/core/src/contract/action/adapter-error.ts'
import { renderManifest } from '../packages/core/src/manifest/render-manifest.ts'
import { describeDecodeError, pathText } from '../packages/core/src/crd/decode-error.ts'
import { encodeStatus } from '../packages/core/src/crd/flink-deployment.ts'
import { isJsonObject } from '../packages/core/src/crd/is-json-object.ts'
import type { Env } from '../packages/core/src/contract/env.ts'
import { type AnyDesired, type AnyObserved, situationOf } from '../packages/core/src/kind/flink-deployment/with-or-without-job.ts'
import type { flinkDeploymentKind } from '../packages/core/src/kind/flink-deployment/flink-deployment-kind.ts'
import type { FlinkDeploymentFacts } from '../packages/core/src/contract/fact/cluster-facts.ts'
import type { DecodeError, Finding } from '../packages/core/src/contract/resource/finding.ts'
import { operatorOptions } from '../packages/core/src/options/operator-options.ts'
import type { Json } from '../packages/core/src/contract/resource/json.ts'
import { asJson, type JsonPath } from './json-path.ts'
import { answers, firstFacts } from './looks.ts'
import type { Base, Material } from './material.ts'
import { mutated, mutationOf, type Mutation } from './mutation.ts'
import { type Random, randomOf } from './random.ts'

export type Kind = typeof flinkDeploymentKind

/** How far a case came, and what was found wrong with the core. */
export interface CaseResult {
  /** `Refused`: not decodable. `Invalid`: decoded, not to be followed; decided all the same. `Decided`: valid. */
  readonly outcome: 'Refused' | 'Invalid' | 'Decided'
  readonly situation: string | null
  readonly problem: string | null
}

export interface Prepared {
  readonly base: Base
  readonly mutations: readonly Mutation[]
}

const environments: readonly Pick<Env, 'options' | 'flinkDefaults'>[] = [
  {},
  {
    'kubernetes.operator.reconcile.interval': '5 s',
    'kubernetes.operator.deployment.rollback.enabled': 'true',
    'kubernetes.operator.cluster.health-check.enabled': 'true',
  },
  {
    'kubernetes.operator.snapshot.resource.enabled': 'true',
    'kubernetes.operator.job.restart.failed': 'true',
    'kubernetes.operator.periodic.savepoint.interval': '1 h',
  },
].map(configuration => ({ options: operatorOptions(configuration).options, flinkDefaults: { configuration, logConfiguration: {} } }))

/** The wounds of one case: one of them as often as several. */
export const prepare = (material: Material, seed: number, index: number): Prepared => {
  const random = randomOf(seed, index)
  const base = random.pick(material.bases)
  const count = random.chance(0.5) ? 1 : 2 + random.below(4)
  return { base, mutations: Array.from({ length: count }, () => mutationOf(random, base.json, base.paths, it => it.pick(material.bases))) }
}

/** Another wound may have taken elements away before it. */
const withoutIndexes = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]')

/** The field itself, what it stands in or what stands in it; where the variant of a record was changed, all of the record. */
const isRelated = (refused: string, wound: JsonPath): boolean => {
  const path = withoutIndexes(refused)
  const outside = wound.includes(asJson) ? wound.slice(0, wound.indexOf(asJson)) : wound
  const isVariant = path.startsWith('status.operation') && ['kind', '_tag'].includes(outside.at(-1) ?? '')
  const text = withoutIndexes(pathText(isVariant ? outside.slice(0, -1) : outside))
  return text.startsWith(path) || path.startsWith(text)
}

/** A refusal is of use if it names the field that was wounded, what is there, and what is allowed there. */
const refusalProblem = (error: DecodeError, mutations: readonly Mutation[]): string | null => {
  const isNamed = error.path !== '' && error.found !== '' && error.expected !== ''
  if (!isNamed) return `refused without field, found and allowed: ${JSON.stringify(error).slice(0, 300)}`
  return mutations.some(({ path }) => isRelated(error.path, path)) ? null
    : `refused for a field that nobody touched: ${describeDecodeError(error).slice(0, 300)}`
}

const findingProblem = (
  finding: Finding,
):
  | string
  | null => (finding.field === '' || finding.message === '' ? `invalid without field and message: ${JSON.stringify(finding).slice(0, 300)}`
    : null)

const listProblem = (actions: readonly FlinkDeploymentAction[]): string | null => {
  const tags = actions.map(({ _tag }) => _tag)
  const last = actions.at(-1)
  if (tags.filter(tag => tag === 'Requeue').length !== 1 || last?._tag !== 'Requeue')
    return `a list ends with its only Requeue: ${tags.join(', ')}`
  if (!Number.isFinite(last.after) || last.after < 0) return `Requeue after ${last.after}`
  return actions.filter(isHard).length > 1 ? `more than one hard effect: ${tags.join(', ')}` : null
}

/** What is written can be read again (tried for a quarter, it takes longest), and what is created can be rendered or is told why not. */
const effectProblem = (kind: Kind, random: Random, actions: readonly FlinkDeploymentAction[], resource: Json): string | null => {
  for (const action of actions) {
    if (action._tag === 'CreateObject' || action._tag === 'ApplyObject') renderManifest(action.manifest)
    if (action._tag !== 'PersistStatus' || !random.chance(0.25)) continue
    const status = JSON.parse(
      JSON.stringify(encodeStatus(action.status, isJsonObject(resource) ? resource['status'] ?? null : null)),
    ) as Json
    const again = kind.decode({ ...(isJsonObject(resource) ? resource : {}), status })
    if (E.isLeft(again)) return `what is written can't be read again: ${describeDecodeError(again.left).slice(0, 300)}`
  }
  return null
}

/**
 * The fourth look of a round is its last. Where the cache does not show the Deployment, reading it live is one more: such a round fails,
 * and the next one has the cache.
 */
const looksOf = ({ deployment }: FlinkDeploymentFacts): number => (deployment?._tag === 'Known' ? 4 : 5)

interface Round {
  readonly desired: AnyDesired
  readonly observed: AnyObserved
  readonly actions: readonly FlinkDeploymentAction[]
}

/** Fails what may fail, to hear what is done then. */
const afterFailure = (kind: Kind, random: Random, { desired, observed, actions }: Round, env: Env): void => {
  const index = actions.findIndex(action => !mayFail(action) && action._tag !== 'Requeue' && random.chance(0.5))
  const failed = actions[index]
  if (failed === undefined) return
  const error = {
    _tag: random.pick(adapterErrorTags),
    message: random.pick(['no', '\ud800', 'x'.repeat(5_000)]),
    applied: random.pick(['No', 'Maybe'] as const),
    httpStatus: random.pick([null, 409, 500]),
    retryAfter: random.pick([null, 1, 1e12]),
  }
  kind.onFailure(desired, observed, actions.slice(0, index), failed, error, env)
}

const decidedProblem = (kind: Kind, random: Random, round: Round, env: Env, json: Json): string | null => {
  const problem = listProblem(round.actions) ?? effectProblem(kind, random, round.actions, json)
  afterFailure(kind, random, round, env)
  return problem
}

const run = (kind: Kind, { bases: _, facts: pool }: Material, { base, mutations }: Prepared, random: Random): CaseResult => {
  const json = mutated(base.json, mutations)
  const decoded = kind.decode(json)
  if (E.isLeft(decoded)) return { outcome: 'Refused', situation: null, problem: refusalProblem(decoded.left, mutations) }
  const resource = decoded.right
  const now = base.at + random.pick([0, 1, 3_600, 60_000, 90_000_000, -600_000])
  const env: Env = {
    hasSnapshotController: random.chance(0.5),
    ...random.pick(environments),
    now,
    consecutiveFailures: random.pick([0, 0, 1, 7, 1_000]),
  }
  const desired = kind.validate(resource, env)
  const outcome = desired.invalid === null ? 'Decided' : 'Invalid'
  const invalid = desired.invalid === null ? null : findingProblem(desired.invalid)
  let facts = firstFacts(random, pool, now)
  const maxLooks = looksOf(facts)
  for (let looks = 0;; looks += 1) {
    const observed = kind.observe(desired, { meta: resource.meta, status: resource.status }, facts, env)
    const actions = kind.reconcile(desired, observed, env)
    const [first] = actions
    if (first?._tag !== 'Look') {
      const problem = invalid ?? decidedProblem(kind, random, { desired, observed, actions }, env, json)
      return { outcome, situation: situationOf(desired, observed, env)._tag, problem }
    }
    if (actions.length > 1 || first.queries.length === 0)
      return {
        outcome,
        situation: null,
        problem: `a Look stands alone and asks for something: ${actions.map(({ _tag }) => _tag).join(', ')}`,
      }
    if (looks === maxLooks) return { outcome, situation: null, problem: `a look too many: ${first.why}` }
    facts = { ...facts, ...answers(random, first.queries, pool, now) }
  }
}

/** Runs one case; whatever the core throws is its problem. */
export const runCase = (kind: Kind, material: Material, prepared: Prepared, seed: number, index: number): CaseResult => {
  try {
    return run(kind, material, prepared, randomOf(seed ^ 0x55555555, index))
  } catch (error) {
    const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n')
    const isOurs = lines.findIndex(line => line.includes('/fuzz/fuzz-case.ts'))
    return {
      outcome: 'Refused',
      situation: null,
      problem: `threw ${lines.slice(0, isOurs < 0 ? 12 : Math.min(12, isOurs + 1)).join('\n')}`,
    }
  }
}
