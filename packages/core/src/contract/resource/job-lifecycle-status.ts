import type { Condition } from './condition.ts'
import type { JobStatus } from './job-status.ts'
import type { LifecycleState } from './lifecycle-state.ts'
import type { Operation, UnreadableOperation } from './operation.ts'
import type { OperatorRecord } from './operator-record.ts'
import type { EpochMillis } from './time.ts'

/** control-flow.md, section 1.4. */
export type ReconciliationState = 'UPGRADING' | 'DEPLOYED' | 'ROLLING_BACK' | 'ROLLED_BACK'

/** The last deployed spec, the last stable spec, and the reconciliation state. */
export interface ReconciliationStatus {
  readonly reconciliationTimestamp: EpochMillis
  /** JSON text (control-flow.md, section 1.2); decoded by `crd/recorded-spec.ts`. */
  readonly lastReconciledSpec: string | null
  readonly lastStableSpec: string | null
  readonly state: ReconciliationState
}

/** The part of a status that describes a job, wherever it runs. */
export interface JobLifecycleStatus {
  readonly jobStatus: JobStatus
  /** JSON text (control-flow.md, section 1.7). */
  readonly error: string | null
  readonly observedGeneration: number | null
  readonly lifecycleState: LifecycleState
  readonly reconciliationStatus: ReconciliationStatus
  readonly conditions: readonly Condition[]
  readonly operation: Operation | UnreadableOperation | null
  readonly operatorRecord: OperatorRecord
}
