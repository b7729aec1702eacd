import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CheckpointStatistics, CheckpointView } from '@flink-operator/core'
import { decodeWith, orNull } from './decode.ts'
import { FlinkNumber } from './flink-number.ts'

/** What Flink writes for state that lies nowhere a path could name (B25). */
const notAddressable = '<checkpoint-not-externally-addressable>'

const Completed = t.type({
  id: t.number,
  is_savepoint: t.boolean,
  trigger_timestamp: t.number,
  state_size: orNull(FlinkNumber),
  external_path: orNull(t.string),
  discarded: orNull(t.boolean),
  checkpoint_type: orNull(t.string),
}, 'CompletedCheckpoint')

/** Has no `discarded`, and a time of its own. */
const Restored = t.type(
  { id: t.number, is_savepoint: t.boolean, restore_timestamp: t.number, external_path: orNull(t.string) },
  'RestoredCheckpoint',
)

const HistoryEntry = t.type({ id: t.number, status: t.string, trigger_timestamp: t.number }, 'CheckpointHistoryEntry')

const Checkpoints = t.type({
  counts: t.type({ completed: t.number, in_progress: t.number }, 'CheckpointCounts'),
  latest: t.type({ completed: orNull(Completed), savepoint: orNull(Completed), restored: orNull(Restored) }, 'LatestCheckpoints'),
  history: t.array(HistoryEntry, 'CheckpointHistoryEntry[]'),
}, 'Checkpoints')

const pathOf = (path: string | null): Pick<CheckpointView, 'externalPath' | 'addressable'> =>
  path === notAddressable ? { externalPath: null, addressable: false } : { externalPath: path, addressable: true }

const completedView = (checkpoint: t.TypeOf<typeof Completed>): CheckpointView => ({
  id: checkpoint.id,
  ...pathOf(checkpoint.external_path),
  discarded: checkpoint.discarded ?? false,
  isSavepoint: checkpoint.is_savepoint,
  isStop: checkpoint.checkpoint_type === 'SYNC_SAVEPOINT',
  triggerTimestamp: checkpoint.trigger_timestamp,
})

const restoredView = (checkpoint: t.TypeOf<typeof Restored>): CheckpointView => ({
  id: checkpoint.id,
  ...pathOf(checkpoint.external_path),
  discarded: false,
  isSavepoint: checkpoint.is_savepoint,
  isStop: false,
  triggerTimestamp: checkpoint.restore_timestamp,
})

const newest = <A extends { readonly id: number }>(entries: readonly (A | null)[]): A | null =>
  entries.reduce<A | null>((best, entry) => (entry !== null && (best === null || entry.id > best.id) ? entry : best), null)

const statistics = ({ counts, latest, history }: t.TypeOf<typeof Checkpoints>): CheckpointStatistics => {
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

/** `GET /v1/jobs/:jobId/checkpoints/details/:checkpointId` of one that is complete; of any other it can't be read. */
export const decodeCheckpointDetails = flow(decodeWith(Completed), E.map(completedView))

/** What a job without checkpointing has. */
export const noCheckpoints: CheckpointStatistics = {
  restored: null,
  completed: null,
  savepoint: null,
  inProgress: null,
  completedCount: 0,
  inProgressCount: 0,
  stateSize: null,
}
