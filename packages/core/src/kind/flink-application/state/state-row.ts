import type { DeploymentMode } from '../spec/modes.ts'
import type { Phase } from './phase.ts'

/** `Same`: the state stays what it is. `Gone`: the finalizer goes, and with it the resource. */
export type Next = Phase | 'Same' | 'Gone'

/**
 * One line of the state machine. Of the rows of a state and a mode the first one answers of which `when` is so; it alone says which state
 * comes next.
 */
export interface StateRow {
  /** As lyft-flinkapplication.md, section 2.9 has it; a row of ours has a letter behind it, or a number that is free there. */
  readonly row: string
  readonly from: readonly Phase[]
  readonly modes: readonly DeploymentMode[]
  /** The situation, and so the reason that is told. */
  readonly when: string
  /** What is done: at most one hard effect, after the status is written. */
  readonly does: string
  readonly next: Next
  /** What it answers for: defects of Lyft's operator that are not built (LD), properties (P). */
  readonly ids: readonly string[]
}
