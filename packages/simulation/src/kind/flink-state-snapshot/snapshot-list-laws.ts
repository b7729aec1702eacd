import { isHard } from '@flink-operator/core/action'
import type { FlinkStateSnapshotFacts } from '@flink-operator/core/fact'
import type { Decided } from '../any-kind.ts'
import { areNamingSeen } from '../naming-seen.ts'
import type { SnapshotAction } from '../../kubernetes/state-snapshots.ts'
import type { Breach } from '../../world/world.ts'

/** A decision about a FlinkStateSnapshot. */
interface Decision {
  readonly facts: FlinkStateSnapshotFacts
  readonly actions: readonly SnapshotAction[]
}

/**
 * P03 intent-before-effect, on one list: at most one hard effect, after a write; a request to Flink carries the id that this write
 * names.
 */
const intentBeforeEffect = ({ actions }: Decision): readonly string[] => {
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

/**
 * P05, on one list: files are deleted only if this very round observed all resources that may need them; a request to a job needs an
 * observation of the job, too.
 */
const freshEvidence = ({ actions, facts }: Decision): readonly string[] =>
  actions.some(({ _tag }) => _tag === 'DisposeSavepoint')
    && !(areNamingSeen(facts) && facts.snapshots?._tag === 'Known' && facts.target?._tag === 'Known')
    ? ['DisposeSavepoint without having seen who may need the savepoint'] : []

/** Requests to a job, and deletions of files. */
export const destructive = (actions: readonly SnapshotAction[]): readonly string[] =>
  actions.flatMap(({ _tag }) => (_tag === 'DisposeSavepoint' || _tag === 'TriggerSavepoint' || _tag === 'TriggerCheckpoint' ? [_tag] : []))

/** The laws of one decided list about a FlinkStateSnapshot. */
export const breachesOfList = (decision: Pick<Decided, 'facts' | 'actions'>): readonly Breach[] => [
  ...intentBeforeEffect(decision).map(what => ({ property: 'P03', what })),
  ...freshEvidence(decision).map(what => ({ property: 'P05', what })),
]
