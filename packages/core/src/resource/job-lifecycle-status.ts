import type { Condition } from './condition.ts'
import type { JobStatus } from './job-status.ts'
import type { LifecycleState } from './lifecycle-state.ts'
import type { Operation, UnreadableOperation } from './operation.ts'
import type { OperatorRecord } from './operator-record.ts'
import type { EpochMillis } from './time.ts'

/** control-flow.md, section 1.4. */
export type ReconciliationState = 'UPGRADING' | 'DEPLOYED' | 'ROLLING_BACK' | 'ROLLED_BACK'

/** What was deployed last, what was stable, and how far it is. */
export interface ReconciliationStatus {
  readonly reconciliationTimestamp: EpochMillis
  /** JSON text (control-flow.md, section 1.2); decoded by `codec/recorded-spec`. */
  readonly lastReconciledSpec: string | null
  readonly lastStableSpec: string | null
  readonly state: ReconciliationState
}

/** The part of a status that tells of a job, wherever it runs. */
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
