import { describe, expect, test } from 'vitest'
import { type Fate, heldBy, stateHandleWorld } from '../../fixtures/state-handle-world.ts'
import { checkpointKey } from './checkpoint-key.ts'
import {
  addCheckpoint,
  completedCheckpointStore,
  recoveredCheckpoints,
  shutDown,
  subsumeCheckpoint,
  subsumed,
} from './completed-checkpoint-store.ts'
import { createConfigMap } from './create-config-map.ts'
import { actionOf, begin, drive } from './drive.ts'
import { executionPlanStore, jobsWithPlan, planPrefix, putPlan, removePlan } from './execution-plan-store.ts'
import { markPointer, readPointer, writePointer } from './pointer.ts'
import { addAndLock, replace } from './put-handle.ts'
import { exists, getAllAndLock, getAllHandles, getAndLock } from './read-handles.ts'
import { clearEntries, releaseAndTryRemove } from './remove-handle.ts'
import { toBase64 } from './base64.ts'

const store = completedCheckpointStore('job-config-map', null)
const fenced = completedCheckpointStore('job-config-map', heldBy('p0'))
const key = checkpointKey
const pointer = (path: string, marked = false) => writePointer({ path, size: 1 }, marked)!
const rubbish = toBase64('rubbish')
const times = (n: number, fate: Fate): Fate[] => Array.from({ length: n }, () => fate)
/** A world in which p0 has added these checkpoints. */
const withCheckpoints = (...ids: number[]) => {
  const world = stateHandleWorld({ other: 'kept' })
  for (const id of ids) world.run(addCheckpoint(store, id))
  return world
}
const pathAt = (world: ReturnType<typeof withCheckpoints>, id: number) => {
  const entry = world.entry(key(id))
  return entry._tag === 'Absent' || entry._tag === 'Corrupt' ? null : entry.file!.path
}

