import type { Env } from '../../src/env.ts'
import type { Facts } from '../../src/fact/facts.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { Decision } from './decision.ts'
import type { Operator } from './operator.ts'

/** What is wanted, and what was seen folded into what is recorded. */
export const fold = (
  { env: base, desiredOf }: Pick<Operator, 'env' | 'desiredOf'>,
  kind: SimulatedKind,
  resource: AnyResource,
  facts: Facts,
  now: EpochMillis,
  failures: number,
  steadySince: EpochMillis | null,
): Omit<Decision, 'actions'> => {
  const env: Env = { ...base, now, consecutiveFailures: failures, ...(steadySince === null ? {} : { steadySince }) }
  const { rules } = kind
  const desired = desiredOf(kind, resource, env)
  const observed: unknown = rules.observe(desired, { meta: resource.meta, status: resource.status as unknown }, facts, env)
  return { kind, resource, facts, env, desired, observed }
}

/** Folds and decides once. */
export const decide = (...from: Parameters<typeof fold>): Decision => {
  const folded = fold(...from)
  const { kind: { rules }, desired, observed, env } = folded
  return { ...folded, actions: rules.reconcile(desired, observed, env) }
}
