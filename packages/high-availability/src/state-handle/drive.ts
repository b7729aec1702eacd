import type { ConfigMapAnswer, ConfigMapContent, ConfigMapRequest } from '../config-map.ts'
import type { Memory, Operation, Step, StoreError } from './operation.ts'
import { type StoredFile, writePointer } from './pointer.ts'
import { overSizeLimit } from './size-limit.ts'

/** Limits of an operation of a store. */
export interface DriveSettings {
  /** How often a read with its write is repeated; Flink: `kubernetes.transactional-operation.max-retries`, 15. */
  readonly maxRetries: number
}

/**
 * The next action, one at a time.
 *
 * | action | after a crash before its answer | how the next operation recognises it |
 * |---|---|---|
 * | StoreFile | a file without a pointer may remain | it does not: such a file is never read |
 * | DiscardFile | the key stays marked, or no pointer names the file | by the marked key: the file is discarded again, and one that
 * is gone counts as done |
 * | Ask | a read changes nothing; a write is applied completely or not at all | by the next read |
 */
export type StoreAction =
  /** Under a new path. */
  | { readonly _tag: 'StoreFile' }
  /** Succeeds if the file is already gone. */
  | { readonly _tag: 'DiscardFile'; readonly path: string }
  | { readonly _tag: 'Ask'; readonly request: ConfigMapRequest }

/** The answer to a `StoreAction`. */
export type StoreAnswer =
  | { readonly _tag: 'Stored'; readonly file: StoredFile }
  | { readonly _tag: 'NotStored'; readonly message: string }
  | { readonly _tag: 'Discarded' }
  | { readonly _tag: 'NotDiscarded'; readonly message: string }
  | ConfigMapAnswer

/** The version that a write with a lost answer was based on: such a write can be applied only while this is the current version. */
type Version = Pick<ConfigMapContent, 'uid' | 'resourceVersion'>

export interface DriveMemory extends Memory {
  /** Number of failed reads and writes. */
  readonly failures: number
  /** A write was sent, whatever its result. */
  readonly wrote: boolean
  /** A write of the pointer to our file has an unknown result. */
  readonly doubt: Version | null
  /** Files that no key points to once our pointer is stored. */
  readonly superseded: readonly string[]
  /** Files that no key points to but that could not be discarded. */
  readonly left: readonly string[]
}

/** The result of an operation. */
export type Outcome<R> =
  /** `leftFiles`: files that could not be discarded. */
  | { readonly _tag: 'Done'; readonly result: R; readonly leftFiles: readonly string[] }
  /** `leftFiles`: stored or superseded files that are kept because a pointer may name them, or that could not be discarded. */
  | { readonly _tag: 'Failed'; readonly error: StoreError; readonly leftFiles: readonly string[] }

/** The state of an operation: what it waits for, or its result. Plain data. */
export type StoreState<R> =
  | { readonly _tag: 'Storing'; readonly memory: DriveMemory }
  | { readonly _tag: 'Reading'; readonly memory: DriveMemory }
  | {
    readonly _tag: 'Writing'
    readonly memory: DriveMemory
    readonly over: Version
    readonly request: ConfigMapRequest
    readonly points: boolean
    readonly result: R | null
  }
  | { readonly _tag: 'Discarding'; readonly memory: DriveMemory; readonly path: string; readonly then: Then<R> }
  | Outcome<R>

/**
 * The step after a file was discarded: `Read`, to finish a removal; `Store`, to store ours under a new path; `End`, with further
 * files to discard.
 */
type Then<R> =
  | { readonly _tag: 'Read' }
  | { readonly _tag: 'Store' }
  | { readonly _tag: 'End'; readonly outcome: Outcome<R>; readonly rest: readonly string[] }

const nothing: DriveMemory = { file: null, discarded: [], removing: null, failures: 0, wrote: false, doubt: null, superseded: [], left: [] }

/** An operation before its first action. */
export const begin = <R>({ storesFile }: Operation<R>): StoreState<R> => ({ _tag: storesFile ? 'Storing' : 'Reading', memory: nothing })

