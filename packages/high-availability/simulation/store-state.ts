import type { ConfigMapContent, ConfigMapRequest } from '../src/config-map.ts'
import { begin, type Outcome, type StoreState } from '../src/state-handle/drive.ts'
import type { Operation } from '../src/state-handle/operation.ts'

/** What a process does, one after the other; an operation in which it dies is begun anew. */
export type Script = readonly Operation<unknown>[]

export interface StoreProcess {
  /** Which operation of its script; behind the last: it is over. */
  readonly at: number
  readonly state: StoreState<unknown> | null
}

/** One ConfigMap behind an API server, a folder of files, and processes that keep pointers in it. */
export interface StoreWorldState {
  readonly configMap: ConfigMapContent
  readonly processes: readonly StoreProcess[]
  /** Nobody waits for its answer any more; it may land, or not. */
  readonly late: readonly ConfigMapRequest[]
  readonly files: readonly string[]
  readonly discarded: readonly string[]
  /** What a process that died had stored, and outcomes told as left. */
  readonly excused: readonly string[]
  /** Ids that were handed out, in their order. */
  readonly ids: readonly number[]
  readonly version: number
  readonly faults: number
}

export const storeStart = (
  scripts: readonly Script[],
  data: ConfigMapContent['data'],
  files: readonly string[],
  faults: number,
): StoreWorldState => ({
  configMap: { name: 'map', uid: 'uid', resourceVersion: '1', deleting: false, labels: {}, annotations: {}, data },
  processes: scripts.map(script => ({ at: 0, state: begun(script, 0) })),
  late: [],
  files,
  discarded: [],
  excused: [],
  ids: [],
  version: 1,
  faults,
})

export const begun = (script: Script, at: number): StoreState<unknown> | null => {
  const operation = script[at]
  return operation === undefined ? null : begin(operation)
}

export const isOver = (state: StoreState<unknown>): state is Outcome<unknown> => state._tag === 'Done' || state._tag === 'Failed'
