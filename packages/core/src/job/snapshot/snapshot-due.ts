import { isAtLeast, type FlinkVersion } from '../../resource/flink-version.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type { JobState } from '../../resource/job-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { nextPeriodicTime, type PeriodicExpression } from '../../schedule/periodic-expression.ts'

/** Savepoints and checkpoints are asked for alike. */
export type SnapshotKind = 'savepoint' | 'checkpoint'

export interface SnapshotDueInputs {
  readonly kind: SnapshotKind
  readonly jobState: JobState | null
  /** One of this kind was asked for through the status and is not done. */
  readonly inProgress: boolean
  /** The trigger nonce of this kind in the spec, and in the last reconciled spec. */
  readonly nonce: Nonce | null
  readonly recordedNonce: Nonce | null
  readonly periodic: PeriodicExpression
  /** From when the period counts: `lastPeriodicTrigger`. */
  readonly last: EpochMillis
  /** Of the running job. */
  readonly flinkVersion: FlinkVersion | null
  readonly now: EpochMillis
}

/** The answer, with what it rests on. */
export type SnapshotDue =
  | { readonly _tag: 'Due'; readonly triggerType: 'MANUAL' | 'PERIODIC'; readonly reason: string }
  /** `at`: when the next periodic one becomes due; null: not by time alone. */
  | { readonly _tag: 'NotDue'; readonly at: EpochMillis | null; readonly reason: string }

const notDue = (reason: string, at: EpochMillis | null = null): SnapshotDue => ({ _tag: 'NotDue', at, reason })

/** Checkpoints can be asked for since Flink 1.17. */
const canTrigger = (kind: SnapshotKind, version: FlinkVersion | null): boolean =>
  kind === 'savepoint' || (version !== null && isAtLeast(version, 'v1_17'))

const periodicDue = ({ periodic, last, now }: SnapshotDueInputs): SnapshotDue => {
  if (periodic._tag === 'Unreadable') return notDue(`'${periodic.text}' is neither a duration nor a cron expression`)
  const at = nextPeriodicTime(periodic, last)
  if (at === null)
    return notDue(periodic._tag === 'Off' ? 'no periodic snapshots are configured' : 'the periodic expression never comes true again')
  return at < now ? { _tag: 'Due', triggerType: 'PERIODIC', reason: 'the time of the periodic snapshot has come' }
    : notDue('the periodic snapshot is not due yet', at)
}

/** Is a snapshot of this kind to be taken now? First match of control-flow.md, section 6.2. */
export const snapshotDue = (inputs: SnapshotDueInputs): SnapshotDue => {
  const { kind, jobState, inProgress, nonce, recordedNonce, flinkVersion } = inputs
  if (jobState !== 'RUNNING') return notDue('the job is not running')
  if (inProgress) return notDue(`a ${kind} is in progress`)
  const due: SnapshotDue = nonce !== null && nonce !== recordedNonce
    ? { _tag: 'Due', triggerType: 'MANUAL', reason: `${kind}TriggerNonce is ${nonce}` }
    : periodicDue(inputs)
  return due._tag === 'Due' && !canTrigger(kind, flinkVersion) ? notDue('checkpoints can be asked for since Flink 1.17') : due
}