describe('addAndLock', () => {
  test('the file first, then the pointer to it', () => {
    const world = stateHandleWorld()
    const { actions, ...outcome } = world.run(addAndLock(store, key(1)))
    expect(actions).toEqual(['StoreFile', 'Get', 'Update'])
    expect(outcome).toEqual({
      _tag: 'Done',
      result: { key: key(1), file: { path: 'file:/ha/p0-1', size: 1 }, corrupt: null },
      leftFiles: [],
    })
    expect(world.entry(key(1))).toMatchObject({ _tag: 'Pointer', file: { path: 'file:/ha/p0-1' } })
  })

  test('H24 the write was done, its answer lost: the next look finds its own pointer; success, the file is kept', () => {
    const world = stateHandleWorld()
    const outcome = world.run(addAndLock(store, key(1)), 'p0', ['ok', 'ok', 'lost'])
    expect(outcome).toMatchObject({ _tag: 'Done', actions: ['StoreFile', 'Get', 'Update', 'Get'], leftFiles: [] })
    expect(world.dangling()).toEqual([])
  })

  test('H25 16 conflicts: PossiblyInconsistent, the file is kept; a later add under the key never leaves a dangling pointer', () => {
    const world = stateHandleWorld()
    const outcome = world.run(addAndLock(store, key(1)), 'p0', [
      'ok',
      ...Array.from({ length: 16 }, (): Fate[] => ['ok', 'conflict']).flat(),
    ])
    expect(outcome).toMatchObject({ _tag: 'Failed', error: { _tag: 'PossiblyInconsistent' }, leftFiles: ['file:/ha/p0-1'] })
    expect(outcome.actions).toHaveLength(1 + 16 * 2)
    expect([...world.stored]).toEqual(['file:/ha/p0-1'])
    expect(world.run(addAndLock(store, key(1)))._tag).toBe('Done')
    expect(world.dangling()).toEqual([])
  })

  test('H25 the last write arrives after everybody has given up: the key points to a file that is there', () => {
    const world = stateHandleWorld()
    const outcome = world.run(addAndLock(store, key(1)), 'p0', ['ok', 'ok', 'late'], 0)
    expect(outcome).toMatchObject({ _tag: 'Failed', error: { _tag: 'PossiblyInconsistent' } })
    world.land()
    expect(world.entry(key(1))._tag).toBe('Pointer')
    expect(world.dangling()).toEqual([])
    expect(world.run(addAndLock(store, key(1)))).toMatchObject({ _tag: 'Failed', error: { _tag: 'AlreadyExists' }, leftFiles: [] })
  })

  test('H26 a process that does not hold the lock: nothing in the ConfigMap, the file discarded, and it is told (H-D04)', () => {
    const world = stateHandleWorld({}, 'p1')
    const outcome = world.run(addAndLock(fenced, key(1)))
    expect(outcome).toMatchObject({ _tag: 'Failed', error: { _tag: 'NotHolder' }, leftFiles: [] })
    expect(outcome.actions).toEqual(['StoreFile', 'Get', 'DiscardFile'])
    expect(world.writes).toEqual([])
    expect(world.stored.size).toBe(0)
  })

  test('law 8 the write may have been in, and removed again with its file: it is tried with a new file', () => {
    const world = stateHandleWorld()
    const operation = addAndLock(store, key(1))
    let state = begin(operation)
    const step = (fate: Fate) => {
      state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, fate, 'p0'))
    }
    for (const fate of ['ok', 'ok', 'lost'] as const) step(fate)
    world.run(releaseAndTryRemove(store, key(1)), 'p1')
    expect(world.stored.size).toBe(0)
    while (actionOf(operation, state) !== null) step('ok')
    expect(state).toMatchObject({ _tag: 'Done', result: { file: { path: 'file:/ha/p0-2' } } })
    expect(world.dangling()).toEqual([])
  })

  test('law 8 its own pointer, marked by another: it was stored, and is being removed; it is not put back', () => {
    const world = stateHandleWorld()
    const operation = addAndLock(store, key(1))
    let state = begin(operation)
    const step = (fate: Fate) => {
      state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, fate, 'p0'))
    }
    for (const fate of ['ok', 'ok', 'lost'] as const) step(fate)
    world.run(releaseAndTryRemove(store, key(1)), 'p1', ['ok', 'ok', 'ok', 'dropped'])
    while (actionOf(operation, state) !== null) step('ok')
    expect(state).toMatchObject({ _tag: 'Failed', error: { _tag: 'RemovedSince' } })
    expect(world.run(getAllHandles(store))).toMatchObject({ result: { handles: [], corrupt: [] } })
  })

  test.each([['the lock is lost since', 'Done'], ['the ConfigMap is being deleted since', 'Failed']])(
    'law 8 the write was done, its answer lost, and %s: the file that the key points to is kept',
    (title, want) => {
      const world = stateHandleWorld()
      const operation = addAndLock(fenced, key(1))
      let state = begin(operation)
      const step = (fate: Fate) => {
        state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, fate, 'p0'))
      }
      for (const fate of ['ok', 'ok', 'lost'] as const) step(fate)
      if (title.startsWith('the lock')) world.hold('p1')
      else world.deleting()
      while (actionOf(operation, state) !== null) step('ok')
      expect(state._tag).toBe(want)
      expect(world.dangling()).toEqual([])
    },
  )

  test('law 8 refused for good while an earlier write is still under way: the file is kept', () => {
    const world = stateHandleWorld()
    const operation = addAndLock(store, key(1))
    let state = begin(operation)
    const step = (fate: Fate) => {
      state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, fate, 'p0'))
    }
    for (const fate of ['ok', 'ok', 'late', 'ok'] as const) step(fate)
    state = drive({ maxRetries: 15 }, operation, state, { _tag: 'Refused', why: 'Forbidden', message: 'no' })
    expect(state).toMatchObject({ _tag: 'Failed', error: { _tag: 'Forbidden' }, leftFiles: ['file:/ha/p0-1'] })
    world.land()
    expect(world.dangling()).toEqual([])
  })

  test('no ConfigMap, or one that is being deleted: NotFound with the reason, the file discarded (H23)', () => {
    const world = stateHandleWorld()
    world.deleting()
    expect(world.run(addAndLock(store, key(1)))).toMatchObject({
      error: { _tag: 'NotFound', message: 'ConfigMap job-config-map is being deleted' },
    })
    world.delete()
    expect(world.run(addAndLock(store, key(1)))).toMatchObject({
      error: { _tag: 'NotFound', message: 'there is no ConfigMap job-config-map' },
    })
    expect(world.stored.size).toBe(0)
  })

  test('a file that can not be stored, or that Flink could not find: nothing is written', () => {
    const world = stateHandleWorld()
    expect(world.run(addAndLock(store, key(1)), 'p0', ['dropped'])).toMatchObject({ error: { _tag: 'NotStored' }, actions: ['StoreFile'] })
    const operation = addAndLock(store, key(1))
    const state = drive({ maxRetries: 15 }, operation, begin(operation), { _tag: 'Stored', file: { path: '/no/scheme', size: 1 } })
    expect(state).toMatchObject({ _tag: 'Discarding', path: '/no/scheme' })
    expect(drive({ maxRetries: 15 }, operation, state, { _tag: 'Discarded' })).toMatchObject({
      error: { _tag: 'Unstorable' },
      leftFiles: [],
    })
  })

  test('reads that fail all the time: Unreachable, nothing was written, the file discarded', () => {
    const world = stateHandleWorld()
    expect(world.run(addAndLock(store, key(1)), 'p0', ['ok', ...times(16, 'dropped')])).toMatchObject({
      error: { _tag: 'Unreachable' },
      leftFiles: [],
    })
    expect(world.stored.size).toBe(0)
  })

  test('a corrupt value under the key: written over, and told', () => {
    const world = stateHandleWorld({ [key(1)]: rubbish })
    expect(world.run(addAndLock(store, key(1)))).toMatchObject({ _tag: 'Done', result: { corrupt: rubbish } })
  })

  test('a handle of another form under the key is no corrupt one: it stays', () => {
    const other = markPointer(pointer('file:/x'))!.slice(0, 400)
    const unmarked = pointer('file:/x').slice(0, 400)
    expect(readPointer(unmarked)).toEqual({ _tag: 'Pointer', marked: false, file: null })
    const world = stateHandleWorld({ [key(1)]: unmarked, [key(2)]: other })
    expect(world.run(addAndLock(store, key(1)))).toMatchObject({ error: { _tag: 'AlreadyExists' } })
    expect(world.run(addAndLock(store, key(2)))).toMatchObject({ error: { _tag: 'UnknownHandle' } })
    expect(world.run(releaseAndTryRemove(store, key(1)))).toMatchObject({ error: { _tag: 'UnknownHandle' } })
    expect(world.writes).toEqual([])
  })

  test('an answer that is not awaited changes nothing', () => {
    const operation = addAndLock(store, key(1))
    const state = begin(operation)
    expect(drive({ maxRetries: 15 }, operation, state, { _tag: 'Discarded' })).toBe(state)
    expect(drive({ maxRetries: 15 }, operation, state, { _tag: 'Got', configMap: null })).toBe(state)
  })
})

