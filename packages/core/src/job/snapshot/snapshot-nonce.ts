import * as E from 'fp-ts/lib/Either.js'
import { decodeRecordedSpec, encodeRecordedSpec } from '../../codec/recorded-spec.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { FlinkDeploymentObserved } from '../observed.ts'
import { withReconciliation, withStatus } from '../../round/status-change.ts'
import { isStable } from '../record/status-updates.ts'

/**
 * Named update 4, `recordNonce` (control-flow.md, section 1.3): the nonce counts as done. It works on the text that is in the status, since
 * a nonce of either kind may be recorded in one round. A spec that was stable stays so: a nonce says nothing about stability (L11).
 */
export const recordNonce = (
  status: FlinkDeploymentStatus,
  kind: SnapshotKind,
  nonce: Nonce,
  generation: number,
  now: EpochMillis,
): FlinkDeploymentStatus => {
  const text = withNonce(status.reconciliationStatus.lastReconciledSpec, kind, nonce)
  if (text === null || text === status.reconciliationStatus.lastReconciledSpec) return status
  const { lastStableSpec } = status.reconciliationStatus
  return withStatus(
    withReconciliation(status, {
      lastReconciledSpec: text,
      lastStableSpec: isStable(status) ? text : lastStableSpec,
      reconciliationTimestamp: now,
    }),
    { observedGeneration: generation },
  )
}

const withNonce = (text: string | null, kind: SnapshotKind, nonce: Nonce): string | null => {
  const recorded = text === null ? null : decodeRecordedSpec(text)
  if (recorded === null || E.isLeft(recorded) || recorded.right.spec.job === null) return null
  const { spec, firstDeployment } = recorded.right
  const change = kind === 'savepoint' ? { savepointTriggerNonce: nonce } : { checkpointTriggerNonce: nonce }
  return encodeRecordedSpec({ spec: { ...spec, job: { ...recorded.right.spec.job, ...change } }, firstDeployment })
}

/**
 * Did this round's look record a nonce? What was worked out of the recorded spec before is then too old by that nonce: nothing else is done
 * before the next round, else the same nonce would ask again.
 */
export const isNonceNew = ({ recorded, status }: FlinkDeploymentObserved): boolean =>
  recorded.status.reconciliationStatus.lastReconciledSpec !== status.reconciliationStatus.lastReconciledSpec
