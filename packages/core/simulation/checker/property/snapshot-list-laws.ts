import { isHard } from '../../../src/action/action-properties.ts'
import { unknown } from '../../../src/fact/fact.ts'
import type { FlinkStateSnapshotFacts } from '../../../src/fact/flink-state-snapshot-facts.ts'
import type { Breach } from '../../world/world.ts'
import type { SnapshotAction } from '../../kubernetes/state-snapshots.ts'
import type { Operator } from '../operator.ts'
import { decideSnapshot } from '../snapshot-process.ts'
import type { SnapshotDecision } from '../checker-state.ts'

/**
 * P03 intent-before-effect, on one list: one hard effect at most, behind a write; what is asked of Flink carries the id that this write
 * names.
 */
const intentBeforeEffect = ({ actions }: SnapshotDecision): readonly string[] => {
  const hard = actions.filter(isHard)
  const problems = hard.length > 1 ? [`${hard.length} hard effects in one list`] : []
  for (const effect of hard) {
    const intent = actions.slice(0, actions.indexOf(effect)).findLast(({ _tag }) => _tag === 'PersistStatus')
    if (intent?._tag !== 'PersistStatus') problems.push(`${effect._tag} without a PersistStatus before it`)
    else if ((effect._tag === 'TriggerSavepoint' || effect._tag === 'TriggerCheckpoint') && intent.status.triggerId !== effect.triggerId)
      problems.push(`${effect._tag} with an id that the status does not name`)
  }
  return problems
}

/** P05, on one list: files go only where all who may need them were seen in this very round, and the job that is asked was seen, too. */
const freshEvidence = ({ actions, facts }: SnapshotDecision): readonly string[] =>
  actions.some(({ _tag }) => _tag === 'DisposeSavepoint')
    && !(facts.flinkDeployments?._tag === 'Known' && facts.snapshots?._tag === 'Known' && facts.target?._tag === 'Known')
    ? ['DisposeSavepoint without having seen who may need the savepoint'] : []

const destructive = (actions: readonly SnapshotAction[]): readonly string[] =>
  actions.flatMap(({ _tag }) => (_tag === 'DisposeSavepoint' || _tag === 'TriggerSavepoint' || _tag === 'TriggerCheckpoint' ? [_tag] : []))

/** P14: taking any one fact away never adds an effect. */
const blindness = (operator: Pick<Operator, 'snapshotKind'>, { resource, facts, env, actions }: SnapshotDecision): readonly string[] => {
  const sighted = destructive(actions)
  return (Object.keys(facts) as (keyof FlinkStateSnapshotFacts)[]).flatMap(field => {
    if (facts[field]?._tag === 'Unknown') return []
    const added = destructive(
      decideSnapshot(operator, resource, { ...facts, [field]: unknown('Unreachable', 'taken away', env.now) }, env).actions,
    ).filter(it => !sighted.includes(it))
    return added.length === 0 ? [] : [`without ${field} it also decides ${added.join(', ')}`]
  })
}

/** Laws of one decision about a FlinkStateSnapshot. */
export const breachesOfSnapshotRound = (operator: Pick<Operator, 'snapshotKind'>, decision: SnapshotDecision): readonly Breach[] => [
  ...intentBeforeEffect(decision).map(what => ({ property: 'P03', what })),
  ...freshEvidence(decision).map(what => ({ property: 'P05', what })),
  ...blindness(operator, decision).map(what => ({ property: 'P14', what })),
]