describe('the size of a ConfigMap', () => {
  test('a pointer that would take it over 1 MiB: TooLarge before it is asked for, with what helps; the file discarded', () => {
    const world = stateHandleWorld({ big: 'x'.repeat(1024 * 1024 - 800) })
    const outcome = world.run(addAndLock(store, key(1)))
    expect(outcome).toMatchObject({
      _tag: 'Failed',
      error: { _tag: 'TooLarge' },
      leftFiles: [],
      actions: ['StoreFile', 'Get', 'DiscardFile'],
    })
    expect(outcome).toHaveProperty('error.message', expect.stringContaining('execution.checkpointing.num-retained'))
  })

  test('bytes are counted, not characters; what makes it no larger always fits', () => {
    const half = 1024 * 1024 - pointer('file:/ha/p0-1').length
    expect(stateHandleWorld({ big: 'x'.repeat(half) }).run(addAndLock(store, key(1)))._tag).toBe('Done')
    expect(stateHandleWorld({ big: `${'x'.repeat(half - 1)}é` }).run(addAndLock(store, key(1)))).toMatchObject({
      error: { _tag: 'TooLarge' },
    })
    expect(stateHandleWorld({ big: '€'.repeat(349_526), [key(1)]: pointer('file:/ha/p0-1') }).run(releaseAndTryRemove(store, key(1)))._tag)
      .toBe('Done')
  })
})

