import type { ConfigMapAnswer, ConfigMapRequest } from '../src/config-map.ts'
import { actionOf, type drive, type Outcome, type StoreAction, type StoreAnswer } from '../src/state-handle/drive.ts'
import { entryAt } from '../src/state-handle/entry.ts'
import type { Breach } from '@flink-operator/simulation'
import { begun, isOver, type Script, type StoreWorldState } from './store-state.ts'

/** What drives an operation: the real one, or a mutant. */
export type Drive = typeof drive

/** `Lost`: done, nobody hears of it. `Dropped`: it never arrives. `Late`: it may arrive when nobody waits any more. `Failed`: of a file. */
export type Fate = 'Ok' | 'Lost' | 'Dropped' | 'Late' | 'Failed'

/** One step of the world. `n`: of which process. */
export type StoreMove =
  | { readonly _tag: 'Step'; readonly n: number; readonly fate: Fate }
  /** It forgets all, and begins its operation anew. */
  | { readonly _tag: 'Crash'; readonly n: number }
  | { readonly _tag: 'Land' }
  | { readonly _tag: 'Vanish' }

/** All that may happen, first what happens where nothing goes wrong. */
export const storeMoves = ({ processes, late, faults }: StoreWorldState, scripts: readonly Script[]): readonly StoreMove[] => {
  const moves: StoreMove[] = []
  const running = processes.flatMap(({ state }, n) => (state === null ? [] : [{ n, state }]))
  for (const { n } of running) moves.push({ _tag: 'Step', n, fate: 'Ok' })
  if (late.length > 0) moves.push({ _tag: 'Land' }, { _tag: 'Vanish' })
  if (faults === 0) return moves
  for (const { n, state } of running) {
    const action = actionOf(scripts[n]![processes[n]!.at]!, state)
    const fates: readonly Fate[] = action?._tag === 'Ask' ? (action.request._tag === 'Get' ? ['Dropped'] : ['Lost', 'Dropped', 'Late'])
      : ['Failed']
    for (const fate of fates) moves.push({ _tag: 'Step', n, fate })
    moves.push({ _tag: 'Crash', n })
  }
  return moves
}

export interface StoreStepped {
  readonly state: StoreWorldState
  readonly breaches: readonly Breach[]
}

/** What a move leads to, and the laws that it breaks. */
export const storeStep = (step: Drive, scripts: readonly Script[], before: StoreWorldState, move: StoreMove): StoreStepped => {
  const state = stepped(step, scripts, before, move)
  return { state, breaches: breachesOf(before, state) }
}

const stepped = (step: Drive, scripts: readonly Script[], state: StoreWorldState, move: StoreMove): StoreWorldState => {
  switch (move._tag) {
    case 'Land':
      return served({ ...state, late: state.late.slice(1) }, state.late[0]!).state
    case 'Vanish':
      return { ...state, late: state.late.slice(1) }
    case 'Crash': {
      const { at, state: was } = state.processes[move.n]!
      const file = was !== null && 'memory' in was ? was.memory : null
      const going = was?._tag === 'Discarding' ? [was.path, ...(was.then._tag === 'End' ? was.then.rest : [])] : []
      const known = file === null ? [] : [...(file.file === null ? [] : [file.file.file.path]), ...file.superseded, ...file.left]
      return withProcess({ ...state, faults: state.faults - 1, excused: [...state.excused, ...known, ...going] }, move.n, {
        at,
        state: begun(scripts[move.n]!, at),
      })
    }
    case 'Step': {
      const { at, state: was } = state.processes[move.n]!
      const operation = scripts[move.n]![at]!
      const action = was === null ? null : actionOf(operation, was)
      if (was === null || action === null) return state
      const done = performed(move.fate === 'Ok' ? state : { ...state, faults: state.faults - 1 }, action, move.fate)
      const next = step({ maxRetries: 2 }, operation, was, done.answer)
      if (!isOver(next)) return withProcess(done.state, move.n, { at, state: next })
      return withProcess(reported(done.state, next), move.n, { at: at + 1, state: begun(scripts[move.n]!, at + 1) })
    }
  }
}

/** Told by an error: a key stays marked, its file is there. */
const halfDone = 'marked'

