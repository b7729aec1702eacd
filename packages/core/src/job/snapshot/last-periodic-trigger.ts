import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { StateSnapshotView } from '../../contract/fact/state-snapshot-view.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'

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