describe('replace', () => {
  test('the new pointer in, then the old file goes', () => {
    const world = withCheckpoints(1)
    expect(world.run(replace(store, key(1)))).toMatchObject({ _tag: 'Done', actions: ['StoreFile', 'Get', 'Update', 'DiscardFile'] })
    expect([...world.stored]).toEqual(['file:/ha/p0-2'])
  })

  test('nothing there: NotExists, the new file discarded', () => {
    const world = stateHandleWorld()
    expect(world.run(replace(store, key(1)))).toMatchObject({ error: { _tag: 'NotExists' } })
    expect(world.stored.size).toBe(0)
  })

  test('H27 marked for deletion: NotExists, its removal finished, the new file discarded', () => {
    const world = withCheckpoints(1)
    world.run(releaseAndTryRemove(store, key(1)), 'p0', ['ok', 'ok', 'ok', 'dropped'])
    expect(world.run(replace(store, key(1)))).toMatchObject({ error: { _tag: 'NotExists' }, leftFiles: [] })
    expect(world.entry(key(1))._tag).toBe('Absent')
    expect(world.stored.size).toBe(0)
  })

  test('possibly inconsistent: neither file is discarded', () => {
    const world = withCheckpoints(1)
    expect(world.run(replace(store, key(1)), 'p0', ['ok', 'ok', 'late'], 0)).toMatchObject({ error: { _tag: 'PossiblyInconsistent' } })
    expect([...world.stored]).toEqual(['file:/ha/p0-1', 'file:/ha/p0-2'])
    world.land()
    expect(world.dangling()).toEqual([])
  })

  test('the answer is lost: its own pointer is found, the old file goes', () => {
    const world = withCheckpoints(1)
    expect(world.run(replace(store, key(1)), 'p0', ['ok', 'ok', 'lost'])).toMatchObject({ _tag: 'Done', leftFiles: [] })
    expect([...world.stored]).toEqual(['file:/ha/p0-2'])
  })

  test('the old file can not be discarded: done, and the file is told', () => {
    const world = withCheckpoints(1)
    expect(world.run(replace(store, key(1)), 'p0', ['ok', 'ok', 'ok', 'dropped'])).toMatchObject({
      _tag: 'Done',
      leftFiles: ['file:/ha/p0-1'],
    })
  })
})

describe('reads', () => {
  const data = {
    [key(1)]: pointer('file:/a'),
    [key(2)]: pointer('file:/b', true),
    [key(3)]: rubbish,
    counter: '4',
    'executionPlan-x': pointer('file:/c'),
  }

  test('a marked key is not there, a corrupt one is told, foreign keys are not seen', () => {
    const world = stateHandleWorld(data)
    const all = { handles: [{ key: key(1), file: { path: 'file:/a' } }], corrupt: [{ key: key(3) }] }
    expect(world.run(getAllHandles(store))).toMatchObject({ result: all })
    expect(world.run(getAllAndLock(store))).toMatchObject({ result: { ...all, configMapMissing: false } })
    expect([1, 2, 3, 9].map(id => (world.run(exists(store, key(id))) as { result?: unknown }).result)).toEqual([
      { resourceVersion: '1', found: 'Pointer' },
      { resourceVersion: null, found: 'Marked' },
      { resourceVersion: null, found: 'Corrupt' },
      { resourceVersion: null, found: 'Absent' },
    ])
    expect(world.run(getAndLock(store, key(1)))).toMatchObject({ result: { file: { path: 'file:/a' } } })
    expect([2, 3, 9].map(id => (world.run(getAndLock(store, key(id))) as { error?: { _tag: string } }).error?._tag)).toEqual([
      'NotExists',
      'Corrupt',
      'NotExists',
    ])
    expect(world.writes).toEqual([])
  })

  test('H41 a value that is not Base64 beside good pointers: that key alone is corrupt, the others are read (H-D13)', () => {
    const world = stateHandleWorld({ ...data, [key(3)]: 'edited by hand!' })
    expect(world.run(getAllAndLock(store))).toMatchObject({
      result: { handles: [{ key: key(1) }], corrupt: [{ key: key(3), why: 'it is not Base64' }] },
    })
    expect(world.run(exists(store, key(1)))).toMatchObject({ result: { found: 'Pointer' } })
    expect(world.run(exists(store, key(3)))).toMatchObject({ result: { found: 'Corrupt' } })
  })

  test('H23, H-D05 no ConfigMap: nothing to recover from, and told so; every other read says NotFound', () => {
    const world = stateHandleWorld()
    world.delete()
    expect(world.run(getAllAndLock(store))).toMatchObject({ result: { handles: [], corrupt: [], configMapMissing: true } })
    expect(world.run(getAllHandles(store))).toMatchObject({ error: { _tag: 'NotFound' } })
    expect(world.run(exists(store, key(1)))).toMatchObject({ error: { _tag: 'NotFound' } })
    expect(world.run(getAndLock(store, key(1)))).toMatchObject({ error: { _tag: 'NotFound' } })
  })

  test('H30 corrupt at 5, good at 4: recovery goes on from 4, and tells of 5', () => {
    const world = stateHandleWorld({ [key(5)]: rubbish, [key(4)]: pointer('file:/d'), [key(3)]: pointer('file:/c') })
    const outcome = world.run(getAllAndLock(store))
    if (outcome._tag !== 'Done') throw new Error(outcome.error.message)
    const { checkpoints, unreadable } = recoveredCheckpoints(outcome.result)
    expect(checkpoints.map(({ id }) => id)).toEqual([3, 4])
    expect(unreadable).toEqual([{ key: key(5), why: 'it is Base64, but there is no pointer of Flink in it' }])
  })

  test('H31 only marked entries: there is no checkpoint to go on from', () => {
    const world = stateHandleWorld({ [key(5)]: pointer('file:/e', true) })
    expect(world.run(getAllAndLock(store))).toMatchObject({ result: { handles: [], corrupt: [] } })
  })

  test('a key that ends in no number is told; numbers without zeros in front count as numbers', () => {
    const file = { path: 'file:/a', size: 1 }
    const handle = (id: string) => ({ key: `checkpointID-${id}`, value: '', file })
    const { checkpoints, unreadable } = recoveredCheckpoints({ handles: [handle('10'), handle('9'), handle('x')], corrupt: [] })
    expect(checkpoints.map(({ id }) => id)).toEqual([9, 10])
    expect(unreadable.map(it => it.key)).toEqual(['checkpointID-x'])
  })
})

