import { absenceMillis } from '../../src/job/seen/observe-job.ts'
import type { Millis } from '../../src/resource/time.ts'

/**
 * How far back a moment counts in a world, by field, where decisions look further than elsewhere: because of an option of that world, or
 * because no other world asks at all. A number that is no moment counts as it is.
 */
export type Horizons = Readonly<Record<string, Millis>>

/**
 * What becomes of a field: as it is; only whether it is there; a name; how many attempts ago; a rank; the number of a checkpoint; whether
 * it is more than 0.
 */
export type FieldKind = 'Plain' | 'Presence' | 'Named' | 'Attempt' | 'Progress' | 'Checkpoint' | 'Some'

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
  // rounds of a world come when they are due, and in between as if they were woken
  'atTheLatest',
  // with the stability window of all worlds, none; and old statistics are forgotten with the first step of time
  'runningSince',
  'statisticsChanged',
]
/** Fields that are only compared for equality. */
const named: readonly string[] = ['startTime', 'jobStartTime', 'pod-deployment-selector']
/** How far back a difference still counts, in milliseconds, where it is not the default. */
export const pastLimits: Readonly<Record<string, Millis>> = {
  // twice as old as Flink's statistics of checkpoints may be (`isLeftUnknown`)
  terminalSince: 8_000,
  podTroubleSince: 35_000,
  // the pauses that grow with it are one step of time in all worlds; whether it is told is asked by itself (`toldLate`)
  jobManagerDownSince: 0,
  // a job that was seen; one that never came up is missed much later, which the horizons of some worlds look as far as
  jobMissedSince: absenceMillis,
  // only whether it is over counts
  giveUpAt: 5_000,
  retryAt: 5_000,
  // and the clean-up's patience
  deletionTimestamp: 15_000,
  deletingSince: 15_000,
}
export const defaultLimit: Millis = 65_000
/**
 * How far ahead a difference counts, where that is further than back. A moment further ahead than that is one state with the moment a step
 * later, and so never comes: what waits for it is called stuck (P06).
 */
export const futureLimits: Readonly<Record<string, Millis>> = {
  // the third failure of a blue/green switch waits four minutes: that wait ends where somebody puts back how often it failed
  retryAt: 245_000,
}

/** By the field's name; others are plain. */
export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  ...Object.fromEntries(presence.map(key => [key, 'Presence'])),
  ...Object.fromEntries(named.map(key => [key, 'Named'])),
  attempt: 'Attempt',
  attempts: 'Attempt',
  progress: 'Progress',
  completedCheckpoints: 'Checkpoint',
  // of a FlinkStateSnapshot: each makes the pause before the next attempt longer, which is longer than all others from the first on
  failures: 'Some',
}
