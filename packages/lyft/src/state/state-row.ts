import type { UnblockedBy } from '@flink-operator/core/round'
import type { DeploymentMode } from '../spec/modes.ts'

/** The states of an application (lyft-flinkapplication.md, section 2.1). */
export const phases = [
  'New',
  'Updating',
  'Rescaling',
  'ClusterStarting',
  'Savepointing',
  'Cancelling',
  'Recovering',
  'SubmittingJob',
  'RollingBackJob',
  'Running',
  'DeployFailed',
  'DualRunning',
  'Deleting',
] as const

export type Phase = (typeof phases)[number]

/** Steady state: the operator looks after the running job. It reports errors and does not count them (section 2.5.2). */
export const isAtRest = (phase: Phase): boolean => phase === 'Running' || phase === 'DeployFailed'

/** Every state but Deleting. */
export const notDeleting = phases.filter((phase): phase is Exclude<Phase, 'Deleting'> => phase !== 'Deleting')

/** States with an operation in progress: they need what is recorded in `operation`. */
export const underWay: readonly Phase[] = phases.filter(phase => phase !== 'New' && !isAtRest(phase) && phase !== 'DualRunning')

/** The state that `status.phase` names, or null if it names none. `New` is written as the empty string. */
export const phaseOf = (word: string): Phase | null => word === '' ? 'New' : phases.find(phase => phase === word && phase !== 'New') ?? null

export const wordOf = (phase: Phase): string => (phase === 'New' ? '' : phase)

/** `Same`: the state does not change. `Gone`: the operator removes the finalizer, and Kubernetes deletes the resource. */
export type Next = Phase | 'Same' | 'Gone'

/** One row of the state machine. The first row of a state and a mode whose `when` is true applies. Only the row decides the next state. */
export interface StateRow {
  readonly id: string
  /** The row's number in lyft-flinkapplication.md, section 2.9. A row that only this operator has carries none. */
  readonly reference?: string
  readonly from: readonly Phase[]
  readonly modes: readonly DeploymentMode[]
  /** The condition under which the row applies; also the reason that the operator reports. */
  readonly when: string
  /** What the operator does: at most one effect on Kubernetes or Flink, after it has written the status. */
  readonly does: string
  readonly next: Next
  /** What ends the wait. Without it the next round continues automatically. */
  readonly unblockedBy?: UnblockedBy
  /** Defects of Lyft's operator that this row avoids (LD), and properties that it keeps (P). */
  readonly ids: readonly string[]
}
