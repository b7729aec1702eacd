import { checkpointIdOf, checkpointKey, checkpointPrefix } from './checkpoint-key.ts'
import type { Handle, Handles } from './entry.ts'
import type { Fence, Operation, StateHandleStore } from './operation.ts'
import { addAndLock, type Put } from './put-handle.ts'
import { clearEntries, releaseAndTryRemove, type Removed, subsume } from './remove-handle.ts'

/** `fence` null: none, as in Flink (H-D01). A fence protects only if the lock is in the same ConfigMap. */
export const completedCheckpointStore = (configMap: string, fence: Fence | null): StateHandleStore => ({
  configMap,
  prefix: checkpointPrefix,
  fence,
})

/** A completed checkpoint, to which a pointer may be stored. */
export interface CompletedCheckpoint {
  readonly id: number
  /** `StopWithSavepoint`: the job does not continue after it. */
  readonly kind: 'Checkpoint' | 'Savepoint' | 'StopWithSavepoint'
}

/** The state that a new leader finds (kubernetes-ha.md). */
export interface RecoveredCheckpoints {
  /** Oldest first: a job continues from the last one. */
  readonly checkpoints: readonly (Handle & { readonly id: number })[]
  /** Reported, and not changed. */
  readonly unreadable: readonly { readonly key: string; readonly why: string }[]
}

/** The checkpoints that a recovery can use. An unreadable value does not hide the others. */
export const recoveredCheckpoints = ({ handles, corrupt }: Handles): RecoveredCheckpoints => {
  const read = handles.map(handle => ({ ...handle, id: checkpointIdOf(handle.key) }))
  return {
    checkpoints: read.filter((it): it is Handle & { readonly id: number } => it.id !== null).sort((a, b) => a.id - b.id),
    unreadable: [
      ...corrupt,
      ...read.filter(({ id }) => id === null).map(({ key }) => ({ key, why: `its key does not end in the number of a checkpoint` })),
    ],
  }
}

/** Adds the pointer to a new checkpoint. Call it first; then `subsumed` says which old ones may be removed. */
export const addCheckpoint = (store: StateHandleStore, id: number): Operation<Put> => addAndLock(store, checkpointKey(id))

/**
 * Which of these checkpoints, oldest first, may be removed, so that `retained` remain (`execution.checkpointing.num-retained`):
 *
 * | checkpoint | |
 * |---|---|
 * | the last one | stays |
 * | a savepoint | may be removed: it belongs to the user |
 * | the newest that is no savepoint | stays, unless the last is a savepoint with which the job stopped |
 * | an older one | may be removed |
 */
export const subsumed = (checkpoints: readonly CompletedCheckpoint[], retained: number): readonly CompletedCheckpoint[] => {
  const last = checkpoints.at(-1)
  const newest = checkpoints.findLast(({ kind }) => kind === 'Checkpoint')
  const mayGo = (it: CompletedCheckpoint): boolean =>
    it !== last && (it.kind !== 'Checkpoint' || it !== newest || last?.kind === 'StopWithSavepoint')
  return checkpoints.filter(mayGo).slice(0, Math.max(0, checkpoints.length - retained))
}

/** Removes a checkpoint that `subsumed` returned, the oldest first; refused (Newest) while no later one can be restored from. */
export const subsumeCheckpoint = (store: StateHandleStore, { id }: Pick<CompletedCheckpoint, 'id'>): Operation<Removed> =>
  subsume(store, checkpointKey(id), other => (checkpointIdOf(other) ?? 0) > id)

/**
 * The job is over. Globally terminal (FINISHED, CANCELED, FAILED): removes all checkpoints, the oldest first, then the remaining
 * keys. Suspended: removes nothing, so that another process can continue the job.
 */
export const shutDown = (
  store: StateHandleStore,
  checkpoints: readonly Pick<CompletedCheckpoint, 'id'>[],
  jobStatus: 'GloballyTerminal' | 'Suspended',
): readonly Operation<unknown>[] =>
  jobStatus === 'Suspended' ? []
    : [...checkpoints.map(({ id }) => releaseAndTryRemove(store, checkpointKey(id))), clearEntries(store)]
