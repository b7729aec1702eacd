import type { Action, WorldAction } from '../action/action.ts'
import { isHard } from '../action/action-properties.ts'
import type { EmitEvent } from '../action/emit-event.ts'
import type { Requeue } from '../action/requeue.ts'
import type { Act } from './decision.ts'

/** A decision as it is told: what the status is to be, with all that people read in it. */
export interface Told<Status> {
  readonly status: Status
  /** Does it differ from what is stored? */
  readonly isChanged: boolean
  readonly events: readonly EmitEvent[]
  /** The status that is stored, where the new one holds what may never be seen again; null: what it holds can be seen again. */
  readonly over: Status | null
  /** What is true only once every effect has succeeded; null: nothing more. */
  readonly confirmed: { readonly status: Status; readonly over: Status; readonly reason: string } | null
}

/**
 * The action list of a decision: the status first, so that intent is durable before any effect (P03); then events, effects, what their
 * success makes true, and the next look.
 */
export const actionList = <Status>(
  decision: Act<Status>,
  { status, isChanged, events, over, confirmed }: Told<Status>,
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
  ...decision.toldAfter ?? [],
  ...(confirmed === null ? [] : [{ _tag: 'PersistStatus' as const, ...confirmed }]),
  requeueOf(decision),
]

/**
 * Hard effects need the write also as proof that this round does not work from an old read, and so does taking any object away: an old
 * round would take the present attempt's ConfigMap for one that an earlier attempt left.
 */
const needsProof = (effect: WorldAction): boolean => isHard(effect) || effect._tag === 'DeleteObject'

const requeueOf = ({ after, atTheLatest, waitingFor, effects }: Act<unknown>): Requeue => ({
  _tag: 'Requeue',
  after,
  waitingFor,
  ...(atTheLatest === undefined || effects.length > 0 ? {} : { atTheLatest }),
})
