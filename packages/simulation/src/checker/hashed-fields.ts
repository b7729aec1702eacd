import { absenceMillis } from '@flink-operator/core/job'
import type { Millis } from '@flink-operator/core/resource'

/**
 * How far back a moment counts in a world, by field. Needed where decisions look further back than in other worlds: because of an
 * option of that world, or because no other world reads the field at all. A number that is not a moment counts as it is.
 */
export type Horizons = Readonly<Record<string, Millis>>

/**
 * How the hash treats a field: exactly; only its presence; as a name; as how many attempts ago; as a rank; as the number of a
 * checkpoint; as whether it is more than 0; an object only by its `_tag`, because the rest is hashed elsewhere.
 */
export type FieldKind = 'Plain' | 'Presence' | 'Named' | 'Attempt' | 'Progress' | 'Checkpoint' | 'Some' | 'Apart'

/** Fields that nothing compares with now, or nothing reads; only their presence counts. */
const presence: readonly string[] = [
  'reconciliationTimestamp',
  'lastTransitionTime',
  'updateTime',
  'timeStamp',
  'asOf',
  'creationTimestamp',
  'uploaded',
  'created',
  'triggerTimestamp',
  'mintedAt',
  'time',
  'endTime',
  'lastPeriodicSavepointTimestamp',
  'lastPeriodicCheckpointTimestamp',
  'availableSince',
  'at',
  'serial',
  'restarts',
  // the checker runs rounds when they are due, and also in between, as after a watch event
  'atTheLatest',
  // The stability window of all worlds is none, and old statistics are forgotten at the first step of time.
  'runningSince',
  'statisticsChanged',
]
/** Fields that are only compared for equality. */
const named: readonly string[] = ['startTime', 'jobStartTime', 'pod-deployment-selector']
/** How far back a difference counts, in milliseconds, where it is not the default. */
export const pastLimits: Readonly<Record<string, Millis>> = {
  // twice the age that Flink's checkpoint statistics may have (`isLeftUnknown`)
  terminalSince: 8_000,
  podTroubleSince: 35_000,
  // The pauses that grow with it are one step of time in all worlds. Whether it is reported is hashed separately (`reportedLate`).
  jobManagerDownSince: 0,
  // For a job that was observed. A job that never came up is missed much later; the horizons of some worlds reach that far.
  jobMissedSince: absenceMillis,
  // only whether it is over counts
  giveUpAt: 5_000,
  retryAt: 5_000,
  // also the patience of the clean-up
  deletionTimestamp: 15_000,
  deletingSince: 15_000,
}
export const defaultLimit: Millis = 65_000
/**
 * How far ahead a difference counts, where that is further than back. For a moment further ahead, the state one step later is the same
 * state; so the moment never arrives, and what waits for it counts as stuck (P06).
 */
export const futureLimits: Readonly<Record<string, Millis>> = {
  // The third failure of a blue/green switch waits four minutes; that wait ends when a user resets the failure count.
  retryAt: 245_000,
}

/** By the field's name; other fields are plain. */
export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  ...Object.fromEntries(presence.map(key => [key, 'Presence'])),
  ...Object.fromEntries(named.map(key => [key, 'Named'])),
  attempt: 'Attempt',
  attempts: 'Attempt',
  progress: 'Progress',
  completedCheckpoints: 'Checkpoint',
  // Of a FlinkStateSnapshot: each failure makes the pause before the next attempt longer, and the first pause is already longer than every
  // other time.
  failures: 'Some',
  // The autoscaler's measurements and data: numbers that only grow (autoscaler/hash-autoscaled.ts).
  run: 'Apart',
  autoscalerState: 'Apart',
  jobDetails: 'Apart',
  vertexMetrics: 'Apart',
}
