import type { ConfigMapContent } from '../config-map.ts'
import { checkpointIdOf, checkpointPrefix } from './checkpoint-key.ts'
import { answer, type Operation, reads, refuse, type StateHandleStore, type Step, write, writes } from './operation.ts'

/** Where the counter stands, beside the pointers of the job. Its value: the next id, in decimals. */
export const counterKey = 'counter'

/** The ConfigMap that the counter stands in, and what fences its writes. */
export type CounterStore = Pick<StateHandleStore, 'configMap' | 'fence'>

const storeOf = (store: CounterStore): StateHandleStore => ({ ...store, prefix: counterKey })

/** The next id, to be used by nobody else. After a lost answer an id may be skipped; none is handed out twice. */
export const getAndIncrement = (store: CounterStore): Operation<{ readonly id: number }> => ({
  name: 'getAndIncrement',
  configMap: store.configMap,
  storesFile: false,
  plan: writes(storeOf(store), configMap => withCount(configMap, id => write({ data: { [counterKey]: String(id + 1) }, result: { id } }))),
})

/** `get`: what the next id will be. */
export const getCount = (store: CounterStore): Operation<{ readonly next: number }> => ({
  name: 'getCount',
  configMap: store.configMap,
  storesFile: false,
  plan: reads(storeOf(store), configMap => withCount(configMap, next => answer({ next }))),
})

/**
 * After a restore from checkpoint n: n + 1. Never lowers it: an id that was handed out once would be handed out again. A value that nobody
 * can read is written over, and told.
 */
export const setCount = (store: CounterStore, next: number): Operation<{ readonly next: number; readonly corrupt: string | null }> => ({
  name: `setCount ${next}`,
  configMap: store.configMap,
  storesFile: false,
  plan: writes(storeOf(store), configMap => {
    const there = textOf(configMap)
    const count = countOf(there)
    const wanted = Math.max(next, count ?? 1, newestPointer(configMap) + 1)
    return there !== null && count === wanted ? answer({ next: wanted, corrupt: null })
      : write({ data: { [counterKey]: String(wanted) }, result: { next: wanted, corrupt: count === null ? there : null } })
  }),
})

const textOf = ({ data }: ConfigMapContent): string | null => (Object.hasOwn(data, counterKey) ? (data[counterKey] ?? null) : null)

/** Absent: 1. Null: it is no number, or one that could not be counted on from. */
const countOf = (text: string | null): number | null => {
  if (text === null) return 1
  const count = /^\d+$/.test(text) ? Number(text) : NaN
  return count < Number.MAX_SAFE_INTEGER ? count : null
}

/** Of the pointers in the same ConfigMap, whatever they point to; 0: there is none. A lower id would be forgotten at the next recovery. */
const newestPointer = ({ data }: ConfigMapContent): number =>
  Object.keys(data).filter(key => key.startsWith(checkpointPrefix)).reduce((newest, key) => Math.max(newest, checkpointIdOf(key) ?? 0), 0)

const withCount = <R>(configMap: ConfigMapContent, step: (count: number) => Step<R>): Step<R> => {
  const text = textOf(configMap)
  const count = countOf(text)
  return count === null ? refuse('Corrupt', `${counterKey} in ConfigMap ${configMap.name} is no number: ${text ?? ''}`)
    : step(Math.max(count, newestPointer(configMap) + 1))
}
