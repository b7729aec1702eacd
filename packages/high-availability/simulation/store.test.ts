import { describe, expect, test } from 'vitest'
import { getAndIncrement } from '../src/state-handle/checkpoint-id-counter.ts'
import { drive } from '../src/state-handle/drive.ts'
import type { StateHandleStore } from '../src/state-handle/operation.ts'
import { writePointer } from '../src/state-handle/pointer.ts'
import { addAndLock, put, replace } from '../src/state-handle/put-handle.ts'
import { releaseAndTryRemove } from '../src/state-handle/remove-handle.ts'
import type { Drive } from './store-step.ts'
import { type StoreWorld, verifyStore } from './verify-store.ts'

const store: StateHandleStore = { configMap: 'map', prefix: 'checkpointID-', fence: null }
const key = 'checkpointID-0000000000000000001'
const there = { data: { [key]: writePointer({ path: 'file:/ha/0', size: 1 }) ?? '' }, files: ['file:/ha/0'] }
const nothing = { data: {}, files: [] }

const add = addAndLock(store, key)
const remove = releaseAndTryRemove(store, key)
const next = getAndIncrement({ configMap: 'map', fence: null })

const worlds: readonly StoreWorld[] = [
  { name: 'law 8 H24 add beside add', scripts: [[add], [add]], ...nothing, faults: 2 },
  { name: 'law 8 add beside remove', scripts: [[add], [remove]], ...there, faults: 2 },
  { name: 'law 9 H28 H29 remove beside remove', scripts: [[remove], [remove]], ...there, faults: 2 },
  { name: 'law 8 replace beside remove', scripts: [[replace(store, key)], [remove]], ...there, faults: 1 },
  { name: 'law 8 put beside put', scripts: [[put(store, key, true)], [put(store, key, true)]], ...there, faults: 1 },
  { name: 'law 9 remove, then add', scripts: [[remove, add], [add]], ...there, faults: 1 },
  { name: 'law 11 the counter, twice each', scripts: [[next, next], [next, next]], ...nothing, faults: 2 },
]

describe('the state-handle store, all interleavings of two processes, with crashes and lost, late and dropped calls at every step', () => {
  test.each(worlds.map(world => [world.name, world] as const))('%s', (_, world) => {
    const { violations, closed } = verifyStore(world)
    expect(violations.map(({ property, what, moves }) => [`${property}: ${what}`, ...moves.map(it => JSON.stringify(it))].join('\n')))
      .toEqual([])
    expect(closed).toBe(true)
  }, 120_000)

  test('law 9: a removal that nothing fails for good ends with key and file gone', () => {
    expect(verifyStore({ name: '', scripts: [[remove]], ...there, faults: 0 }).ends).toEqual(['{}'])
  })
})

const mutants: readonly (readonly [title: string, step: Drive, world: number])[] = [
  [
    'law 8 discards its file when nobody knows whether the pointer was written: found',
    (settings, operation, state, came) => {
      const after = drive(settings, operation, state, came)
      return state._tag === 'Writing' && state.points && came._tag === 'Unknown' && 'memory' in after && after.memory.file !== null
        ? {
          _tag: 'Discarding',
          memory: { ...after.memory, file: null },
          path: after.memory.file.file.path,
          then: { _tag: 'Store' },
        } : after
    },
    0,
  ],
  [
    'law 8 takes a conflict for done: found',
    (settings, operation, state, came) =>
      drive(
        settings,
        operation,
        state,
        state._tag === 'Writing' && came._tag === 'Refused' && came.why === 'Conflict' ? { _tag: 'Written', configMap: null } : came,
      ),
    0,
  ],
  [
    'law 11 hands out an id whose write was not answered: found',
    (settings, operation, state, came) =>
      drive(settings, operation, state, state._tag === 'Writing' && came._tag === 'Unknown' ? { _tag: 'Written', configMap: null } : came),
    6,
  ],
]

describe('mutants of the store', () => {
  test.each(mutants)('%s', (title, step, world) => {
    const [found] = verifyStore(worlds[world]!, step).violations
    expect(found?.property).toBe(/^law \d+/u.exec(title)![0].replace('law', 'Law'))
  }, 120_000)
})
