import type { EpochMillis } from '../../src/resource/time.ts'
import type { Key, PlanWorld } from '../world/plan-world.ts'
import type { Standing } from './standing.ts'
import type { StatusWrite } from './status-writes.ts'

/** Who did something. `Time`: nobody; it passed. */
export type Actor = 'Operator' | 'Kubernetes' | 'Flink' | 'Time'

/** One thing that was done. Texts are without secrets (P23). */
export interface StoryStep {
  readonly at: EpochMillis
  readonly actor: Actor
  /** Of whose round; null: of none. */
  readonly of: Key | null
  /** Which round of the operator, from 1 on; null: it is between rounds. */
  readonly round: number | null
  readonly text: string
  /** Why it failed; null: it did not. */
  readonly error: string | null
  /** Which fields of the status it changed. */
  readonly writes: readonly StatusWrite[]
  /** How things stand afterwards. */
  readonly stands: Standing
  /** The same as the model has it: from here on the story can be told otherwise. */
  readonly world: PlanWorld
}
