import type { Env } from '../../src/env.ts'
import { decide as decideBy } from '../../src/round/decide.ts'
import type { Facts } from '../../src/fact/facts.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { Decision } from './decision.ts'
import type { Operator } from './operator.ts'

const envOf = ({ env }: Pick<Operator, 'env'>, now: EpochMillis, consecutiveFailures: number, steadySince: EpochMillis | null): Env => ({
  ...env,
  now,
  consecutiveFailures,
  ...(steadySince === null ? {} : { steadySince }),
})

/** What is wanted, and what was seen folded into what is recorded. */
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

/** Folds and decides once, as the protocol does. The worlds hold no secrets. */
export const decide = (...[operator, kind, resource, facts, now, failures, steadySince]: Parameters<typeof fold>): Decision => {
  const env = envOf(operator, now, failures, steadySince)
  const desired = operator.desiredOf(kind, resource, env)
  return { kind, resource, ...decideBy({ kind: kind.rules, resource, desired, secrets: [], env }, facts) }
}
