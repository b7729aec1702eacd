import { flinkOptions, keysOf } from '@flink-operator/core/flink-configuration'
import { operatorPrefix, optionTable, readOptions } from '@flink-operator/core/operator-options'
import type { Finding, FlinkDeploymentSpec, DecodeError } from '@flink-operator/core/resource'
import * as E from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import {
  type FlinkDeploymentAction,
  type FlinkDeploymentDesired,
  flinkDeploymentKind,
  type FlinkDeploymentObserved,
} from '@flink-operator/core/kind/flink-deployment'
import { notLookedAt, type Indistinguishable, type OptionsInForce, timesToLookAt } from './checker/horizons-of-options.ts'
import type { AnyKind } from './checker/operator.ts'
import { cutOff, explored, otherInterval, passOf } from './checker/pass.ts'
import type { Story } from './checker/story.ts'
import { scalesFor, usualScale } from './checker/time-scales.ts'
import type { WorldReport } from './checker/verify.ts'
import type { SmallWorld } from './checker/small-world.ts'
import { matrix } from './checker/worlds.ts'

/** Key prefixes below which any key is allowed: a key below one of them is not an option of the operator's own. */
const open: readonly string[] = [
  `${operatorPrefix}default-configuration.`,
  `${operatorPrefix}metrics.`,
  ...Object.values(optionTable).filter(({ type }) => 'fromEntries' in type).flatMap(option => keysOf(option).map(key => `${key}.`)),
]
const known: readonly string[] = Object.values(optionTable).flatMap(option => keysOf(option))

const isUnknown = (key: string): boolean =>
  (key.startsWith(operatorPrefix) || key.startsWith('job.autoscaler.')) && !known.includes(key)
  && !open.some(prefix => key.startsWith(prefix))

/**
 * Finds what is wrong with options that a user passes in: values that can't be read (they count as not given) and unknown operator
 * keys. Flink's keys depend on the Flink version, so this check accepts any of them.
 */
export const optionFindings = (options: Readonly<Record<string, string>>): readonly Finding[] => {
  const errors = [...readOptions(options, optionTable).errors, ...readOptions(options, flinkOptions).errors]
  const unread = new Map(errors.map(({ key, message }) => [key, message]))
  return [
    ...[...unread].map(([key, message]): Finding => ({ severity: 'Error', field: `options.${key}`, message })),
    ...Object.keys(options).filter(isUnknown).map((key): Finding => ({
      severity: 'Error',
      field: `options.${key}`,
      message: 'the operator has no such option, so nothing of it is checked',
    })),
  ]
}

/** The input of the decision that a policy may change. */
export interface PolicyInput {
  readonly desired: FlinkDeploymentDesired
  readonly observed: FlinkDeploymentObserved
}

/** The user's own options, spec, validator and policy that are checked against the properties. */
export interface OwnCheck {
  /**
   * The operator's configuration as in its ConfigMap. A deadline that it doesn't name has the short value of the built-in worlds. The
   * checker looks as far ahead as the times that the configuration or the spec sets (a stability window, the readiness timeout of a
   * rollback, a time to live). Long times get worlds of their own, whose names end in `in-steps-of-…-s`.
   */
  readonly options?: Readonly<Record<string, string>>
  /** `spec` of a FlinkDeployment as it is applied. */
  readonly spec: unknown
  /**
   * The user's own validation rules. The operator does not follow a spec with an error, as with the built-in rules (P10). Pure: the
   * same spec gives the same findings.
   */
  readonly validator?: (spec: FlinkDeploymentSpec) => readonly Finding[]
  /** The user's own policy for upgrades or deletions: maps each decided list of actions to the list that is done instead. Pure. */
  readonly policy?: (actions: readonly FlinkDeploymentAction[], input: PolicyInput) => readonly FlinkDeploymentAction[]
  /**
   * Selects from the worlds for the spec's upgrade mode and HA; all of them by default. Names end in story and faults: `edit/calm`,
   * `delete/rest`. The variants of a world in longer steps are selected with it.
   */
  readonly worlds?: (name: string) => boolean
  /** At most this many states are explored in each world; 20,000 by default. A world that is cut off is reported as not closed. */
  readonly limit?: number
  /** At most this many counterexamples are reported; 5 by default. */
  readonly stories?: number
}