describe('releaseAndTryRemove', () => {
  test('marks, discards, removes', () => {
    const world = withCheckpoints(1)
    expect(world.run(releaseAndTryRemove(store, key(1)))).toMatchObject({
      _tag: 'Done',
      result: { another: false, corrupt: null },
      actions: ['Get', 'Update', 'Get', 'DiscardFile', 'Get', 'Update'],
    })
    expect(world.configMap!.data).toEqual({ other: 'kept' })
    expect(world.stored.size).toBe(0)
  })

  test.each([['after marking', 2], ['after discarding the file', 4]])(
    'H28 crashes %s: reads show nothing; a repetition finishes it',
    (_title, steps) => {
      const world = withCheckpoints(1)
      const operation = releaseAndTryRemove(store, key(1))
      let state = begin(operation)
      for (let n = 0; n < steps; n += 1)
        state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, 'ok', 'p0'))
      expect(world.entry(key(1))._tag).toBe('Marked')
      expect(world.run(getAllHandles(store))).toMatchObject({ result: { handles: [], corrupt: [] } })
      expect(world.run(releaseAndTryRemove(store, key(1)), 'p1')._tag).toBe('Done')
      expect(world.entry(key(1))._tag).toBe('Absent')
      expect(world.stored.size).toBe(0)
    },
  )

  test('H29 the file can not be discarded: an error, the key stays marked, reads show nothing; a later add finishes it first', () => {
    const world = withCheckpoints(1)
    expect(world.run(releaseAndTryRemove(store, key(1)), 'p0', ['ok', 'ok', 'ok', 'dropped'])).toMatchObject({
      error: { _tag: 'NotDiscarded' },
    })
    expect(world.entry(key(1))._tag).toBe('Marked')
    expect(world.run(getAndLock(store, key(1)))).toMatchObject({ error: { _tag: 'NotExists' } })
    expect(world.run(addAndLock(store, key(1)))).toMatchObject({
      _tag: 'Done',
      actions: ['StoreFile', 'Get', 'DiscardFile', 'Get', 'Update'],
    })
    expect([...world.stored]).toEqual(['file:/ha/p0-2'])
  })

  test('nothing there: done; corrupt: the key goes, and what stood there is told', () => {
    const world = stateHandleWorld({ [key(1)]: rubbish })
    expect(world.run(releaseAndTryRemove(store, key(9)))).toMatchObject({ _tag: 'Done', actions: ['Get'] })
    expect(world.run(releaseAndTryRemove(store, key(1)))).toMatchObject({ _tag: 'Done', result: { corrupt: rubbish } })
    expect(world.configMap!.data).toEqual({})
  })

  test('the answer of the last step is lost, and somebody has added anew since: that stays', () => {
    const world = withCheckpoints(1)
    const operation = releaseAndTryRemove(store, key(1))
    let state = begin(operation)
    for (const fate of ['ok', 'ok', 'ok', 'ok', 'ok', 'lost'] as const)
      state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, fate, 'p0'))
    world.run(addAndLock(store, key(1)), 'p1')
    state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, 'ok', 'p0'))
    expect(state).toMatchObject({ _tag: 'Done', result: { another: true } })
    expect(world.dangling()).toEqual([])
    expect(world.entry(key(1))._tag).toBe('Pointer')
  })

  test('who does not hold the lock removes nothing', () => {
    const world = stateHandleWorld({ [key(1)]: pointer('file:/a') }, 'p1')
    expect(world.run(releaseAndTryRemove(fenced, key(1)))).toMatchObject({ error: { _tag: 'NotHolder' } })
    expect(world.run(clearEntries(fenced))).toMatchObject({ error: { _tag: 'NotHolder' } })
    expect(world.writes).toEqual([])
  })

  test('clearEntries: all keys of the store, corrupt and marked ones too; nothing else, and no file', () => {
    const world = withCheckpoints(1, 2)
    world.edit({ [key(3)]: rubbish })
    expect(world.run(clearEntries(store))).toMatchObject({ result: { keys: [key(1), key(2), key(3)] } })
    expect(world.configMap!.data).toEqual({ other: 'kept' })
    expect(world.stored.size).toBe(2)
    expect(world.run(clearEntries(store))).toMatchObject({ result: { keys: [] }, actions: ['Get'] })
  })
})

