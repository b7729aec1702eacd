import * as E from 'fp-ts/lib/Either.js'
import type { Action } from '../src/action/action.ts'
import { decodeFlinkDeployment } from '../src/codec/flink-deployment.ts'
import type { FlinkDeploymentDesired } from '../src/flink-deployment/desired.ts'
import { flinkDeploymentKind } from '../src/flink-deployment/flink-deployment-kind.ts'
import type { FlinkDeploymentObserved } from '../src/flink-deployment/observed.ts'
import { operatorOptions } from '../src/operator-options/operator-options.ts'
import { optionTable } from '../src/operator-options/option-table.ts'
import { resourceOptions } from '../src/operator-options/resource-options.ts'
import type { FlinkDeploymentSpec } from '../src/resource/flink-deployment-spec.ts'
import type { DecodeError, Finding } from '../src/resource/finding.ts'
import { flatten } from '../src/flink-configuration/flatten.ts'
import { checkerConfiguration } from './checker/checker-env.ts'
import { horizonsOfOptions, notLookedAt, type NotToldApart, type OptionsInForce, timesToLookAt } from './checker/horizons-of-options.ts'
import type { AnyKind, Operator } from './checker/operator-round.ts'
import type { Story } from './checker/story.ts'
import { givenDeadlines, scalesFor, type TimeScale } from './checker/time-scales.ts'
import { checkerTick, verify, type WorldReport } from './checker/verify.ts'
import type { SmallWorld } from './checker/small-world.ts'
import { matrix } from './checker/worlds.ts'
import type { FlinkDeploymentResource } from './world/world.ts'

/** What a decision was made from. */
export interface PolicyInput {
  readonly desired: FlinkDeploymentDesired
  readonly observed: FlinkDeploymentObserved
}

export interface OwnCheck {
  /**
   * The operator's configuration as its ConfigMap has it. Deadlines that it doesn't name are those of the worlds, which are short. Times that it or the spec sets (a stability
   * window, the readiness timeout of a rollback, a time to live) are looked as far as: long ones in worlds of their own, whose names end in `in-steps-of-…-s`.
   */
  readonly options?: Readonly<Record<string, string>>
  /** `spec` of a FlinkDeployment as it is applied. */
  readonly spec: unknown
  /** Rules of your own: a spec with an error is not followed, as with ours (P10). Pure: the same spec, the same findings. */
  readonly validator?: (spec: FlinkDeploymentSpec) => readonly Finding[]
  /** Your own policy for upgrades or deletions: what it makes of each list of actions that was decided. Pure. */
  readonly policy?: (actions: readonly Action[], input: PolicyInput) => readonly Action[]
  /** Which of the worlds for the spec's upgrade mode and HA; by default all of them. Names end in story and faults: `edit/calm`, `delete/rest`. Those in longer steps go with them. */
  readonly worlds?: (name: string) => boolean
  /** States to explore in each world at most; 20,000 where it is left out. A world that is cut off is told as not closed. */
  readonly limit?: number
  /** Stories to tell at most; 5 where it is left out. */
  readonly stories?: number
}

export interface OwnReport {
  /** What validation says of the spec, with your own rules. With an error none of it is ever deployed, so that little is checked. */
  readonly findings: readonly Finding[]
  readonly states: number
  readonly worlds: readonly WorldReport[]
  /** Ways to break a property, the shortest of each world first: every step in words, and the moves that replay it. */
  readonly violations: readonly Story[]
  /** Were there more than are told? */
  readonly more: boolean
  /** What comes to pass by time alone and was not looked at, or not whole. */
  readonly notToldApart: readonly NotToldApart[]
}

const severe = (findings: readonly Finding[]): Finding | undefined => findings.find(({ severity }) => severity === 'Error')

/** An error of the user's rules counts as one of ours: what would be decided for a spec that names no version, with that finding in place of ours. */
const withValidator = (kind: AnyKind, validator: NonNullable<OwnCheck['validator']>): AnyKind => ({
  ...kind,
  validate: (resource, env): unknown => {
    const own = validator(resource.spec)
    const error = severe(own)
    if (error === undefined) return kind.validate(resource, env)
    const refused = kind.validate({ ...resource, spec: { ...resource.spec, flinkVersion: null } }, env) as FlinkDeploymentDesired
    return { ...refused, findings: own, invalid: error }
  },
})

const withPolicy = (kind: AnyKind, policy: NonNullable<OwnCheck['policy']>): AnyKind => ({
  ...kind,
  reconcile: (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env) => {
    const actions = kind.reconcile(desired, observed, env)
    return actions[0]?._tag === 'Look' ? actions : policy(actions, { desired, observed })
  },
})

const kindOf = ({ validator, policy }: OwnCheck): AnyKind => {
  const validated = validator === undefined ? flinkDeploymentKind : withValidator(flinkDeploymentKind, validator)
  return policy === undefined ? validated : withPolicy(validated, policy)
}

/** The worlds of the matrix for a spec, with that spec in place of theirs. */
const worldsFor = (spec: FlinkDeploymentSpec, { highAvailability }: OptionsInForce, isWanted: (name: string) => boolean): readonly SmallWorld[] =>
  matrix
    .filter(world => !world.name.startsWith('rows/') && world.upgradeMode === spec.job?.upgradeMode && world.highAvailability === (highAvailability !== 'none') && isWanted(world.name))
    .map(world => ({ ...world, created: () => spec }))

