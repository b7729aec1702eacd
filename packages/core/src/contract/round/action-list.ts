import type { Action, WorldAction } from '../action/action.ts'
import { isHard } from '../action/action-properties.ts'
import type { EmitEvent } from '../action/emit-event.ts'
import type { Requeue } from '../action/requeue.ts'
import type { Act } from './decision.ts'

/** The status and events that a decision reports. */
export interface StatusReport<Status> {
  readonly status: Status
  /** True if the new status differs from the stored one. */
  readonly isChanged: boolean
  readonly events: readonly EmitEvent[]
  /** The stored status, if the new one holds facts that no later round could observe again. Null: every change can be observed again. */
  readonly over: Status | null
  /** A second status, written only after every effect has succeeded. Null: there is none. */
  readonly confirmed: { readonly status: Status; readonly over: Status; readonly reason: string } | null
}

/**
 * Orders a decision's actions. The status comes first, so that the intent is durable before any effect (P03). Then come events, effects,
 * the status that the success of the effects makes true, and the requeue.
 */
export const actionList = <Status>(
  decision: Act<Status>,
  { status, isChanged, events, over, confirmed }: StatusReport<Status>,
): readonly Action<Status>[] => [
  ...(isChanged || decision.effects.some(needsProof)
    ? [{
      _tag: 'PersistStatus' as const,
      status,
      ...(over === null || decision.effects.some(needsProof) ? {} : { over }),
      reason: decision.reason,
    }] : []),
  ...events,
  ...decision.effects,
  ...decision.reportedAfter ?? [],
  ...(confirmed === null ? [] : [{ _tag: 'PersistStatus' as const, ...confirmed }]),
  requeueOf(decision),
]

/**
 * True if a status write must precede the effect. The write fails if this round worked from an old read of the resource. Hard effects need
 * that proof. Deletions need it too: an outdated round would take the current attempt's ConfigMap for one that an earlier attempt left.
 */
const needsProof = (effect: WorldAction): boolean => isHard(effect) || effect._tag === 'DeleteObject'

const requeueOf = ({ after, atTheLatest, waitingFor, effects }: Act<unknown>): Requeue => ({
  _tag: 'Requeue',
  after,
  waitingFor,
  ...(atTheLatest === undefined || effects.length > 0 ? {} : { atTheLatest }),
})
