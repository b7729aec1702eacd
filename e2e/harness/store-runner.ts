import {
  actionOf,
  begin,
  type ConfigMapAnswer,
  type ConfigMapRequest,
  drive,
  type Operation,
  type Outcome,
  type StoredFile,
} from '@flink-operator/core/high-availability'

/** Files beside the pointers. */
export interface Files {
  readonly store: () => StoredFile
  readonly discard: (path: string) => void
}

/** Carries out an operation of the store to its end. */
export const carryOut = async <R>(
  operation: Operation<R>,
  ask: (request: ConfigMapRequest) => Promise<ConfigMapAnswer>,
  files: Files,
): Promise<Outcome<R>> => {
  for (let state = begin(operation);;) {
    const action = actionOf(operation, state)
    if (action === null || state._tag === 'Done' || state._tag === 'Failed') return state as Outcome<R>
    const came = async () => {
      switch (action._tag) {
        case 'StoreFile':
          return { _tag: 'Stored', file: files.store() } as const
        case 'DiscardFile':
          files.discard(action.path)
          return { _tag: 'Discarded' } as const
        case 'Ask':
          return ask(action.request)
      }
    }
    state = drive({ maxRetries: 15 }, operation, state, await came())
  }
}
