import { withRecordedJob } from '../../crd/recorded-spec.ts'
import type { JobObserved } from '../job-round.ts'
import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { withReconciliation, withLifecycle } from '../../contract/round/status-change.ts'
import { isStable } from '../record/stable-spec.ts'

/**
 * Named update 4, `recordNonce` (control-flow.md, section 1.3): records the nonce as reconciled. It changes the recorded spec in the
 * status, because one round may record a nonce of each kind. `recordKind`: the kind of the resource. A stable spec stays stable: a nonce
 * says nothing about stability (L11).
 */
export const recordNonce = <Status extends JobLifecycleStatus>(
  status: Status,
  recordKind: string,
  kind: SnapshotKind,
  nonce: Nonce,
  generation: number,
  now: EpochMillis,
): Status => {
  const { lastReconciledSpec } = status.reconciliationStatus
  const change = kind === 'savepoint' ? { savepointTriggerNonce: nonce } : { checkpointTriggerNonce: nonce }
  const text = lastReconciledSpec === null ? null : withRecordedJob(recordKind, lastReconciledSpec, change)
  if (text === null || text === lastReconciledSpec) return status
  const { lastStableSpec } = status.reconciliationStatus
  return withLifecycle(
    withReconciliation(status, {
      lastReconciledSpec: text,
      lastStableSpec: isStable(status) ? text : lastStableSpec,
      reconciliationTimestamp: now,
    }),
    { observedGeneration: generation },
  )
}

/**
 * True if the observation of this round recorded a nonce. Everything derived from the recorded spec before is then outdated, so the
 * operator does nothing else in this round. Otherwise the same nonce would trigger a second snapshot.
 */
export const isNonceNew = ({ recorded, status }: JobObserved<JobLifecycleStatus>): boolean =>
  recorded.status.reconciliationStatus.lastReconciledSpec !== status.reconciliationStatus.lastReconciledSpec
