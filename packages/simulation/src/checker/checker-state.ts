import type { Facts } from '@flink-operator/core/fact'
import type { EpochMillis } from '@flink-operator/core/resource'
import type { Doing as RoundDoing } from '@flink-operator/core/round'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { World } from '../world/world.ts'

/** The operator's rounds of one resource: a key of its work queue. */
export interface Process {
  readonly kind: SimulatedKind
  readonly name: string
  /** How often its rounds failed in a row. */
  readonly failures: number
  /** When the next round is due, if no round is running. */
  readonly dueAt: EpochMillis
  /** The running round after its decision; null: the process waits. */
  readonly doing: Doing | null
}

/**
 * A round that has decided and performs its list of actions. Keeps what it read and observed for the decision that follows when an
 * action fails.
 */
export interface Doing extends RoundDoing<unknown> {
  readonly read: AnyResource
  readonly facts: Facts
  readonly decidedAt: EpochMillis
}

/** Edits and faults that may still happen. `edits`: how many of the world's edits are done. */
export interface Budget {
  readonly edits: number
  readonly faults: number
  readonly crashes: number
}

/**
 * A second operator process, in the single round that it runs. `mayPause`: it may pause before any of its actions, for any time (T2).
 */
export interface Rival extends Process {
  readonly mayPause: boolean
}

/** A state of the explored state space. */
export interface CheckerState {
  readonly world: World
  /**
   * One process for each resource, by kind and in order of creation. The process of a deleted resource stays until its round is over.
   */
  readonly processes: readonly Process[]
  /** The rest of the round of a second process; null: no second process exists. */
  readonly rival: Rival | null
  readonly budget: Budget
}

/** Is any round decided and not finished? */
export const isDoing = ({ processes }: CheckerState): boolean => {
  for (const { doing } of processes) if (doing !== null) return true
  return false
}