/** The result of the check, and what the check did not cover. */
export interface OwnReport {
  /**
   * What is wrong with `options` (an unknown key; a value that can't be read, which counts as not given), and the findings of
   * validation for the spec, with the user's own rules. A spec with an error is never deployed, so the check then covers little.
   */
  readonly findings: readonly Finding[]
  readonly states: number
  readonly worlds: readonly WorldReport[]
  /** Counterexamples, the shortest of each world first: every step in words, and the moves that replay it. */
  readonly violations: readonly Story[]
  /** Were more counterexamples found than are reported? */
  readonly more: boolean
  /** Behavior that depends on time alone and that the check did not cover, or not fully. */
  readonly indistinguishable: readonly Indistinguishable[]
}

const severe = (findings: readonly Finding[]): Finding | undefined => findings.find(({ severity }) => severity === 'Error')

/**
 * An error of the user's rules counts like a built-in error: the decision is the one for a spec without a Flink version, with the
 * user's finding in place of the built-in one.
 */
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

/** The worlds of the matrix for a spec, with the user's spec in place of the built-in one. */
const worldsFor = (
  spec: FlinkDeploymentSpec,
  { highAvailability }: OptionsInForce,
  isWanted: (name: string) => boolean,
): readonly SmallWorld[] =>
  matrix
    .filter(world =>
      !/^(rows|snapshots|retention)\//u.test(world.name) && world.sessionJobs === undefined && world.upgradeMode === spec.job?.upgradeMode
      && world.highAvailability === (highAvailability !== 'none')
      // The worlds' own ZooKeeper settings are in their configuration, which the user's spec replaces.
      && (highAvailability === 'zookeeper' || !world.name.includes('/zookeeper/')) && isWanted(world.name)
    )
    .map(world => ({ ...world, created: () => spec }))

/**
 * Checks the user's options, spec, validator or policy against the properties (docs/properties.md) in the small worlds of the model
 * checker: the operator crashes, answers are lost, Flink is unreachable, JobManagers restart. `Left`: the spec can't be decoded. If no
 * world fits the spec, the report lists no world.
 */
export const checkOwn = (given: OwnCheck): E.Either<DecodeError, OwnReport> => {
  const options = given.options ?? {}
  const decoded = decodeFlinkDeployment({ metadata: { name: 'app', namespace: 'default' }, spec: given.spec })
  if (E.isLeft(decoded)) return decoded
  const unread = decoded.right.unread?.find(({ path }) => path.startsWith('spec'))
  if (unread !== undefined) return E.left(unread)
  const wrong = optionFindings(options)
  const kind = kindOf(given)
  const whole = passOf(kind, decoded.right, options, { ...usualScale, reach: Infinity })
  const scales = scalesFor(timesToLookAt(whole.options))
  const worlds = worldsFor(decoded.right.spec, whole.options, given.worlds ?? (() => true))
  const all = scales.map((scale, index) =>
    explored(passOf(kind, decoded.right, options, scale), index === scales.length - 1, { kind, limit: given.limit ?? 20_000 }, worlds)
  )
  const found = all.flatMap(({ violations }) => violations)
  const violations = found.slice(0, given.stories ?? 5)
  const explorations = all.flatMap(it => it.worlds)
  return E.right({
    findings: [...wrong, ...whole.desired.findings.filter(({ message }) => !wrong.some(it => it.message === message))],
    states: explorations.reduce((sum, it) => sum + it.states, 0),
    worlds: explorations,
    violations,
    more: found.length > violations.length,
    indistinguishable: [...notLookedAt(whole.options), ...otherInterval(options), ...all.flatMap(cutOff)],
  })
}
