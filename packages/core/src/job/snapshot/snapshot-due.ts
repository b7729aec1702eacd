import { isAtLeast, type FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobState } from '../../contract/resource/job-state.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { nextPeriodicTime, type PeriodicExpression } from '../../flink/schedule/periodic-expression.ts'

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