describe('completed checkpoints', () => {
  const checkpoint = (id: number) => ({ id, kind: 'Checkpoint' as const })
  const savepoint = (id: number) => ({ id, kind: 'Savepoint' as const })
  const last = (id: number) => ({ id, kind: 'StopWithSavepoint' as const })

  test.each([
    ['the oldest go', [checkpoint(1), checkpoint(2), checkpoint(3)], 1, [1, 2]],
    ['two are retained', [checkpoint(1), checkpoint(2), checkpoint(3)], 2, [1]],
    ['fewer than are retained', [checkpoint(1)], 2, []],
    ['H32 the newest that is no savepoint stays', [checkpoint(1), checkpoint(2), savepoint(3)], 1, [1]],
    ['H32 savepoints may go', [savepoint(1), checkpoint(2), savepoint(3), savepoint(4)], 1, [1, 3]],
    ['H32 the job stopped with a savepoint: all before it may go', [checkpoint(1), checkpoint(2), last(3)], 1, [1, 2]],
    ['H32 a savepoint alone stays', [savepoint(1)], 1, []],
    ['none to be retained: the last stays', [checkpoint(1), checkpoint(2)], 0, [1]],
    ['nothing there', [], 1, []],
  ])('%s', (_title, checkpoints, retained, want) => {
    expect(subsumed(checkpoints, retained).map(({ id }) => id)).toEqual(want)
  })

  test('law 10 the newest is never removed before a newer one is in, whatever a process believes', () => {
    const world = withCheckpoints(1, 2)
    expect(world.run(subsumeCheckpoint(store, { id: 2 }))).toMatchObject({ error: { _tag: 'Newest' } })
    expect(world.run(subsumeCheckpoint(store, { id: 1 }))._tag).toBe('Done')
    world.edit({ [key(3)]: rubbish, [key(4)]: pointer('file:/x', true) })
    expect(world.run(subsumeCheckpoint(store, { id: 2 }))).toMatchObject({ error: { _tag: 'Newest' } })
    expect(world.entry(key(2))._tag).toBe('Pointer')
  })

  test.each([
    ['a number without zeros in front', 'checkpointID-1'],
    ['no number', 'checkpointID-x'],
  ])('law 10 a key that sorts behind the newest, and is none: %s', (_title, other) => {
    const world = withCheckpoints(2)
    world.edit({ [other]: pointer('file:/x') })
    expect(world.run(subsumeCheckpoint(store, { id: 2 }))).toMatchObject({ error: { _tag: 'Newest' } })
  })

  test('H12 a paused process wakes after another leads: its checkpoint lands without a fence (H-D01), and is refused with one', () => {
    const world = withCheckpoints(1)
    world.hold('p1')
    expect(world.run(addCheckpoint(fenced, 2), 'p0')).toMatchObject({ error: { _tag: 'NotHolder' } })
    expect(pathAt(world, 2)).toBeNull()
    expect(world.run(addCheckpoint(store, 2), 'p0')._tag).toBe('Done')
    const outcome = world.run(getAllAndLock(store), 'p1')
    expect(outcome._tag === 'Done' && recoveredCheckpoints(outcome.result).checkpoints.at(-1)!.id).toBe(2)
  })

  test('H12 the lock changes hands between its look and its write: with a fence the write is refused', () => {
    const world = withCheckpoints(1)
    const operation = addCheckpoint(fenced, 2)
    let state = begin(operation)
    for (let n = 0; n < 2; n += 1)
      state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, 'ok', 'p0'))
    expect(state._tag).toBe('Writing')
    world.hold('p1')
    while (actionOf(operation, state) !== null)
      state = drive({ maxRetries: 15 }, operation, state, world.perform(actionOf(operation, state)!, 'ok', 'p0'))
    expect(state).toMatchObject({ _tag: 'Failed', error: { _tag: 'NotHolder' }, leftFiles: [] })
    expect(pathAt(world, 2)).toBeNull()
  })

  test('the job is over: all go, the oldest first; suspended: nothing', () => {
    const world = withCheckpoints(1, 2)
    expect(shutDown(store, [{ id: 1 }, { id: 2 }], 'Suspended')).toEqual([])
    expect(shutDown(store, [{ id: 1 }, { id: 2 }], 'GloballyTerminal').map(it => world.run(it)._tag)).toEqual(['Done', 'Done', 'Done'])
    expect(world.configMap!.data).toEqual({ other: 'kept' })
    expect(world.stored.size).toBe(0)
  })
})