/** What is explored together: the options in force, and worlds that look as far as `reach`. */
interface Pass extends TimeScale {
  readonly env: Operator['env']
  readonly options: OptionsInForce
  readonly desired: FlinkDeploymentDesired
}

/** The options as they are in force for the spec, with the deadlines of the worlds for those that none of its worlds would see the end of. */
const passOf = (kind: AnyKind, resource: FlinkDeploymentResource, given: Readonly<Record<string, string>>, scale: TimeScale): Pass => {
  const configuration = { ...given, ...checkerConfiguration, ...givenDeadlines(given, scale.reach) }
  const env = { options: operatorOptions(configuration).options, flinkDefaults: { configuration, logConfiguration: {} }, hasSnapshotController: false }
  const desired = kind.validate(resource, { ...env, now: 0, consecutiveFailures: 0 }) as FlinkDeploymentDesired
  const own = desired.wanted?.options ?? resourceOptions({ ...configuration, ...flatten(resource.spec.flinkConfiguration) }).options
  return { ...scale, env, desired, options: { ...own, ...env.options } }
}

const inSteps = (world: SmallWorld, { tick, reach, options }: Pass): SmallWorld => {
  const horizons = horizonsOfOptions(options, reach)
  const looksFurther = Object.keys(horizons).length === 0 ? world : { ...world, horizons }
  return tick === checkerTick ? looksFurther : { ...looksFurther, tick, name: `${world.name}/in-steps-of-${String(tick / 1000)}-s` }
}

/** The report of one pass. Where a longer time is not looked as far as, what waits for it seems to be stuck (P06): that is judged by the last pass alone. */
const explored = (pass: Pass, isLast: boolean, { kind, limit }: { readonly kind: AnyKind; readonly limit: number }, worlds: readonly SmallWorld[]) => {
  const report = verify({ kind, env: pass.env, worlds: worlds.map(it => inSteps(it, pass)), limit, stopAtFirst: true })
  const isTold = ({ property }: Story): boolean => isLast || property !== 'P06'
  return {
    pass, stuck: report.violations.filter(it => !isTold(it)).length, violations: report.violations.filter(isTold),
    worlds: report.worlds.map(it => ({ ...it, violations: report.violations.filter(story => story.world === it.name && isTold(story)).length })),
  }
}

type Explored = ReturnType<typeof explored>

const cutOff = ({ pass: { tick, reach }, worlds, stuck }: Explored): readonly NotToldApart[] => {
  const open = worlds.filter(({ closed, violations }) => !closed && violations === 0).length
  const what = `times up to ${String(reach / 1000)} s, in steps of ${String(tick / 1000)} s`
  return [
    ...(open === 0 ? [] : [{ what, millis: reach, why: `${String(open)} worlds have more states than the limit` }]),
    ...(stuck === 0 ? [] : [{ what, millis: reach, why: `${String(stuck)} worlds arrive nowhere without a longer time: whether anything gets stuck (P06) is judged in those with the longest steps` }]),
  ]
}

/** The operator's own pause between looks is left as the worlds have it: a look may come at any moment anyway. */
const otherInterval = (given: Readonly<Record<string, string>>): readonly NotToldApart[] => {
  const { key, aliases } = optionTable.reconcileInterval
  const millis = operatorOptions(given).options.reconcileInterval
  return [key, ...aliases].every(it => given[it] === undefined) ? [] : [{ what: key, millis, why: 'the operator looks after 5 s, or a longer step, and at any moment in between' }]
}

/**
 * Checks your own options, spec, validator or policy against the properties (docs/properties.md) in the small worlds of the model checker: the operator dies, answers are lost,
 * Flink is out of reach, JobManagers restart. Left: the spec can't be decoded. No world for the spec: a `Right` with none.
 */
export const checkOwn = (given: OwnCheck): E.Either<DecodeError, OwnReport> => {
  const options = given.options ?? {}
  const decoded = decodeFlinkDeployment({ metadata: { name: 'app', namespace: 'default' }, spec: given.spec })
  if (E.isLeft(decoded)) return decoded
  const kind = kindOf(given)
  const whole = passOf(kind, decoded.right, options, { tick: checkerTick, reach: Infinity })
  const scales = scalesFor(timesToLookAt(whole.options))
  const worlds = worldsFor(decoded.right.spec, whole.options, given.worlds ?? (() => true))
  const all = scales.map((scale, index) => explored(passOf(kind, decoded.right, options, scale), index === scales.length - 1, { kind, limit: given.limit ?? 20_000 }, worlds))
  const found = all.flatMap(({ violations }) => violations)
  const violations = found.slice(0, given.stories ?? 5)
  const explorations = all.flatMap(it => it.worlds)
  return E.right({
    findings: whole.desired.findings, states: explorations.reduce((sum, it) => sum + it.states, 0), worlds: explorations, violations, more: found.length > violations.length,
    notToldApart: [...notLookedAt(whole.options), ...otherInterval(options), ...all.flatMap(cutOff)],
  })
}
