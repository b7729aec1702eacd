import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { flinkPointers } from '../../fixtures/flink-pointers.ts'
import { type Fate, heldBy, type StateHandleWorld, stateHandleWorld } from '../../fixtures/state-handle-world.ts'
import { toBase64 } from './base64.ts'
import { counterKey, getAndIncrement, setCount } from './checkpoint-id-counter.ts'
import { checkpointKey } from './checkpoint-key.ts'
import { addCheckpoint, type CompletedCheckpoint, recoveredCheckpoints, subsumeCheckpoint, subsumed } from './completed-checkpoint-store.ts'
import { actionOf, begin, drive, type Outcome, type StoreState } from './drive.ts'
import { handlesIn } from './entry.ts'
import type { Operation, StateHandleStore } from './operation.ts'
import { markPointer, readPointer, writePointer } from './pointer.ts'
import { addAndLock, put, replace } from './put-handle.ts'
import { getAllAndLock } from './read-handles.ts'
import { clearEntries, releaseAndTryRemove, subsume } from './remove-handle.ts'

const names = ['p0', 'p1', 'p2'] as const
const fates = fc.constantFrom<Fate>('ok', 'ok', 'ok', 'ok', 'lost', 'dropped', 'late', 'conflict')

/** One turn: a process takes a step, and more that all go well, or something happens to all of them. */
const turns = (length: number) =>
  fc.array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.record({ _tag: fc.constant('Step' as const), who: fc.nat(2), fate: fates, more: fc.constantFrom(0, 0, 0, 1, 2, 5) }),
      },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constantFrom('Crash' as const, 'TakeOver' as const), who: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.record({ _tag: fc.constantFrom('Land' as const, 'Touch' as const), who: fc.constant(0) }) },
    ),
    { minLength: 1, maxLength: length, size: 'max' },
  )

type Turn = typeof turns extends (length: number) => fc.Arbitrary<infer A> ? A extends readonly (infer B)[] ? B : never : never

interface Running<R> {
  readonly operation: Operation<R>
  readonly state: StoreState<R>
  /** How many files had been discarded when it began. */
  readonly since: number
}

/**
 * Plays the turns: `next` names the operation that a process begins when it has none, `ended` is told each outcome, `check` runs after
 * every change. A process that crashed has forgotten all.
 */
const play = <R>(
  world: StateHandleWorld,
  course: readonly Turn[],
  maxRetries: number,
  on: {
    readonly next: (who: number) => Operation<R> | undefined
    readonly ended?: (who: number, running: Running<R>, outcome: Outcome<R>) => void
    readonly crashed?: (who: number) => void
    readonly check: () => void
  },
): void => {
  const processes: (Running<R> | undefined)[] = [undefined, undefined, undefined]
  let seen = ''
  const changed = (): void => {
    const now = `${world.configMap!.resourceVersion} ${world.discarded.length}`
    if (now !== seen) on.check()
    seen = now
  }
  for (const { _tag, who, ...turn } of course) {
    if (_tag === 'Land') world.land()
    if (_tag === 'Touch') world.touch()
    if (_tag === 'TakeOver') world.hold(names[who]!)
    if (_tag === 'Crash') {
      processes[who] = undefined
      on.crashed?.(who)
    }
    const { fate, more } = { fate: 'ok' as Fate, more: 0, ...turn }
    for (const happens of _tag === 'Step' ? [fate, ...Array.from({ length: more }, (): Fate => 'ok')] : []) {
      const operation = processes[who]?.operation ?? on.next(who)
      if (operation === undefined) break
      const running = processes[who] ?? { operation, state: begin(operation), since: world.discarded.length }
      const action = actionOf(operation, running.state)!
      const state = drive({ maxRetries }, operation, running.state, world.perform(action, happens, names[who]!))
      const isOver = state._tag === 'Done' || state._tag === 'Failed'
      processes[who] = isOver ? undefined : { ...running, state }
      if (isOver) on.ended?.(who, running, state)
      changed()
    }
    changed()
  }
}

const store = (who: number, fenced: boolean): StateHandleStore => ({
  configMap: 'job-config-map',
  prefix: 'checkpointID-',
  fence: fenced ? heldBy(names[who]!) : null,
})

type Make = (store: StateHandleStore, key: string) => Operation<unknown>
const operations: readonly Make[] = [
  addAndLock,
  addAndLock,
  replace,
  (it, key) => put(it, key, true),
  releaseAndTryRemove,
  releaseAndTryRemove,
  (it, key) => subsume(it, key, other => other > key),
  it => clearEntries(it),
]
const works = fc.tuple(
  ...names.map(() => fc.array(fc.tuple(fc.constantFrom(...operations), fc.constantFrom(1, 1, 2)), { maxLength: 8 })),
)

