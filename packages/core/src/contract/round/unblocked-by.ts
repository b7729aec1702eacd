import type { Explanation } from './explanation.ts'

/** Who ends a wait, and by what. */
export type UnblockedBy = Explanation['unblockedBy']

/** The operator itself ends the wait, at a moment of its own. */
export const operator = (what: string): UnblockedBy => ({ who: 'operator', what })
/** Kubernetes or Flink ends the wait. */
export const cluster = (what: string): UnblockedBy => ({ who: 'cluster', what })
/** A person ends the wait. */
export const person = (what: string): UnblockedBy => ({ who: 'person', what })
