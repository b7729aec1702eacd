import type { ConfigMapContent } from '../src/config-map.ts'
import { drive } from '../src/state-handle/drive.ts'
import { readPointer } from '../src/state-handle/pointer.ts'
import { exploreGraph, limbo, pathTo } from '@flink-operator/simulation'
import { hashText } from './election-hash.ts'
import { type Script, storeStart, type StoreWorldState } from './store-state.ts'
import { breachesAtEnd, type Drive, type StoreMove, storeMoves, storeStep } from './store-step.ts'

/** A small world of the state-handle store. */
export interface StoreWorld {
  readonly name: string
  readonly scripts: readonly Script[]
  readonly data: ConfigMapContent['data']
  /** Those that the data point to. */
  readonly files: readonly string[]
  readonly faults: number
}

export interface StoreReport {
  readonly states: number
  readonly closed: boolean
  readonly violations: readonly { readonly property: string; readonly what: string; readonly moves: readonly StoreMove[] }[]
  /** What the store held where all were done, each once. */
  readonly ends: readonly string[]
}

/** Pointers are long: a path and a marker tell them apart. */
const shortened = (): (_: string, value: unknown) => unknown => {
  const known = new Map<string, string>()
  return (_, value) => {
    if (typeof value !== 'string' || value.length < 100) return value
    const short = known.get(value)
    if (short !== undefined) return short
    const pointer = readPointer(value)
    const text = pointer._tag === 'Corrupt' ? value : `${pointer.file?.path ?? ''}${pointer.marked ? '!' : ''}`
    known.set(value, text)
    return text
  }
}

/** Explores a world of the store to its fixpoint. */
export const verifyStore = ({ scripts, data, files, faults }: StoreWorld, step: Drive = drive, limit = 500_000): StoreReport => {
  const short = shortened()
  const start = storeStart(scripts, data, files, faults)
  let hash: readonly [number, number] = [0, 0]
  const ends = new Set<string>()
  const isEnd = ({ processes, late }: StoreWorldState): boolean => late.length === 0 && processes.every(({ state }) => state === null)
  const graph = exploreGraph<StoreWorldState, StoreMove>({
    start,
    limit,
    depth: Number.MAX_SAFE_INTEGER,
    stopAtFirst: true,
    hash: state => {
      hash = hashText(JSON.stringify(state, short))
    },
    first: () => hash[0],
    second: () => hash[1],
    movesFrom: state => storeMoves(state, scripts),
    follow: (state, move) => {
      const next = storeStep(step, scripts, state, move)
      if (!isEnd(next.state)) return { ...next, quiet: false }
      ends.add(JSON.stringify(next.state.configMap.data, short))
      return { ...next, breaches: [...next.breaches, ...breachesAtEnd(next.state)], quiet: false }
    },
    isFair: move => move._tag === 'Vanish' || (move._tag === 'Step' && move.fate === 'Ok'),
    isOwn: () => false,
    isDoing: () => false,
    mayHaveArrived: isEnd,
    whyNotArrived: () => null,
  })
  const movesTo = (path: readonly number[]): readonly StoreMove[] => {
    let state = start
    return path.map(index => {
      const move = storeMoves(state, scripts)[index]!
      state = storeStep(step, scripts, state, move).state
      return move
    })
  }
  const [stuck] = graph.closed && graph.found.length === 0 ? limbo(graph) : []
  return {
    states: graph.states,
    closed: graph.closed,
    violations: [
      ...graph.found.map(({ property, what, from, move }) => ({ property, what, moves: movesTo([...pathTo(graph, from), move]) })),
      ...(stuck === undefined ? [] : [{ property: 'Progress', what: 'an operation never ends', moves: movesTo(pathTo(graph, stuck)) }]),
    ],
    ends: [...ends].sort(),
  }
}
