import type { EpochMillis } from '@flink-operator/core/resource'
import type { Key, PlanWorld } from '../world/plan-world.ts'
import type { RunningJob, Standing } from './standing.ts'
import type { StatusWrite } from './status-writes.ts'

/** The actor of a step. `Time`: time passed. */
export type Actor = 'Operator' | 'Kubernetes' | 'Flink' | 'Time'

/** One step. Texts are without secrets (P23). */
export interface StoryStep {
  readonly at: EpochMillis
  readonly actor: Actor
  /** The resource whose round did it; null: no round did. */
  readonly of: Key | null
  /** The number of the operator's round, from 1 on; null: between rounds. */
  readonly round: number | null
  readonly text: string
  /** A status write, an event, or a label: what the operator does for itself. */
  readonly isBookkeeping: boolean
  /** Why it failed; null: it did not. */
  readonly error: string | null
  /** The fields of the status that it changed. */
  readonly writes: readonly StatusWrite[]
  /** The state of the world after the step. */
  readonly stands: Standing
  /** The jobs that run after the step. */
  readonly running: readonly RunningJob[]
  /** The model's world after the step: the story can be continued differently from here. */
  readonly world: PlanWorld
}
