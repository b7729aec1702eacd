import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { CheckpointStatistics, CheckpointView } from '@flink-operator/core/fact'
import { boolean, type Decoded, decodeWith, fields, integer, list, moment, orNull, text } from './decode.ts'
import { FlinkNumber } from './flink-number.ts'
import { longestId, longestPath } from './text-lengths.ts'

/** Flink's path for state that has no path (B25). */
const notAddressable = '<checkpoint-not-externally-addressable>'

const Completed = fields('CompletedCheckpoint', {
  id: integer,
  is_savepoint: boolean,
  trigger_timestamp: moment,
  state_size: orNull(FlinkNumber),
  external_path: orNull(text(longestPath)),
  discarded: orNull(boolean),
  checkpoint_type: orNull(text(longestId)),
})

/** Has no `discarded`, and another time field. */
const Restored = fields('RestoredCheckpoint', {
  id: integer,
  is_savepoint: boolean,
  restore_timestamp: moment,
  external_path: orNull(text(longestPath)),
})

const HistoryEntry = fields('CheckpointHistoryEntry', { id: integer, status: text(longestId), trigger_timestamp: moment })

const Checkpoints = fields('Checkpoints', {
  counts: fields('CheckpointCounts', { completed: integer, in_progress: integer }),
  latest: fields('LatestCheckpoints', { completed: orNull(Completed), savepoint: orNull(Completed), restored: orNull(Restored) }),
  history: list('CheckpointHistoryEntry[]', HistoryEntry),
})

const pathOf = (path: string | null): Pick<CheckpointView, 'externalPath' | 'addressable'> =>
  path === notAddressable ? { externalPath: null, addressable: false } : { externalPath: path, addressable: true }

const completedView = (checkpoint: Decoded<typeof Completed>): CheckpointView => ({
  id: checkpoint.id,
  ...pathOf(checkpoint.external_path),
  discarded: checkpoint.discarded ?? false,
  isSavepoint: checkpoint.is_savepoint,
  isStop: checkpoint.checkpoint_type === 'SYNC_SAVEPOINT',
  triggerTimestamp: checkpoint.trigger_timestamp,
})

const restoredView = (checkpoint: Decoded<typeof Restored>): CheckpointView => ({
  id: checkpoint.id,
  ...pathOf(checkpoint.external_path),
  discarded: false,
  isSavepoint: checkpoint.is_savepoint,
  isStop: false,
  triggerTimestamp: checkpoint.restore_timestamp,
})

const newest = <A extends { readonly id: number }>(entries: readonly (A | null)[]): A | null =>
  entries.reduce<A | null>((best, entry) => (entry !== null && (best === null || entry.id > best.id) ? entry : best), null)

const statistics = ({ counts, latest, history }: Decoded<typeof Checkpoints>): CheckpointStatistics => {
  const inProgress = newest(history.filter(entry => entry.status === 'IN_PROGRESS'))
  return {
    restored: latest.restored && restoredView(latest.restored),
    completed: latest.completed && completedView(latest.completed),
    savepoint: latest.savepoint && completedView(latest.savepoint),
    inProgress: inProgress && { id: inProgress.id, triggerTimestamp: inProgress.trigger_timestamp },
    completedCount: counts.completed,
    inProgressCount: counts.in_progress,
    stateSize: newest([latest.completed, latest.savepoint])?.state_size ?? null,
  }
}

/** `GET /v1/jobs/:jobId/checkpoints`. */
export const decodeCheckpoints = flow(decodeWith(Checkpoints), E.map(statistics))

/** `GET /v1/jobs/:jobId/checkpoints/details/:checkpointId` of a completed checkpoint; others are not decodable. */
export const decodeCheckpointDetails = flow(decodeWith(Completed), E.map(completedView))

/** The statistics of a job without checkpointing. */
export const noCheckpoints: CheckpointStatistics = {
  restored: null,
  completed: null,
  savepoint: null,
  inProgress: null,
  completedCount: 0,
  inProgressCount: 0,
  stateSize: null,
}
