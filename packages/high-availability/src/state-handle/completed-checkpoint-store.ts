import { checkpointIdOf, checkpointKey, checkpointPrefix } from './checkpoint-key.ts'
import type { Handle, Handles } from './entry.ts'
import type { Fence, Operation, StateHandleStore } from './operation.ts'
import { addAndLock, type Put } from './put-handle.ts'
import { clearEntries, releaseAndTryRemove, type Removed, subsume } from './remove-handle.ts'

/** `fence` null: as Flink has it (H-D01). A fence protects only where the lock is in the same ConfigMap. */
export const completedCheckpointStore = (configMap: string, fence: Fence | null): StateHandleStore => ({
  configMap,
  prefix: checkpointPrefix,
  fence,
})

/** A checkpoint that is complete, and may be pointed to. */
export interface CompletedCheckpoint {
  readonly id: number
  /** `StopWithSavepoint`: after it the job goes on no more. */
  readonly kind: 'Checkpoint' | 'Savepoint' | 'StopWithSavepoint'
}

/** What a process that has just become leader finds (kubernetes-ha.md). */
export interface RecoveredCheckpoints {
  /** Oldest first: a job goes on from the last. */
  readonly checkpoints: readonly (Handle & { readonly id: number })[]
  /** Told, and left where they are. */
  readonly unreadable: readonly { readonly key: string; readonly why: string }[]
}

/** What a recovery goes on from. A value that nobody can read hides no other. */
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

/** The pointer to a new checkpoint, first of all; then `subsumed` says what may go. */
export const addCheckpoint = (store: StateHandleStore, id: number): Operation<Put> => addAndLock(store, checkpointKey(id))

/**
 * Which of these, oldest first, may go, so that `retained` remain (`execution.checkpointing.num-retained`):
 *
 * | checkpoint | |
 * |---|---|
 * | the last | stays |
 * | a savepoint | may go: it belongs to a person |
 * | the newest that is no savepoint | stays, unless the last is a savepoint with which the job stopped |
 * | an older one | may go |
 */
export const subsumed = (checkpoints: readonly CompletedCheckpoint[], retained: number): readonly CompletedCheckpoint[] => {
  const last = checkpoints.at(-1)
  const newest = checkpoints.findLast(({ kind }) => kind === 'Checkpoint')
  const mayGo = (it: CompletedCheckpoint): boolean =>
    it !== last && (it.kind !== 'Checkpoint' || it !== newest || last?.kind === 'StopWithSavepoint')
  return checkpoints.filter(mayGo).slice(0, Math.max(0, checkpoints.length - retained))
}

/** Removes what `subsumed` named, the oldest first; refused (Newest) while nothing later can be restored from. */
export const subsumeCheckpoint = (store: StateHandleStore, { id }: Pick<CompletedCheckpoint, 'id'>): Operation<Removed> =>
  subsume(store, checkpointKey(id), other => (checkpointIdOf(other) ?? 0) > id)

/**
 * The job is over. Globally terminal (FINISHED, CANCELED, FAILED): everything goes, the oldest first, then what is left of the keys.
 * Suspended: nothing, so that another process goes on from it.
 */
export const shutDown = (
  store: StateHandleStore,
  checkpoints: readonly Pick<CompletedCheckpoint, 'id'>[],
  jobStatus: 'GloballyTerminal' | 'Suspended',
): readonly Operation<unknown>[] =>
  jobStatus === 'Suspended' ? []
    : [...checkpoints.map(({ id }) => releaseAndTryRemove(store, checkpointKey(id))), clearEntries(store)]
