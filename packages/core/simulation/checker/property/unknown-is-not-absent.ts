import type { FlinkDeploymentAction } from '../../../src/kind/flink-deployment/flink-deployment-action.ts'
import { unknown } from '../../../src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../src/fact/flink-deployment-facts.ts'
import type { Breach } from '../../world/world.ts'
import type { Decision } from '../decision.ts'
import { decide } from '../operator-round.ts'
import type { Operator } from '../operator.ts'

/** What ends or begins a job, or takes its state away, as a text to compare. */
const destructive = (actions: readonly FlinkDeploymentAction[]): readonly string[] =>
  actions.flatMap(action => {
    switch (action._tag) {
      case 'CancelJob':
      case 'StopWithSavepoint':
      case 'DeleteHaMetadata':
        return [action._tag]
      case 'DeleteObject':
      case 'PatchObject':
        return [`${action._tag} ${action.target.kind}`]
      case 'CreateObject':
        // a Service of what runs that is made again takes nobody's place
        return action.manifest._tag === 'ClusterManifest' && action.manifest.dependentOf === undefined
          ? [`CreateObject ${action.manifest.part}`] : []
      default:
        return []
    }
  })

/** P14: taking any one fact away never adds a destructive action. A decision that asks for more looks instead is fine. */
export const breachesOfBlindness = (
  operator: Pick<Operator, 'kind' | 'env' | 'desiredOf'>,
  { resource, facts, env, actions }: Decision,
): readonly Breach[] => {
  const sighted = destructive(actions)
  return (Object.keys(facts) as (keyof FlinkDeploymentFacts)[]).flatMap(field => {
    const fact = facts[field]
    if (fact === undefined || fact._tag === 'Unknown') return []
    const blind = { ...facts, [field]: unknown('Unreachable', 'taken away', env.now) }
    const added = destructive(decide(operator, resource, blind, env.now, env.consecutiveFailures, env.steadySince ?? null).actions).filter(
      it => !sighted.includes(it),
    )
    return added.length === 0 ? [] : [{ property: 'P14', what: `without ${field} (${fact._tag}) it also decides ${added.join(', ')}` }]
  })
}
