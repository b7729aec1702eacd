import { describe, expect, test } from 'vitest'
import { heldBy, stateHandleWorld } from '../../fixtures/state-handle-world.ts'
import { counterKey, getAndIncrement, getCount, setCount } from './checkpoint-id-counter.ts'
import { checkpointKey } from './checkpoint-key.ts'

const store = { configMap: 'job-config-map', fence: null }
const counter = (world: ReturnType<typeof stateHandleWorld>) => world.configMap!.data[counterKey]

describe('law 11 the counter of checkpoint ids', () => {
  test('absent is 1; the text is the next id', () => {
    const world = stateHandleWorld()
    expect([1, 2].map(() => world.run(getAndIncrement(store)))).toMatchObject([{ result: { id: 1 } }, { result: { id: 2 } }])
    expect(counter(world)).toBe('3')
    expect(world.run(getCount(store))).toMatchObject({ result: { next: 3 }, actions: ['Get'] })
  })

  test('the answer is lost: an id is skipped, none is handed out twice', () => {
    const world = stateHandleWorld()
    expect(world.run(getAndIncrement(store), 'p0', ['ok', 'lost'])).toMatchObject({ result: { id: 2 } })
    expect(world.run(getAndIncrement(store), 'p1')).toMatchObject({ result: { id: 3 } })
  })

  test('a conflict: looked at again', () => {
    const world = stateHandleWorld({ [counterKey]: '7' })
    expect(world.run(getAndIncrement(store), 'p0', ['ok', 'conflict'])).toMatchObject({ result: { id: 7 } })
    expect(counter(world)).toBe('8')
  })

  test('it can not be known whether it was done: no id', () => {
    const world = stateHandleWorld()
    expect(world.run(getAndIncrement(store), 'p0', ['ok', 'late'], 0)).toMatchObject({ error: { _tag: 'PossiblyInconsistent' } })
  })

  test('never below a checkpoint that is stored: it would be forgotten at the next recovery', () => {
    const world = stateHandleWorld({ [checkpointKey(7)]: 'whatever' })
    expect(world.run(getAndIncrement(store))).toMatchObject({ result: { id: 8 } })
  })

  test('setCount after a restore; it never lowers', () => {
    const world = stateHandleWorld()
    expect(world.run(setCount(store, 1))).toMatchObject({ result: { next: 1 } })
    expect(world.run(setCount(store, 5))).toMatchObject({ result: { next: 5, corrupt: null } })
    expect(world.run(setCount(store, 3))).toMatchObject({ result: { next: 5 }, actions: ['Get'] })
    expect(counter(world)).toBe('5')
  })

  test.each(['', 'seven', '-1', '1.5', '9'.repeat(19)])('a counter that is no number, %j: told; setCount writes over it', text => {
    const world = stateHandleWorld({ [counterKey]: text })
    expect(world.run(getAndIncrement(store))).toMatchObject({ error: { _tag: 'Corrupt' } })
    expect(world.run(getCount(store))).toMatchObject({ error: { _tag: 'Corrupt' } })
    expect(world.run(setCount(store, 4))).toMatchObject({ result: { next: 4, corrupt: text } })
    expect(world.run(getAndIncrement(store))).toMatchObject({ result: { id: 4 } })
  })

  test('who does not hold the lock gets no id, where that is asked for', () => {
    const world = stateHandleWorld({}, 'p1')
    const fenced = { ...store, fence: heldBy('p0') }
    expect(world.run(getAndIncrement(fenced))).toMatchObject({ error: { _tag: 'NotHolder' } })
    expect(world.run(setCount(fenced, 4))).toMatchObject({ error: { _tag: 'NotHolder' } })
    expect(world.writes).toEqual([])
  })

  test('H23 no ConfigMap: NotFound', () => {
    const world = stateHandleWorld()
    world.delete()
    expect(world.run(getAndIncrement(store))).toMatchObject({ error: { _tag: 'NotFound' } })
  })
})
