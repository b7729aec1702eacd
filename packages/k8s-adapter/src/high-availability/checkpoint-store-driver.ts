import * as T from 'fp-ts/lib/Task.js'
import {
  addCheckpoint,
  type CompletedCheckpoint,
  completedCheckpointStore,
  createConfigMap,
  type Fence,
  getAllAndLock,
  getAndIncrement,
  type Outcome,
  type Put,
  type RecoveredCheckpoints,
  recoveredCheckpoints,
  setCount,
  shutDown,
  type StoreError,
  subsumeCheckpoint,
  subsumed,
} from '@flink-operator/high-availability'
import { carryOut, type StoreDriver } from './store-driver.ts'

/** The ConfigMap with the pointers to one job's checkpoints, and how many are kept. */
export interface CheckpointStoreOptions {
  /** `CLUSTER-JOB-config-map`. */
  readonly configMap: string
  /** Labels of a ConfigMap that has to be created. */
  readonly labels: Readonly<Record<string, string>>
  /** `execution.checkpointing.num-retained`. */
  readonly retained: number
  /** Null: none, as in Flink. `Fence` says when one protects. */
  readonly fence: Fence | null
}

/** The checkpoints of one job in one process. One call at a time. */
export interface CheckpointStoreDriver {
  /**
   * The checkpoints to continue from. If the ConfigMap is missing, it is created and reported: a job that ran before has lost its
   * pointers then, so an empty result does not prove that no state exists. Call it first, and again when leadership returns.
   */
  readonly recover: T.Task<Outcome<RecoveredCheckpoints & { readonly configMapMissing: boolean }>>
  /** The id of the next checkpoint. */
  readonly nextId: T.Task<Outcome<{ readonly id: number }>>
  /** Adds the pointer, then removes older ones; those that can't be removed are reported, and retried with the next. */
  readonly add: (
    checkpoint: CompletedCheckpoint,
    bytes: Uint8Array,
  ) => T.Task<Outcome<Put> & { readonly notSubsumed: readonly StoreError[] }>
  /** The job is over, or another process continues it. */
  readonly end: (jobStatus: 'GloballyTerminal' | 'Suspended') => T.Task<readonly Outcome<unknown>[]>
}

/** `kindOf`: only the file, not the pointer, says whether a checkpoint is a savepoint. */
export const checkpointStoreDriver = (
  driver: StoreDriver,
  { configMap, labels, retained, fence }: CheckpointStoreOptions,
  kindOf: (path: string) => CompletedCheckpoint['kind'] = () => 'Checkpoint',
): CheckpointStoreDriver => {
  const store = completedCheckpointStore(configMap, fence)
  const run = carryOut(driver)
  let kept: readonly CompletedCheckpoint[] = []
  return {
    recover: async () => {
      const made = await run(createConfigMap(configMap, labels))()
      if (made._tag === 'Failed') return made
      const read = await run(getAllAndLock(store))()
      if (read._tag === 'Failed') return read
      const recovered = recoveredCheckpoints(read.result)
      const last = recovered.checkpoints.at(-1)
      if (last !== undefined) {
        const counted = await run(setCount({ configMap, fence }, last.id + 1))()
        if (counted._tag === 'Failed') return counted
      }
      kept = recovered.checkpoints.map(({ id, file }) => ({ id, kind: file === null ? 'Checkpoint' : kindOf(file.path) }))
      return { ...read, result: { ...recovered, configMapMissing: made.result.created } }
    },
    nextId: run(getAndIncrement({ configMap, fence })),
    add: (checkpoint, bytes) => async () => {
      const added = await run(addCheckpoint(store, checkpoint.id), bytes)()
      if (added._tag === 'Failed') return { ...added, notSubsumed: [] }
      kept = [...kept, { id: checkpoint.id, kind: checkpoint.kind }]
      const notSubsumed: StoreError[] = []
      for (const old of subsumed(kept, retained)) {
        const gone = await run(subsumeCheckpoint(store, old))()
        if (gone._tag === 'Failed') notSubsumed.push(gone.error)
        else kept = kept.filter(it => it !== old)
      }
      return { ...added, notSubsumed }
    },
    end: jobStatus => T.sequenceSeqArray(shutDown(store, kept, jobStatus).map(operation => run(operation))),
  }
}