describe('execution plans', () => {
  const plans = (major: number) => executionPlanStore('job-config-map', major, heldBy('p0'))

  test('put, put again by the same process, not over that of another', () => {
    const world = stateHandleWorld()
    expect(world.run(putPlan(plans(2), 'j', []))).toMatchObject({ _tag: 'Done', result: { key: 'executionPlan-j' } })
    expect(world.run(putPlan(plans(2), 'j', []))).toMatchObject({ error: { _tag: 'AlreadyExists' } })
    expect(world.run(putPlan(plans(2), 'j', ['j']))._tag).toBe('Done')
    expect([...world.stored]).toEqual(['file:/ha/p0-3'])
    expect(world.run(removePlan(plans(2), 'j'))._tag).toBe('Done')
    expect(world.configMap!.data).toEqual({})
  })

  test('H33 a process of 2.x does not see what 1.x has stored, and leaves it as it is', () => {
    const world = stateHandleWorld()
    world.run(putPlan(plans(1), 'j', []))
    const before = world.configMap!.data['jobGraph-j']
    world.run(putPlan(plans(2), 'k', []))
    const outcome = world.run(getAllAndLock(plans(2)))
    expect(outcome._tag === 'Done' && jobsWithPlan(plans(2), outcome.result)).toEqual(['k'])
    expect(world.configMap!.data['jobGraph-j']).toBe(before)
    expect([1, 2, 3].map(planPrefix)).toEqual(['jobGraph-', 'executionPlan-', 'executionPlan-'])
  })
})

describe('createConfigMap', () => {
  test('made once, with its labels; there already is done; being deleted is refused', () => {
    const world = stateHandleWorld()
    const operation = createConfigMap('job-config-map', { app: 'a' })
    expect(world.run(operation)).toMatchObject({ result: { created: false } })
    world.delete()
    expect(world.run(operation, 'p0', ['ok', 'lost'])).toMatchObject({ result: { created: false }, actions: ['Get', 'Create', 'Get'] })
    expect(world.configMap!.labels).toEqual({ app: 'a' })
    world.deleting()
    expect(world.run(operation)).toMatchObject({ error: { _tag: 'NotFound' } })
  })
})
