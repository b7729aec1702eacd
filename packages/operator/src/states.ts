import type { AnyKind, ResourceStates } from '@flink-operator/core/kinds'
import type { ActionOutcome } from './executor.ts'

/** The state of a resource, for users and metrics. */
export interface States extends ResourceStates {
  /** The last known status, of any kind; null: none is known. */
  readonly status: unknown
}

type OfKind = Pick<AnyKind, 'states'>

/** The state that a status describes. */
export const statesOf = ({ states }: OfKind, status: unknown): States => ({ ...states.of(status), status })

/** The state after a round: of the last status that it wrote, or else of the status that it read. */
export const statesAfter = (kind: OfKind, outcomes: readonly ActionOutcome[], read: unknown): States =>
  statesOf(
    kind,
    outcomes.flatMap(({ action, result }) => (action._tag === 'PersistStatus' && result === 'done' ? [action.status] : [])).at(-1) ?? read,
  )
