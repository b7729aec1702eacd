import type { UnblockedBy } from '@flink-operator/core/round'
import type { DeploymentMode } from '../spec/modes.ts'
import type { Phase } from './phase.ts'

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
