import type { AnyKind, ResourceStates } from '@flink-operator/core/kinds'
import type { ActionOutcome } from './executor.ts'

/** In which state a resource is, for people and metrics. */
export interface States extends ResourceStates {
  /** The last status that is known, of whatever kind; null: none is. */
  readonly status: unknown
}

type OfKind = Pick<AnyKind, 'states'>

/** What a status says. */
export const statesOf = ({ states }: OfKind, status: unknown): States => ({ ...states.of(status), status })

/** After a round: of the last status that was written, or else of the one that was read. */
export const statesAfter = (kind: OfKind, outcomes: readonly ActionOutcome[], read: unknown): States =>
  statesOf(
    kind,
    outcomes.flatMap(({ action, result }) => (action._tag === 'PersistStatus' && result === 'done' ? [action.status] : [])).at(-1) ?? read,
  )