const reported = (state: StoreWorldState, outcome: Outcome<unknown>): StoreWorldState => ({
  ...state,
  excused: [
    ...state.excused,
    ...outcome.leftFiles,
    ...(outcome._tag === 'Failed' && ['NotDiscarded', 'PossiblyInconsistent'].includes(outcome.error._tag) ? [halfDone] : []),
  ],
  ids: outcome._tag === 'Done' && isHandedOut(outcome.result) ? [...state.ids, outcome.result.id] : state.ids,
})
const isHandedOut = (result: unknown): result is { readonly id: number } => typeof result === 'object' && result !== null && 'id' in result

const withProcess = (state: StoreWorldState, n: number, process: StoreWorldState['processes'][number]): StoreWorldState => ({
  ...state,
  processes: state.processes.map((it, at) => (at === n ? process : it)),
})

const performed = (
  state: StoreWorldState,
  action: StoreAction,
  fate: Fate,
): { readonly state: StoreWorldState; readonly answer: StoreAnswer } => {
  const unknown: ConfigMapAnswer = { _tag: 'Unknown', message: 'no answer' }
  switch (action._tag) {
    case 'StoreFile': {
      const path = `file:/ha/${String(state.files.length)}`
      return fate === 'Failed' ? { state, answer: { _tag: 'NotStored', message: 'full' } }
        : { state: { ...state, files: [...state.files, path] }, answer: { _tag: 'Stored', file: { path, size: 1 } } }
    }
    case 'DiscardFile':
      return fate === 'Failed' ? { state, answer: { _tag: 'NotDiscarded', message: 'busy' } }
        : { state: { ...state, discarded: [...new Set([...state.discarded, action.path])] }, answer: { _tag: 'Discarded' } }
    case 'Ask': {
      if (fate === 'Dropped') return { state, answer: unknown }
      if (fate === 'Late') return { state: { ...state, late: [...state.late, action.request] }, answer: unknown }
      const done = served(state, action.request)
      return fate === 'Lost' ? { ...done, answer: unknown } : done
    }
  }
}

const served = (
  state: StoreWorldState,
  request: ConfigMapRequest,
): { readonly state: StoreWorldState; readonly answer: ConfigMapAnswer } => {
  const { configMap } = state
  if (request._tag === 'Get') return { state, answer: { _tag: 'Got', configMap } }
  if (request._tag !== 'Update' || request.resourceVersion !== configMap.resourceVersion)
    return { state, answer: { _tag: 'Refused', why: request._tag === 'Create' ? 'AlreadyExists' : 'Conflict', message: 'modified' } }
  const data = Object.fromEntries(
    Object.entries({ ...configMap.data, ...request.data }).filter((it): it is [string, string] => it[1] !== null),
  )
  const version = state.version + 1
  const next = { ...configMap, data, resourceVersion: String(version) }
  return { state: { ...state, version, configMap: next }, answer: { _tag: 'Written', configMap: next } }
}

/** Laws 8 and 11 of kubernetes-ha.md, section 8.2. */
const breachesOf = (before: StoreWorldState, { configMap, discarded, ids }: StoreWorldState): readonly Breach[] => {
  const found: Breach[] = []
  for (const key of Object.keys(configMap.data)) {
    const entry = entryAt(configMap, key)
    if (entry._tag === 'Pointer' && entry.file !== null && discarded.includes(entry.file.path))
      found.push({ property: 'Law 8', what: 'a key points to a file that was discarded' })
  }
  const [id] = ids.slice(before.ids.length)
  if (id !== undefined && before.ids.includes(id)) found.push({ property: 'Law 11', what: 'an id is handed out twice' })
  return found
}

/** Where all are done: each file is pointed to, gone, or told; no removal is left half done. */
export const breachesAtEnd = ({ configMap, files, discarded, excused }: StoreWorldState): readonly Breach[] => {
  const entries = Object.keys(configMap.data).map(key => entryAt(configMap, key))
  const pointed = entries.flatMap(it => ((it._tag === 'Pointer' || it._tag === 'Marked') && it.file !== null ? [it.file.path] : []))
  const lost = files.filter(path => !pointed.includes(path) && !discarded.includes(path) && !excused.includes(path))
  const marked = entries.some(it => it._tag === 'Marked') && !excused.includes(halfDone)
  return [
    ...(lost.length === 0 ? [] : [{ property: 'Law 8', what: 'a file is left that nothing points to, and nobody was told' }]),
    ...(marked ? [{ property: 'Law 9', what: 'a removal is left half done, and nobody was told' }] : []),
  ]
}
