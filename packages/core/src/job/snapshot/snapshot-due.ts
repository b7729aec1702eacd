import { isAtLeast, type FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobState, JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { nextPeriodicTime, type PeriodicExpression } from '../../flink/schedule/periodic-expression.ts'
import { withRecordedJob } from '../../crd/recorded-spec.ts'
import type { JobObserved } from '../job-round.ts'
import { withReconciliation, withLifecycle } from '../../contract/round/status-change.ts'
import { isStable } from '../record/stable-spec.ts'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'

/** The two kinds of snapshot that the operator triggers. */
export type SnapshotKind = 'savepoint' | 'checkpoint'

export interface SnapshotDueInputs {
  readonly kind: SnapshotKind
  readonly jobState: JobState | null
  /** True while a snapshot of this kind that was triggered through the status is pending. */
  readonly inProgress: boolean
  /** The trigger nonce of this kind in the spec, and in the last reconciled spec. */
  readonly nonce: Nonce | null
  readonly recordedNonce: Nonce | null
  readonly periodic: PeriodicExpression
  /** Start of the current period: `lastPeriodicTrigger`. */
  readonly last: EpochMillis
  /** Of the running job. */
  readonly flinkVersion: FlinkVersion | null
  readonly now: EpochMillis
}

/** Whether a snapshot is due, and why. */
export type SnapshotDue =
  | { readonly _tag: 'Due'; readonly triggerType: 'MANUAL' | 'PERIODIC'; readonly reason: string }
  /** `at`: when the next periodic snapshot becomes due; null: no time is known. */
  | { readonly _tag: 'NotDue'; readonly at: EpochMillis | null; readonly reason: string }

const notDue = (reason: string, at: EpochMillis | null = null): SnapshotDue => ({ _tag: 'NotDue', at, reason })

/** Flink can trigger checkpoints since 1.17. */
const canTrigger = (kind: SnapshotKind, version: FlinkVersion | null): boolean =>
  kind === 'savepoint' || (version !== null && isAtLeast(version, 'v1_17'))

const periodicDue = ({ periodic, last, now }: SnapshotDueInputs): SnapshotDue => {
  if (periodic._tag === 'Unreadable') return notDue(`'${periodic.text}' is neither a duration nor a cron expression`)
  const at = nextPeriodicTime(periodic, last)
  if (at === null)
    return notDue(
      periodic._tag === 'Off' ? 'no periodic snapshots are configured' : 'the periodic expression matches no time in the future',
    )
  return at < now ? { _tag: 'Due', triggerType: 'PERIODIC', reason: 'the time of the periodic snapshot has come' }
    : notDue('the periodic snapshot is not due yet', at)
}

/** Decides whether a snapshot of this kind is due now. The first match of control-flow.md, section 6.2, wins. */
export const snapshotDue = (inputs: SnapshotDueInputs): SnapshotDue => {
  const { kind, jobState, inProgress, nonce, recordedNonce, flinkVersion } = inputs
  if (jobState !== 'RUNNING') return notDue('the job is not running')
  if (inProgress) return notDue(`a ${kind} is in progress`)
  const due: SnapshotDue = nonce !== null && nonce !== recordedNonce
    ? { _tag: 'Due', triggerType: 'MANUAL', reason: `${kind}TriggerNonce is ${nonce}` }
    : periodicDue(inputs)
  return due._tag === 'Due' && !canTrigger(kind, flinkVersion) ? notDue('only Flink 1.17 or newer can trigger a checkpoint') : due
}

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

export interface LastPeriodicTriggerInputs {
  readonly kind: SnapshotKind
  /**
   * `operatorRecord.lastPeriodic…Trigger`. Durable, unlike in the reference operator: a restart of the operator neither repeats nor skips a
   * snapshot (D-30, B74).
   */
  readonly remembered: EpochMillis | null
  readonly snapshots: readonly StateSnapshotView[]
  /** `lastPeriodic…Timestamp` of the status; 0: never. */
  readonly legacyTimestamp: EpochMillis
  /** Of the FlinkDeployment. */
  readonly creationTimestamp: EpochMillis
}

const latest = RA.reduce<EpochMillis, EpochMillis | null>(null, (newest, time) => (newest === null || time > newest ? time : newest))

/** The time at which the current period starts (control-flow.md, section 6.3). The order of `snapshots` has no meaning (P12). */
export const lastPeriodicTrigger = (
  { kind, remembered, snapshots, legacyTimestamp, creationTimestamp }: LastPeriodicTriggerInputs,
): EpochMillis =>
  remembered
    ?? latest(
      snapshots.filter(it => it.kind === kind && it.triggerType === 'PERIODIC' && it.state === 'COMPLETED').map(it => it.creationTimestamp),
    )
    ?? Math.max(legacyTimestamp, creationTimestamp)
