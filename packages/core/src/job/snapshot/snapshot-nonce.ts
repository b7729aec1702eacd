import { withRecordedJob } from '../../codec/recorded-spec.ts'
import type { JobObserved } from '../job-round.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { withReconciliation, withLifecycle } from '../../round/status-change.ts'
import { isStable } from '../record/stable-spec.ts'

/**
 * Named update 4, `recordNonce` (control-flow.md, section 1.3): the nonce counts as done. It works on the text that is in the status, since
 * a nonce of either kind may be recorded in one round. `recordKind`: whose record it is. A spec that was stable stays so: a nonce says
 * nothing about stability (L11).
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
 * Did this round's look record a nonce? What was worked out of the recorded spec before is then too old by that nonce: nothing else is done
 * before the next round, else the same nonce would ask again.
 */
export const isNonceNew = ({ recorded, status }: JobObserved<JobLifecycleStatus>): boolean =>
  recorded.status.reconciliationStatus.lastReconciledSpec !== status.reconciliationStatus.lastReconciledSpec