describe('three processes on one store, with lost answers, late writes, conflicts, files that fail, and crashes at every step', () => {
  test.prop([works, turns(60), fc.nat(4), fc.boolean()])(
    'laws 1, 6, 8, 9, 12: compare-and-swap, fenced, no pointer to a discarded file, removals that anybody finishes, foreign keys untouched',
    (work, course, maxRetries, fenced) => {
      const foreign = { other: 'x', counter: '5', 'executionPlan-j': flinkPointers[3]!.value }
      const world = stateHandleWorld(foreign)
      const left = work.map(list => [...list])
      play<unknown>(world, course, maxRetries, {
        next: who => {
          const [make, id] = left[who]!.shift() ?? []
          return make?.(store(who, fenced), checkpointKey(id!))
        },
        ended: (who, { operation, since }, outcome) => {
          if (!operation.storesFile) return
          const mine = world.discarded.slice(since).filter(({ by }) => by === names[who]).map(({ path }) => path)
          if (outcome._tag === 'Done') {
            const { path } = (outcome.result as { file: { path: string } }).file
            expect(world.writes.some(({ after }) => Object.values(after).includes(writePointer({ path, size: 1 })!))).toBe(true)
            expect(mine).not.toContain(path)
          } else if (outcome.error._tag === 'PossiblyInconsistent') {
            expect(mine).not.toContain(outcome.leftFiles.at(-1))
          }
        },
        check: () => {
          const { data } = world.configMap!
          expect(world.dangling()).toEqual([])
          for (const [key, value] of Object.entries(foreign)) expect(data[key]).toBe(value)
        },
      })
      const froms = world.writes.map(({ from }) => from)
      expect(new Set(froms).size).toBe(froms.length)
      if (fenced) { for (const { by, holder } of world.writes) expect(holder).toBe(by) }
      // whatever is left: anybody finishes it
      const files = Object.keys(world.configMap!.data).filter(key => key.startsWith('checkpointID-')).map(key => {
        const entry = world.entry(key)
        expect(world.run(releaseAndTryRemove(store(0, false), key))._tag).toBe('Done')
        expect(world.entry(key)._tag).toBe('Absent')
        return entry._tag === 'Pointer' || entry._tag === 'Marked' ? entry.file!.path : ''
      })
      for (const path of files) expect(world.stored.has(path)).toBe(false)
      while (world.late.length > 0) world.land()
      expect(world.dangling()).toEqual([])
    },
  )

  test.prop([works, turns(60), fc.nat(4)])(
    'law 8 of each file that was stored: a key pointed to it, or it was discarded, or it is told; unless its process crashed',
    (work, course, maxRetries) => {
      const world = stateHandleWorld()
      const left = work.map(list => [...list])
      const pointed = new Set<string>()
      const reported = new Set<string>()
      const crashed = new Set<string>()
      const owner = new Map<string, string>()
      play<unknown>(world, course.filter(({ _tag }) => _tag !== 'TakeOver'), maxRetries, {
        next: who => {
          const [make, id] = left[who]!.shift() ?? []
          return make?.(store(who, false), checkpointKey(id!))
        },
        ended: (who, _running, outcome) => {
          for (const path of outcome.leftFiles) reported.add(path)
          if (outcome._tag === 'Failed' && outcome.error._tag === 'NotStored') crashed.add(names[who]!)
        },
        crashed: who => crashed.add(names[who]!),
        check: () => {
          for (const { file } of handlesIn(world.configMap!, store(0, false)).handles) pointed.add(file!.path)
        },
      })
      for (const path of world.stored) owner.set(path, path.slice('file:/ha/'.length).split('-')[0]!)
      const gone = new Set(world.discarded.map(({ path }) => path))
      const open = [...world.stored].filter(path =>
        !pointed.has(path) && !reported.has(path) && !gone.has(path) && !crashed.has(owner.get(path)!)
      )
      // at most what each process is in the middle of
      expect(open.length).toBeLessThanOrEqual(names.length)
    },
  )

  test.prop([turns(80), fc.nat(4), fc.array(fc.nat(9), { maxLength: 4 })])(
    'law 11 the counter: no id twice, each greater than all that were handed out before it was asked for',
    (course, maxRetries, restored) => {
      const world = stateHandleWorld()
      const ids: number[] = []
      const before = [0, 0, 0]
      const restores = [...restored]
      play<unknown>(world, course, maxRetries, {
        next: who => {
          before[who] = Math.max(0, ...ids)
          const counter = { configMap: 'job-config-map', fence: null }
          const restore = ids.length % 4 === 3 ? restores.shift() : undefined
          return restore === undefined ? getAndIncrement(counter) : setCount(counter, restore)
        },
        ended: (who, _running, outcome) => {
          if (outcome._tag !== 'Done' || !('id' in (outcome.result as object))) return
          const { id } = outcome.result as { id: number }
          expect(ids).not.toContain(id)
          expect(id).toBeGreaterThan(before[who]!)
          ids.push(id)
        },
        check: () => expect(world.configMap!.data[counterKey] ?? '1').toMatch(/^[1-9]\d*$/),
      })
    },
  )

  test.prop([turns(50), fc.nat(4), fc.integer({ min: 0, max: 2 }), fc.boolean()], { numRuns: 300 })(
    'law 10 what a recovery goes on from never becomes older, and its file is there: three processes that complete checkpoints and subsume',
    (course, maxRetries, retained, savepoints) => {
      const world = stateHandleWorld()
      const kept: CompletedCheckpoint[][] = [[], [], []]
      const todo: (Operation<unknown> | undefined)[][] = [[], [], []]
      let newest = 0
      play<unknown>(world, course, maxRetries, {
        next: who => todo[who]!.shift() ?? getAndIncrement({ configMap: 'job-config-map', fence: null }),
        ended: (who, { operation }, outcome) => {
          if (outcome._tag !== 'Done') {
            // one that takes for granted what nobody told it: nothing is lost by its belief either
            const believed = operation.storesFile ? Number(operation.name.slice(-19)) : NaN
            if (believed > 0) kept[who] = [...kept[who]!, { id: believed, kind: 'Checkpoint' }]
            todo[who] = subsumed(kept[who]!, retained).map(it => subsumeCheckpoint(store(who, false), it))
            return
          }
          const { id, key, file, handles } = outcome.result as { id?: number; key?: string; file?: object; handles?: never }
          if (id !== undefined) todo[who] = [addCheckpoint(store(who, false), id)]
          if (handles !== undefined)
            kept[who] = recoveredCheckpoints(outcome.result as never).checkpoints.map(it => ({ id: it.id, kind: 'Checkpoint' }))
          if (file === undefined || key === undefined || !operation.storesFile) return
          const added = Number(key.slice(-19))
          kept[who] = [...kept[who]!, { id: added, kind: savepoints && added % 3 === 0 ? 'Savepoint' : 'Checkpoint' }]
          const go = subsumed(kept[who], retained)
          kept[who] = kept[who].filter(it => !go.includes(it))
          todo[who] = go.map(it => subsumeCheckpoint(store(who, false), it))
        },
        crashed: who => {
          kept[who] = []
          todo[who] = [getAllAndLock(store(who, false))]
        },
        check: () => {
          const last = recoveredCheckpoints(handlesIn(world.configMap!, store(0, false))).checkpoints.at(-1)?.id ?? 0
          expect(last).toBeGreaterThanOrEqual(newest)
          newest = last
          expect(world.dangling()).toEqual([])
        },
      })
    },
  )
})

