import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import {
  actionOf,
  begin,
  type ConfigMapAnswer,
  type ConfigMapRequest,
  drive,
  type Operation,
  type Outcome,
  type StoreAction,
  type StoreAnswer,
  type StoredFile,
  type StoreState,
} from '@flink-operator/high-availability'

/** The storage of the files that pointers name. Left: why a call failed. */
export interface HandleFiles {
  /** Stores the bytes under a new path; they are complete and durable when it resolves. */
  readonly store: (bytes: Uint8Array) => TE.TaskEither<string, StoredFile>
  /** Deletes a file; succeeds if it is already gone. */
  readonly discard: (path: string) => TE.TaskEither<string, void>
}

/** What carries out the operations of a state-handle store. */
export interface StoreDriver {
  /** Carries out requests as `configMapDriver` does. */
  readonly configMaps: (request: ConfigMapRequest) => T.Task<ConfigMapAnswer>
  readonly files: HandleFiles
  /** Of one operation; default: 15, as in Flink. */
  readonly maxRetries?: number
}

/** Carries out an operation of a state-handle store; `bytes`: content of the file that it stores, if any. Never rejects. */
export const carryOut =
  ({ configMaps, files, maxRetries = 15 }: StoreDriver) =>
  <R>(operation: Operation<R>, bytes: Uint8Array = new Uint8Array()): T.Task<Outcome<R>> =>
  async () => {
    let state: StoreState<R> = begin(operation)
    while (state._tag !== 'Done' && state._tag !== 'Failed') {
      const action = actionOf(operation, state)
      if (action === null) break
      state = drive({ maxRetries }, operation, state, await answerOf(configMaps, files, action, bytes))
    }
    return state as Outcome<R>
  }

const answerOf = async (
  configMaps: StoreDriver['configMaps'],
  files: HandleFiles,
  action: StoreAction,
  bytes: Uint8Array,
): Promise<StoreAnswer> => {
  switch (action._tag) {
    case 'StoreFile': {
      const stored = await orMessage(() => files.store(bytes))
      return E.isRight(stored) ? { _tag: 'Stored', file: stored.right } : { _tag: 'NotStored', message: stored.left }
    }
    case 'DiscardFile': {
      const discarded = await orMessage(() => files.discard(action.path))
      return E.isRight(discarded) ? { _tag: 'Discarded' } : { _tag: 'NotDiscarded', message: discarded.left }
    }
    case 'Ask': {
      const answer = await orMessage(() => TE.fromTask(configMaps(action.request)))
      return E.isRight(answer) ? answer.right : { _tag: 'Unknown', message: answer.left }
    }
  }
}

/** An exception of a file system or driver counts as a failure. */
const orMessage = async <A>(task: () => TE.TaskEither<string, A>): Promise<E.Either<string, A>> => {
  try {
    return await task()()
  } catch (thrown) {
    return E.left(thrown instanceof Error ? thrown.message : String(thrown))
  }
}
