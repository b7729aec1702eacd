import * as N from 'fp-ts/lib/number.js'
import { concatAll } from 'fp-ts/lib/Monoid.js'
import * as O from 'fp-ts/lib/Ord.js'
import * as S from 'fp-ts/lib/string.js'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { isTooOld, type SnapshotLimits } from './snapshot-due-now.ts'

export interface ResourcePruningInputs {
  readonly kind: SnapshotKind
  /** All FlinkStateSnapshots of the job, in any order (P12). */
  readonly snapshots: readonly StateSnapshotView[]
  readonly limits: SnapshotLimits
  /** Paths of savepoints that must stay: `referencedSavepoints`. */
  readonly referenced: readonly string[]
  readonly now: EpochMillis
}

const oldestFirst: O.Ord<StateSnapshotView> = concatAll(O.getMonoid<StateSnapshotView>())([
  O.contramap((it: StateSnapshotView) => it.creationTimestamp)(N.Ord),
  O.contramap((it: StateSnapshotView) => it.name)(S.Ord),
])

/** Its outcome is open: to delete it would race with its own controller (B78). */
const isUnderWay = ({ state }: StateSnapshotView): boolean => state === 'TRIGGER_PENDING' || state === 'IN_PROGRESS'

/** Manual snapshots belong to the user. A snapshot in progress does not count towards the limit until it has an outcome. */
const isCandidate = (snapshot: StateSnapshotView): boolean =>
  (snapshot.triggerType === 'PERIODIC' || snapshot.triggerType === 'UPGRADE') && !snapshot.deleting && !isUnderWay(snapshot)

/**
 * The FlinkStateSnapshots of one kind to delete (control-flow.md, section 6.6), oldest first. The caller checks
 * `savepoint.cleanup.enabled`. The newest completed one stays, and at least one of all (B79). Unlike the reference operator, it never
 * deletes a snapshot in progress (B78) or a referenced one (P04, D-32).
 */
export const prunableSnapshots = ({ kind, snapshots, limits, referenced, now }: ResourcePruningInputs): readonly StateSnapshotView[] => {
  const list = snapshots.filter(snapshot => snapshot.kind === kind && isCandidate(snapshot)).sort(oldestFirst.compare)
  const newestCompleted = list.findLast(({ state }) => state === 'COMPLETED')
  const mustStay = (snapshot: StateSnapshotView): boolean =>
    snapshot === newestCompleted || (snapshot.path !== null && referenced.includes(snapshot.path))
  return list.reduce<readonly StateSnapshotView[]>((chosen, snapshot) => {
    const remaining = list.length - chosen.length
    const isTooMuch = remaining > limits.count || isTooOld(snapshot.creationTimestamp, limits, now)
    return mustStay(snapshot) || remaining <= 1 || !isTooMuch ? chosen : [...chosen, snapshot]
  }, [])
}
