import type { Explanation } from './explanation.ts'

/** An object that blocks a deploy, with the texts that report it. */
export interface Obstacle {
  readonly kind: string
  readonly name: string
  /** True if the object is already being deleted, by garbage collection or by a user. No action is needed. */
  readonly isGoing: boolean
  /** What the object is, and who owns it. */
  readonly what: string
  /** What a user can do about it. */
  readonly remedy: string
}

/** Who ends a wait, and by what. */
export type UnblockedBy = Explanation['unblockedBy']

/** The operator itself ends the wait, at a moment of its own. */
export const operator = (what: string): UnblockedBy => ({ who: 'operator', what })
/** Kubernetes or Flink ends the wait. */
export const cluster = (what: string): UnblockedBy => ({ who: 'cluster', what })
/** A person ends the wait. */
export const person = (what: string): UnblockedBy => ({ who: 'person', what })
