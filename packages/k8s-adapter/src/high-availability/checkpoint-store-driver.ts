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

/** Where the checkpoints of one job are pointed to, and how many are kept. */
export interface CheckpointStoreOptions {
  /** `CLUSTER-JOB-config-map`. */
  readonly configMap: string
  /** Of a ConfigMap that has to be made. */
  readonly labels: Readonly<Record<string, string>>
  /** `execution.checkpointing.num-retained`. */
  readonly retained: number
  /** Null: as Flink has it. See `Fence` for where one protects. */
  readonly fence: Fence | null
}

/** The checkpoints of one job in one process. One call at a time. */
export interface CheckpointStoreDriver {
  /**
   * What there is to go on from. Where there was no ConfigMap it is made, and told: a job that ran before has lost its pointers then, and
   * nothing to recover does not mean nothing to lose. To be called first, and again when leadership comes back.
   */
  readonly recover: T.Task<Outcome<RecoveredCheckpoints & { readonly configMapMissing: boolean }>>
  /** The id of the next checkpoint. */
  readonly nextId: T.Task<Outcome<{ readonly id: number }>>
  /** The pointer in, then older ones out; what could not go is told, and tried again with the next. */
  readonly add: (
    checkpoint: CompletedCheckpoint,
    bytes: Uint8Array,
  ) => T.Task<Outcome<Put> & { readonly notSubsumed: readonly StoreError[] }>
  /** The job is over, or another process is to go on with it. */
  readonly end: (jobStatus: 'GloballyTerminal' | 'Suspended') => T.Task<readonly Outcome<unknown>[]>
}

/** `kindOf`: a pointer does not say whether its checkpoint is a savepoint; the file does. */
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
