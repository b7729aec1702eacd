import { type Facts, unknown } from '@flink-operator/core/fact'
import type { Breach } from '../../world/world.ts'
import { decide } from '../decide.ts'
import type { Decision } from '../decision.ts'
import type { Operator } from '../operator.ts'

/** P14: removing any one fact never adds a destructive action. The decision may ask for more queries instead. */
export const breachesOfBlindness = (
  operator: Pick<Operator, 'env' | 'desiredOf'>,
  { kind, resource, facts, env, actions }: Decision,
): readonly Breach[] => {
  const sighted = kind.destructive(actions)
  return (Object.keys(facts) as (keyof Facts)[]).flatMap(field => {
    const fact = facts[field]
    if (fact === undefined || fact._tag === 'Unknown') return []
    const unobservable = { ...facts, [field]: unknown('Unreachable', 'taken away', env.now) }
    const added = kind.destructive(
      decide(operator, kind, resource, unobservable, env.now, env.consecutiveFailures, env.steadySince ?? null).actions,
    ).filter(it => !sighted.includes(it))
    return added.length === 0 ? [] : [{ property: 'P14', what: `without ${field} (${fact._tag}) it also decides ${added.join(', ')}` }]
  })
}
