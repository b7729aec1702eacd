import type { Facts } from '../../src/fact/facts.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { Doing as RoundDoing } from '../../src/round/round-state.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { World } from '../world/world.ts'

/** The operator's rounds of one resource: a key of its queue. */
export interface Process {
  readonly kind: SimulatedKind
  readonly name: string
  /** How often it failed in a row. */
  readonly failures: number
  /** When the next round is due, if none is under way. */
  readonly dueAt: EpochMillis
  /** The round that is under way, where it has decided; null: it waits. */
  readonly doing: Doing | null
}

/** It decided, and does its list. What it read and saw is kept for what it does when an action fails. */
export interface Doing extends RoundDoing<unknown> {
  readonly read: AnyResource
  readonly facts: Facts
  readonly decidedAt: EpochMillis
}

/** What may still happen. `edits`: how many of the world's edits are done. */
export interface Budget {
  readonly edits: number
  readonly faults: number
  readonly crashes: number
}

/** A second operator process, in the one round that it has. `mayPause`: before any of its actions, for any time (T2). */
export interface Rival extends Process {
  readonly mayPause: boolean
}

/** A node of the graph that is explored. */
export interface CheckerState {
  readonly world: World
  /** One for each resource, by kind and in the order of their creation; one that is gone stays until its round is over. */
  readonly processes: readonly Process[]
  /** What is left of the round of a second process; null: there is none. */
  readonly rival: Rival | null
  readonly budget: Budget
}

/** Is a round under way, decided and not at its end? */
export const isDoing = ({ processes }: CheckerState): boolean => {
  for (const { doing } of processes) if (doing !== null) return true
  return false
}
