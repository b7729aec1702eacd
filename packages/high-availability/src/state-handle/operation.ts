import type { ConfigMapContent, KeyChanges } from '../config-map.ts'
import type { StoredFile } from './pointer.ts'

/**
 * True if this ConfigMap, as it was read, shows that we lead. The write uses the version of that same read, so it can't land after
 * another holder's lock record. That holds only if the lock is in this ConfigMap.
 */
export type Fence = (configMap: ConfigMapContent) => boolean

/** Where pointers are kept: a ConfigMap, and the prefix of their keys. Other keys are never changed. */
export interface StateHandleStore {
  readonly configMap: string
  readonly prefix: string
  /** Null: leadership is not checked, as in Flink for checkpoints and their counter (H-D01). */
  readonly fence: Fence | null
}

/**
 * Why an operation failed.
 *
 * | why | was something written? |
 * |---|---|
 * | NotStored, NotFound, NotHolder, AlreadyExists, NotExists, Corrupt, UnknownHandle, Newest, Unstorable, TooLarge, Forbidden | no |
 * | NotDiscarded | the key is marked for deletion and its file exists: reads ignore it, a repetition finishes the removal |
 * | RemovedSince | yes, and another process has removed it since |
 * | PossiblyInconsistent | unknown: a file that a pointer may name is kept |
 * | Unreachable | no: no write was sent |
 */
export type StoreErrorTag =
  | 'NotStored'
  | 'NotFound'
  | 'NotHolder'
  | 'AlreadyExists'
  | 'NotExists'
  | 'Corrupt'
  | 'UnknownHandle'
  | 'Newest'
  | 'Unstorable'
  | 'TooLarge'
  | 'Forbidden'
  | 'NotDiscarded'
  | 'RemovedSince'
  | 'PossiblyInconsistent'
  | 'Unreachable'

/** Why an operation did not succeed. */
export interface StoreError {
  readonly _tag: StoreErrorTag
  readonly message: string
}

/** What an operation remembers from one read to the next. */
export interface Memory {
  /** The file that it stored, with its pointer. */
  readonly file: { readonly file: StoredFile; readonly pointer: string } | null
  /** Files that it discarded to finish a removal. */
  readonly discarded: readonly string[]
  /** What it began to remove: the path, or the corrupt value. */
  readonly removing: string | null
}

/** The next step of an operation after it read the ConfigMap. */
export type Step<R> =
  | { readonly _tag: 'Answer'; readonly result: R }
  | { readonly _tag: 'Refuse'; readonly error: StoreError }
  /** Writes on the version that was read. `result` null: read again afterwards. */
  | {
    readonly _tag: 'Write'
    readonly data: KeyChanges
    readonly result: R | null
    /** True if the write stores the pointer to our file. */
    readonly points: boolean
    /** A file that no key points to after this write. */
    readonly supersedes: string | null
    readonly removing: string | null
  }
  | { readonly _tag: 'Create'; readonly labels: Readonly<Record<string, string>>; readonly result: R }
  /** Discards the file, then reads again. The key that points to it is marked for deletion. */
  | { readonly _tag: 'Discard'; readonly path: string }

/** An operation on a store: its next step is a function of what it read, so it can be repeated. */
export interface Operation<R> {
  readonly name: string
  readonly configMap: string
  /** True if a file is stored first. */
  readonly storesFile: boolean
  /** Null: the ConfigMap does not exist. */
  readonly plan: (configMap: ConfigMapContent | null, memory: Memory) => Step<R>
}

export const answer = <R>(result: R): Step<R> => ({ _tag: 'Answer', result })
export const refuse = <R>(_tag: StoreErrorTag, message: string): Step<R> => ({ _tag: 'Refuse', error: { _tag, message } })

/** Fills in the defaults of most writes. */
export const write = <R>(step: Partial<Extract<Step<R>, { readonly _tag: 'Write' }>> & { readonly data: KeyChanges }): Step<R> => ({
  _tag: 'Write',
  result: null,
  points: false,
  supersedes: null,
  removing: null,
  ...step,
})

/** A read of an existing ConfigMap, regardless of the leader. */
export const reads =
  <R>({ configMap: name }: StateHandleStore, plan: (configMap: ConfigMapContent) => Step<R>): Operation<R>['plan'] =>
  configMap => (configMap === null ? refuse('NotFound', `there is no ConfigMap ${name}`) : plan(configMap))

/**
 * A write to an existing ConfigMap that is not being deleted; with a fence only by the leader. A step that needs no write succeeds
 * without leadership: an earlier write stays valid when the lock is lost later.
 */
export const writes = <R>(
  { configMap: name, fence }: StateHandleStore,
  plan: (configMap: ConfigMapContent, memory: Memory) => Step<R>,
): Operation<R>['plan'] =>
(configMap, memory) => {
  if (configMap === null) return refuse('NotFound', `there is no ConfigMap ${name}`)
  if (configMap.deleting) return refuse('NotFound', `ConfigMap ${name} is being deleted`)
  const step = plan(configMap, memory)
  return step._tag === 'Answer' || fence === null || fence(configMap)
    ? step
    : refuse('NotHolder', `ConfigMap ${name} shows that this process does not lead`)
}
