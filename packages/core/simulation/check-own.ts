import * as E from 'fp-ts/lib/Either.js'
import type { FlinkDeploymentAction } from '../src/kind/flink-deployment/flink-deployment-action.ts'
import { decodeFlinkDeployment } from '../src/codec/flink-deployment.ts'
import type { FlinkDeploymentDesired } from '../src/application/deployment-desired.ts'
import { flinkDeploymentKind } from '../src/kind/flink-deployment/flink-deployment-kind.ts'
import type { FlinkDeploymentObserved } from '../src/application/observed.ts'
import type { FlinkDeploymentSpec } from '../src/resource/flink-deployment-spec.ts'
import type { DecodeError, Finding } from '../src/resource/finding.ts'
import { notLookedAt, type NotToldApart, type OptionsInForce, timesToLookAt } from './checker/horizons-of-options.ts'
import type { AnyKind } from './checker/operator.ts'
import { cutOff, explored, otherInterval, passOf } from './checker/pass.ts'
import type { Story } from './checker/story.ts'
import { scalesFor, usualScale } from './checker/time-scales.ts'
import type { WorldReport } from './checker/verify.ts'
import type { SmallWorld } from './checker/small-world.ts'
import { optionFindings } from './option-findings.ts'
import { matrix } from './checker/worlds.ts'

/** What a decision was made from. */
export interface PolicyInput {
  readonly desired: FlinkDeploymentDesired
  readonly observed: FlinkDeploymentObserved
}

/** What of one's own is put against the properties. */
export interface OwnCheck {
  /**
   * The operator's configuration as its ConfigMap has it. Deadlines that it doesn't name are those of the worlds, which are short. Times
   * that it or the spec sets (a stability window, the readiness timeout of a rollback, a time to live) are looked as far as: long ones in
   * worlds of their own, whose names end in `in-steps-of-…-s`.
   */
  readonly options?: Readonly<Record<string, string>>
  /** `spec` of a FlinkDeployment as it is applied. */
  readonly spec: unknown
  /** Rules of your own: a spec with an error is not followed, as with ours (P10). Pure: the same spec, the same findings. */
  readonly validator?: (spec: FlinkDeploymentSpec) => readonly Finding[]
  /** Your own policy for upgrades or deletions: what it makes of each list of actions that was decided. Pure. */
  readonly policy?: (actions: readonly FlinkDeploymentAction[], input: PolicyInput) => readonly FlinkDeploymentAction[]
  /**
   * Which of the worlds for the spec's upgrade mode and HA; by default all of them. Names end in story and faults: `edit/calm`,
   * `delete/rest`. Those in longer steps go with them.
   */
  readonly worlds?: (name: string) => boolean
  /** States to explore in each world at most; 20,000 where it is left out. A world that is cut off is told as not closed. */
  readonly limit?: number
  /** Stories to tell at most; 5 where it is left out. */
  readonly stories?: number
}

/** What came out, and what was not looked at. */
export interface OwnReport {
  /**
   * What is wrong with `options` (an unknown one, a value that can't be read: it counts as not given), and what validation says of the
   * spec, with your own rules. With an error of the spec none of it is ever deployed, so that little is checked.
   */
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

/**
 * An error of the user's rules counts as one of ours: what would be decided for a spec that names no version, with that finding in place of
 * ours.
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

/** The worlds of the matrix for a spec, with that spec in place of theirs. */
const worldsFor = (
  spec: FlinkDeploymentSpec,
  { highAvailability }: OptionsInForce,
  isWanted: (name: string) => boolean,
): readonly SmallWorld[] =>
  matrix
    .filter(world =>
      !/^(rows|snapshots|retention)\//u.test(world.name) && world.sessionJobs === undefined && world.upgradeMode === spec.job?.upgradeMode
      && world.highAvailability === (highAvailability !== 'none')
      // theirs is a configuration, which the spec has in its place
      && (highAvailability === 'zookeeper' || !world.name.includes('/zookeeper/')) && isWanted(world.name)
    )
    .map(world => ({ ...world, created: () => spec }))

/**
 * Checks your own options, spec, validator or policy against the properties (docs/properties.md) in the small worlds of the model checker:
 * the operator dies, answers are lost, Flink is out of reach, JobManagers restart. Left: the spec can't be decoded. No world for the spec:
 * a `Right` with none.
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
    notToldApart: [...notLookedAt(whole.options), ...otherInterval(options), ...all.flatMap(cutOff)],
  })
}