/** The action that a state waits for; null: the operation has ended. */
export const actionOf = <R>({ configMap }: Operation<R>, state: StoreState<R>): StoreAction | null => {
  switch (state._tag) {
    case 'Storing':
      return { _tag: 'StoreFile' }
    case 'Reading':
      return { _tag: 'Ask', request: { _tag: 'Get', name: configMap } }
    case 'Writing':
      return { _tag: 'Ask', request: state.request }
    case 'Discarding':
      return { _tag: 'DiscardFile', path: state.path }
    case 'Done':
    case 'Failed':
      return null
  }
}

/**
 * One step of any operation: reads, writes on the version that was read, and reads again if the write was refused or its answer was
 * lost. An answer that is not awaited changes nothing.
 */
export const drive = <R>(settings: DriveSettings, operation: Operation<R>, state: StoreState<R>, came: StoreAnswer): StoreState<R> => {
  switch (state._tag) {
    case 'Storing':
      return afterStore(state.memory, came) ?? state
    case 'Reading':
      return afterRead(settings, operation, state.memory, came) ?? state
    case 'Writing':
      return afterWrite(settings, state, came) ?? state
    case 'Discarding':
      return afterDiscard(state, came) ?? state
    case 'Done':
    case 'Failed':
      return state
  }
}

const afterStore = <R>(memory: DriveMemory, came: StoreAnswer): StoreState<R> | null => {
  if (came._tag === 'NotStored') return failed(memory, { _tag: 'NotStored', message: came.message }, [])
  if (came._tag !== 'Stored') return null
  const pointer = writePointer(came.file)
  return pointer !== null ? { _tag: 'Reading', memory: { ...memory, file: { file: came.file, pointer } } }
    : failed(memory, { _tag: 'Unstorable', message: `Flink could not read a pointer to ${came.file.path}: it is no URI with a scheme` }, [
      came.file.path,
    ])
}

const afterRead = <R>(settings: DriveSettings, operation: Operation<R>, memory: DriveMemory, came: StoreAnswer): StoreState<R> | null => {
  if (came._tag === 'Unknown') return again(settings, memory, came.message)
  return came._tag === 'Got' ? carryOut(settings, operation, memory, came.configMap, operation.plan(came.configMap, memory)) : null
}

const carryOut = <R>(
  settings: DriveSettings,
  { configMap: name }: Operation<R>,
  memory: DriveMemory,
  seen: ConfigMapContent | null,
  step: Step<R>,
): StoreState<R> => {
  switch (step._tag) {
    case 'Answer':
      return done(memory, step.result)
    case 'Refuse':
      return failed(memory, step.error, step.error._tag === 'RemovedSince' ? [] : unpointed(memory, seen))
    case 'Discard':
      return { _tag: 'Discarding', memory, path: step.path, then: { _tag: 'Read' } }
    case 'Create':
      return {
        _tag: 'Writing',
        memory: { ...memory, wrote: true },
        over: { uid: '', resourceVersion: '' },
        request: { _tag: 'Create', name, labels: step.labels, annotations: {}, data: {} },
        points: false,
        result: step.result,
      }
    case 'Write': {
      if (seen === null) return failed(memory, { _tag: 'NotFound', message: `there is no ConfigMap ${name}` }, unpointed(memory, seen))
      // our pointer may have been stored and removed, and our file discarded: a path is used for one pointer only
      if (step.points && memory.doubt !== null && !isAt(memory.doubt, seen) && memory.file !== null)
        return again(settings, memory, 'it changes all the time', {
          _tag: 'Discarding',
          memory: { ...memory, failures: memory.failures + 1, file: null, doubt: null },
          path: memory.file.file.path,
          then: { _tag: 'Store' },
        })
      const tooLarge = overSizeLimit(seen, step.data)
      if (tooLarge !== null) return failed(memory, { _tag: 'TooLarge', message: tooLarge }, unpointed(memory, seen))
      const { uid, resourceVersion } = seen
      return {
        _tag: 'Writing',
        memory: {
          ...memory,
          wrote: true,
          removing: step.removing ?? memory.removing,
          superseded: step.supersedes === null ? memory.superseded : [...memory.superseded, step.supersedes],
        },
        over: { uid, resourceVersion },
        request: { _tag: 'Update', name, uid, resourceVersion, labels: {}, annotations: {}, data: step.data },
        points: step.points,
        result: step.result,
      }
    }
  }
}

type Writing<R> = Extract<StoreState<R>, { readonly _tag: 'Writing' }>

