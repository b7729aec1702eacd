import type { Facts } from '../../../src/fact/facts.ts'
import { unknown } from '../../../src/fact/fact.ts'
import type { Breach } from '../../world/world.ts'
import { decide } from '../decide.ts'
import type { Decision } from '../decision.ts'
import type { Operator } from '../operator.ts'

/** P14: taking any one fact away never adds a destructive action. A decision that asks for more looks instead is fine. */
export const breachesOfBlindness = (
  operator: Pick<Operator, 'env' | 'desiredOf'>,
  { kind, resource, facts, env, actions }: Decision,
): readonly Breach[] => {
  const sighted = kind.destructive(actions)
  return (Object.keys(facts) as (keyof Facts)[]).flatMap(field => {
    const fact = facts[field]
    if (fact === undefined || fact._tag === 'Unknown') return []
    const blind = { ...facts, [field]: unknown('Unreachable', 'taken away', env.now) }
    const added = kind.destructive(
      decide(operator, kind, resource, blind, env.now, env.consecutiveFailures, env.steadySince ?? null).actions,
    ).filter(it => !sighted.includes(it))
    return added.length === 0 ? [] : [{ property: 'P14', what: `without ${field} (${fact._tag}) it also decides ${added.join(', ')}` }]
  })
}
