import type { ConfigMapContent, KeyChanges } from '../config-map.ts'
import type { StoredFile } from './pointer.ts'

/**
 * Does this ConfigMap, as it was read, show that we lead? Asked in the same read on whose version the write is made, so a write never lands
 * after another holder's lock record. That holds only where the lock is in this very ConfigMap.
 */
export type Fence = (configMap: ConfigMapContent) => boolean

/** Where pointers are kept: a ConfigMap, and the beginning of their keys. Other keys are left alone, byte for byte. */
export interface StateHandleStore {
  readonly configMap: string
  readonly prefix: string
  /** Null: nobody is asked who leads, as Flink does it for checkpoints and their counter (H-D01). */
  readonly fence: Fence | null
}

/**
 * Why an operation failed.
 *
 * | why | was something done? |
 * |---|---|
 * | NotStored, NotFound, NotHolder, AlreadyExists, NotExists, Corrupt, UnknownHandle, Newest, Unstorable, TooLarge, Forbidden | no |
 * | NotDiscarded | the key is marked for deletion, its file is there: reads show nothing, a repetition finishes it |
 * | RemovedSince | it was done, and undone by somebody else since |
 * | PossiblyInconsistent | nobody knows: a file that a pointer may name is kept |
 * | Unreachable | no: nothing was asked to be written |
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

/** Why an operation did not do what it was to do. */
export interface StoreError {
  readonly _tag: StoreErrorTag
  readonly message: string
}

/** What an operation remembers from one look to the next. */
export interface Memory {
  /** The file that it stored, and the pointer to it. */
  readonly file: { readonly file: StoredFile; readonly pointer: string } | null
  /** Files that it discarded to finish a removal. */
  readonly discarded: readonly string[]
  /** What it began to remove: the path, or the corrupt value. */
  readonly removing: string | null
}

/** What an operation wants, having seen the ConfigMap. */
export type Step<R> =
  | { readonly _tag: 'Answer'; readonly result: R }
  | { readonly _tag: 'Refuse'; readonly error: StoreError }
  /** On the version that was seen. `result` null: look again afterwards. */
  | {
    readonly _tag: 'Write'
    readonly data: KeyChanges
    readonly result: R | null
    /** Does it point to the file that was stored? */
    readonly points: boolean
    /** A file that no key points to once this is written. */
    readonly supersedes: string | null
    readonly removing: string | null
  }
  | { readonly _tag: 'Create'; readonly labels: Readonly<Record<string, string>>; readonly result: R }
  /** Then look again. The key that points to it is marked for deletion. */
  | { readonly _tag: 'Discard'; readonly path: string }

/** An operation on a store: what it wants is a function of what it saw, so that it may be asked again and again. */
export interface Operation<R> {
  readonly name: string
  readonly configMap: string
  /** Is a file stored first? */
  readonly storesFile: boolean
  /** Null: there is no ConfigMap. */
  readonly plan: (configMap: ConfigMapContent | null, memory: Memory) => Step<R>
}

export const answer = <R>(result: R): Step<R> => ({ _tag: 'Answer', result })
export const refuse = <R>(_tag: StoreErrorTag, message: string): Step<R> => ({ _tag: 'Refuse', error: { _tag, message } })

/** Leaves out what most writes have not. */
export const write = <R>(step: Partial<Extract<Step<R>, { readonly _tag: 'Write' }>> & { readonly data: KeyChanges }): Step<R> => ({
  _tag: 'Write',
  result: null,
  points: false,
  supersedes: null,
  removing: null,
  ...step,
})

/** A read: of a ConfigMap that is there, whoever leads. */
export const reads =
  <R>({ configMap: name }: StateHandleStore, plan: (configMap: ConfigMapContent) => Step<R>): Operation<R>['plan'] =>
  configMap => (configMap === null ? refuse('NotFound', `there is no ConfigMap ${name}`) : plan(configMap))

/**
 * A write: to a ConfigMap that stays, and by its holder where that is asked for. What needs no write is answered to anybody: that an
 * earlier try was written stays true when the lock is lost since.
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