const afterWrite = <R>(settings: DriveSettings, { memory, over, points, result }: Writing<R>, came: StoreAnswer): StoreState<R> | null => {
  if (came._tag === 'Written') return result === null ? { _tag: 'Reading', memory } : done(memory, result)
  if (came._tag === 'Unknown') return again(settings, { ...memory, doubt: points ? (memory.doubt ?? over) : memory.doubt }, came.message)
  if (came._tag !== 'Refused') return null
  switch (came.why) {
    case 'NotFound':
    case 'TooLarge':
    case 'Forbidden':
      return failed(memory, { _tag: came.why, message: came.message }, unpointed(memory, came.why === 'NotFound' ? null : over))
    case 'Conflict':
    case 'AlreadyExists':
    case 'Other':
      return again(settings, memory, came.message)
  }
}

const afterDiscard = <R>(
  { memory, path, then }: Extract<StoreState<R>, { readonly _tag: 'Discarding' }>,
  came: StoreAnswer,
): StoreState<R> | null => {
  if (came._tag !== 'Discarded' && came._tag !== 'NotDiscarded') return null
  switch (then._tag) {
    case 'Read':
      return came._tag === 'Discarded' ? { _tag: 'Reading', memory: { ...memory, discarded: [...memory.discarded, path] } }
        : failed(
          memory,
          { _tag: 'NotDiscarded', message: `${path} can't be discarded, and stays marked for deletion: ${came.message}` },
          own(memory),
        )
    case 'Store':
      return { _tag: 'Storing', memory: came._tag === 'Discarded' ? memory : { ...memory, left: [...memory.left, path] } }
    case 'End': {
      const { outcome } = then
      const left = came._tag === 'Discarded' ? outcome.leftFiles.filter(file => file !== path) : outcome.leftFiles
      return ending(memory, { ...outcome, leftFiles: left }, then.rest)
    }
  }
}

/** Reads again, or continues with `next`, up to the limit of retries. */
const again = <R>({ maxRetries }: DriveSettings, memory: DriveMemory, message: string, next?: StoreState<R>): StoreState<R> => {
  const failures = memory.failures + 1
  if (failures <= maxRetries) return next ?? { _tag: 'Reading', memory: { ...memory, failures } }
  const tries = `after ${failures} tries: ${message}`
  return memory.wrote ? failed(memory, { _tag: 'PossiblyInconsistent', message: `it may have been written or not, ${tries}` }, [])
    : failed(memory, { _tag: 'Unreachable', message: `nothing was written, ${tries}` }, own(memory))
}

/** Discards files without a pointer, but keeps ours. */
const done = <R>(memory: DriveMemory, result: R): StoreState<R> => {
  const paths = memory.superseded.filter((path, n, all) => all.indexOf(path) === n && path !== memory.file?.file.path)
  return ending(memory, { _tag: 'Done', result, leftFiles: [...memory.left, ...paths] }, paths)
}

const failed = <R>(memory: DriveMemory, error: StoreError, discard: readonly string[]): StoreState<R> =>
  ending(
    memory,
    { _tag: 'Failed', error, leftFiles: [...new Set([...memory.left, ...memory.superseded, ...own(memory), ...discard])] },
    discard,
  )

/** Discards files one after the other; those that can't be discarded are reported. */
const ending = <R>(memory: DriveMemory, outcome: Outcome<R>, paths: readonly string[]): StoreState<R> => {
  const [path, ...rest] = paths
  return path === undefined ? outcome : { _tag: 'Discarding', memory, path, then: { _tag: 'End', outcome, rest } }
}

const own = ({ file }: DriveMemory): readonly string[] => (file === null ? [] : [file.file.path])

/**
 * Our file, if certainly no key points to it now or later: an earlier write of its pointer that is still in progress would find
 * another version, and its pointer is not in what we read.
 */
const unpointed = (memory: DriveMemory, seen: Version & Partial<Pick<ConfigMapContent, 'data'>> | null): readonly string[] =>
  memory.doubt === null || seen === null
    || (!isAt(memory.doubt, seen) && !Object.values(seen.data ?? {}).includes(memory.file?.pointer ?? ''))
    ? own(memory)
    : []

const isAt = (a: Version, b: Version): boolean => a.uid === b.uid && a.resourceVersion === b.resourceVersion
