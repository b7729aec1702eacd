import type { ConfigMapContent } from '../config-map.ts'
import { checkpointIdOf, checkpointPrefix } from './checkpoint-key.ts'
import { answer, type Operation, reads, refuse, type StateHandleStore, type Step, write, writes } from './operation.ts'

/** The key of the counter, beside the pointers of the job. Its value: the next id, in decimals. */
export const counterKey = 'counter'

/** The ConfigMap with the counter, and the fence of its writes. */
export type CounterStore = Pick<StateHandleStore, 'configMap' | 'fence'>

const storeOf = (store: CounterStore): StateHandleStore => ({ ...store, prefix: counterKey })

/** Returns the next id, for this caller only. After a lost answer an id may be skipped; none is returned twice. */
export const getAndIncrement = (store: CounterStore): Operation<{ readonly id: number }> => ({
  name: 'getAndIncrement',
  configMap: store.configMap,
  storesFile: false,
  plan: writes(storeOf(store), configMap => withCount(configMap, id => write({ data: { [counterKey]: String(id + 1) }, result: { id } }))),
})

/** `get`: the next id. */
export const getCount = (store: CounterStore): Operation<{ readonly next: number }> => ({
  name: 'getCount',
  configMap: store.configMap,
  storesFile: false,
  plan: reads(storeOf(store), configMap => withCount(configMap, next => answer({ next }))),
})

/**
 * Sets the counter after a restore from checkpoint n: n + 1. Never lowers it: an id would be returned a second time. An unreadable
 * value is overwritten and reported.
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

/** Absent: 1. Null: not a number, or too large to count on. */
const countOf = (text: string | null): number | null => {
  if (text === null) return 1
  const count = /^\d+$/.test(text) ? Number(text) : NaN
  return count < Number.MAX_SAFE_INTEGER ? count : null
}

/**
 * The highest id of the pointers in the same ConfigMap, of any state; 0: none. The next recovery would ignore a checkpoint with a
 * lower id.
 */
const newestPointer = ({ data }: ConfigMapContent): number =>
  Object.keys(data).filter(key => key.startsWith(checkpointPrefix)).reduce((newest, key) => Math.max(newest, checkpointIdOf(key) ?? 0), 0)

const withCount = <R>(configMap: ConfigMapContent, step: (count: number) => Step<R>): Step<R> => {
  const text = textOf(configMap)
  const count = countOf(text)
  return count === null ? refuse('Corrupt', `${counterKey} in ConfigMap ${configMap.name} is no number: ${text ?? ''}`)
    : step(Math.max(count, newestPointer(configMap) + 1))
}
