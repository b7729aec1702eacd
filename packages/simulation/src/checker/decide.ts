import type { Env } from '@flink-operator/core'
import type { Fact, Facts } from '@flink-operator/core/fact'
import { secretsBy, decide as decideBy } from '@flink-operator/core/round'
import { byIdentity } from './by-identity.ts'
import type { EpochMillis } from '@flink-operator/core/resource'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { Decision } from './decision.ts'
import type { Operator } from './operator.ts'

/** All secrets that the texts of a decision on these facts could contain. */
export type SecretsOf = typeof secretsBy

const none: readonly string[] = []

/**
 * The same secrets as `secretsBy`, found once for each value that a query showed: values are immutable, and of a fact nothing else is
 * searched. For one environment only, because its options say what is secret.
 */
export const secretsMemo = (): SecretsOf => {
  const known = byIdentity<object, readonly string[]>()
  const secretsOfFact = (fact: Fact<unknown> | undefined, env: Env): readonly string[] => {
    if (fact?._tag !== 'Known' || typeof fact.value !== 'object' || fact.value === null) return none
    const before = known.get(fact.value)
    if (before !== undefined) return before
    const found = secretsBy({ secrets: none }, { seen: fact } as Facts, env)
    known.set(fact.value, found)
    return found
  }
  return ({ secrets }, facts, env) => {
    let all = secrets
    for (const fact of Object.values(facts as Readonly<Record<string, Fact<unknown> | undefined>>)) {
      const found = secretsOfFact(fact, env)
      if (found.length > 0) all = [...all, ...found]
    }
    return all
  }
}

const envOf = ({ env }: Pick<Operator, 'env'>, now: EpochMillis, consecutiveFailures: number, steadySince: EpochMillis | null): Env => ({
  ...env,
  now,
  consecutiveFailures,
  ...(steadySince === null ? {} : { steadySince }),
})

/** Computes the desired state, and folds the observed state into the recorded one. */
export const fold = (
  operator: Pick<Operator, 'env' | 'desiredOf'>,
  kind: SimulatedKind,
  resource: AnyResource,
  facts: Facts,
  now: EpochMillis,
  failures: number,
  steadySince: EpochMillis | null,
): Omit<Decision, 'actions'> => {
  const env = envOf(operator, now, failures, steadySince)
  const { rules } = kind
  const desired = operator.desiredOf(kind, resource, env)
  const observed: unknown = rules.observe(desired, { meta: resource.meta, status: resource.status as unknown }, facts, env)
  return { kind, resource, facts, env, desired, observed }
}

const memos = byIdentity<Operator['env'], SecretsOf>()

const secretsIn = (env: Operator['env']): SecretsOf => {
  const known = memos.get(env) ?? secretsMemo()
  memos.set(env, known)
  return known
}

/** Folds and decides once, as the reconcile protocol does. The worlds hold no secrets. */
export const decide = (...[operator, kind, resource, facts, now, failures, steadySince]: Parameters<typeof fold>): Decision => {
  const env = envOf(operator, now, failures, steadySince)
  const desired = operator.desiredOf(kind, resource, env)
  return { kind, resource, ...decideBy({ kind: kind.rules, resource, desired, secrets: none, env }, facts, env, secretsIn(operator.env)) }
}