describe('law 13 decode', () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map(it => String.fromCharCode(...it))
  const cut = fc.tuple(fc.constantFrom(...flinkPointers), fc.nat(700), fc.nat(700), bytes).map(([{ value }, from, length, other]) => {
    const there = Buffer.from(value, 'base64').toString('latin1')
    return toBase64(there.slice(0, from) + other + there.slice(from + length))
  })

  test.prop([fc.oneof(fc.string(), fc.string({ unit: 'binary' }), bytes.map(toBase64), cut)])(
    'nothing throws; a marker is set on exactly what is read as a pointer, and changes nothing else of it',
    value => {
      const pointer = readPointer(value)
      const marked = markPointer(value)
      if (pointer._tag === 'Corrupt') expect(marked).toBeNull()
      else expect(readPointer(marked ?? '')).toEqual({ ...pointer, marked: true })
    },
  )

  const paths = fc.tuple(fc.constantFrom('file:/', 's3://bucket/', 'hdfs://[::1]:8020/'), fc.webPath(), fc.string({ unit: 'grapheme' }))
    .map(([root, path, name]) => `${root}${path}${encodeURI(name.toWellFormed()).replaceAll(/[[\]]/g, '')}`)

  test.prop([paths, fc.maxSafeNat(), fc.boolean()])('what is written is read back', (path, size, marked) => {
    const value = writePointer({ path, size }, marked)
    if (value !== null) expect(readPointer(value)).toEqual({ _tag: 'Pointer', marked, file: { path, size } })
    else expect(path).toMatch(/\p{C}|\p{Z}/u)
  })
})
