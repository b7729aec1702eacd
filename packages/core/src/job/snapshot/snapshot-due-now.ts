import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { JobRound, SubmittedJob } from '../job-round.ts'
import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import { knownValue } from '../../contract/fact/fact.ts'
import { lastPeriodicTrigger, snapshotDue, type SnapshotKind } from './snapshot-due.ts'
import { nextPeriodicTime, periodicExpression, periodicTimeAt } from '../../flink/schedule/periodic-expression.ts'
import { isPending, lastTriggerOf, legacyTimestampOf, manualOf, nonceOf, periodicTextOf, snapshotKinds } from './snapshot-track.ts'

/** How many snapshots of one kind the operator keeps, and for how long. */
export interface SnapshotLimits {
  readonly count: number
  /** Older snapshots are deleted; null: no age limit. */
  readonly maxAge: Millis | null
}

export interface SavepointHistoryOptions {
  readonly savepointHistoryMaxCount: number
  readonly savepointHistoryMaxAge: Millis
}

/** Upper bounds that the platform sets in the operator's own configuration. */
export interface SavepointHistoryThresholds {
  readonly savepointHistoryMaxCountThreshold: number | null
  readonly savepointHistoryMaxAgeThreshold: Millis | null
}

/** Limits of savepoints. The operator always keeps at least one (control-flow.md, section 6.6). */
export const savepointLimits = (options: SavepointHistoryOptions, thresholds: SavepointHistoryThresholds): SnapshotLimits => ({
  count: Math.max(1, Math.min(options.savepointHistoryMaxCount, thresholds.savepointHistoryMaxCountThreshold ?? Infinity)),
  maxAge: Math.min(options.savepointHistoryMaxAge, thresholds.savepointHistoryMaxAgeThreshold ?? Infinity),
})

/** Limits of checkpoints: `execution.checkpointing.num-retained`, and no age limit. */
export const checkpointLimits = (numRetained: number): SnapshotLimits => ({ count: Math.max(1, numRetained), maxAge: null })

export const isTooOld = (time: EpochMillis, { maxAge }: SnapshotLimits, now: EpochMillis): boolean => maxAge !== null && time < now - maxAge

/** A snapshot to take now. */
export type DueSnapshot =
  & { readonly kind: SnapshotKind; readonly reason: string }
  & (
    | { readonly triggerType: 'MANUAL'; readonly nonce: Nonce; readonly askedAt: EpochMillis }
    /** `dueAt`: when it became due; `countsFrom`: the start of the next period (D-30). */
    | { readonly triggerType: 'PERIODIC'; readonly dueAt: EpochMillis; readonly countsFrom: EpochMillis }
  )

export type NextSnapshot =
  | { readonly _tag: 'Due'; readonly due: DueSnapshot }
  /** When the snapshot becomes due; null: no time is known. */
  | { readonly _tag: 'NotDue'; readonly at: EpochMillis | null }

/**
 * Decides whether a snapshot of this kind is due (control-flow.md, sections 6.2 and 6.3). A failed manual snapshot waits for its retry
 * time.
 */
export const nextSnapshot = (
  { desired: { wanted, meta }, observed: { status, facts }, env: { now } }: JobRound,
  { reconciled, running }: SubmittedJob,
  kind: SnapshotKind,
): NextSnapshot => {
  if (wanted === null) return { _tag: 'NotDue', at: null }
  const periodic = periodicExpression(periodicTextOf(running.options, kind))
  const nonce = nonceOf(wanted.job, kind)
  const last = lastPeriodicTrigger({
    kind,
    remembered: lastTriggerOf(status, kind),
    snapshots: knownValue(facts.snapshots) ?? [],
    legacyTimestamp: legacyTimestampOf(status, kind),
    creationTimestamp: meta.creationTimestamp,
  })
  const answer = snapshotDue({
    kind,
    jobState: status.jobStatus.state,
    inProgress: isPending(status, kind),
    nonce,
    recordedNonce: nonceOf(reconciled.job, kind),
    periodic,
    last,
    flinkVersion: running.flinkVersion,
    now,
  })
  if (answer._tag === 'NotDue') return { _tag: 'NotDue', at: answer.at }
  if (answer.triggerType === 'PERIODIC')
    return {
      _tag: 'Due',
      due: {
        kind,
        triggerType: 'PERIODIC',
        dueAt: nextPeriodicTime(periodic, last) ?? now,
        countsFrom: periodicTimeAt(periodic, last, now),
        reason: answer.reason,
      },
    }
  if (nonce === null) return { _tag: 'NotDue', at: null }
  const before = manualOf(status, kind)
  const attempt = before?.nonce === nonce ? before : null
  return attempt?.retryAt != null && now < attempt.retryAt
    ? { _tag: 'NotDue', at: attempt.retryAt }
    : { _tag: 'Due', due: { kind, triggerType: 'MANUAL', nonce, askedAt: attempt?.askedAt ?? now, reason: answer.reason } }
}

/** The first due snapshot. The operator takes one per round; a due snapshot of the other kind follows in the next round. */
export const dueSnapshot = (round: JobRound, deployed: SubmittedJob): DueSnapshot | null =>
  snapshotKinds.map(kind => nextSnapshot(round, deployed, kind)).find(it => it._tag === 'Due')?.due ?? null
