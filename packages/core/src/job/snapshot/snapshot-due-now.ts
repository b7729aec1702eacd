import type { JobRound, SubmittedJob } from '../job-round.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import { knownValue } from '../../fact/fact.ts'
import { lastPeriodicTrigger } from './last-periodic-trigger.ts'
import { nextPeriodicTime, periodicExpression, periodicTimeAt } from '../../schedule/periodic-expression.ts'
import { snapshotDue, type SnapshotKind } from './snapshot-due.ts'
import { isPending, lastTriggerOf, legacyTimestampOf, manualOf, nonceOf, periodicTextOf, snapshotKinds } from './snapshot-track.ts'

/** A snapshot that is to be taken now. */
export type DueSnapshot =
  & { readonly kind: SnapshotKind; readonly reason: string }
  & (
    | { readonly triggerType: 'MANUAL'; readonly nonce: Nonce; readonly askedAt: EpochMillis }
    /** `dueAt`: when it became due; `countsFrom`: what the next period counts from (D-30). */
    | { readonly triggerType: 'PERIODIC'; readonly dueAt: EpochMillis; readonly countsFrom: EpochMillis }
  )

export type NextSnapshot =
  | { readonly _tag: 'Due'; readonly due: DueSnapshot }
  /** Null: not by time alone. */
  | { readonly _tag: 'NotDue'; readonly at: EpochMillis | null }

/** Is a snapshot of this kind due (control-flow.md, sections 6.2 and 6.3)? A nonce whose last attempt failed waits a little first. */
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

/** The first that is due: one effect a round; the other kind has its turn in the next. */
export const dueSnapshot = (round: JobRound, deployed: SubmittedJob): DueSnapshot | null =>
  snapshotKinds.map(kind => nextSnapshot(round, deployed, kind)).find(it => it._tag === 'Due')?.due ?? null
