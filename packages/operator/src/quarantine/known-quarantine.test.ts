import type { AdapterError } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { knownQuarantine } from './known-quarantine.ts'
import type { QuarantineEntry, Suspect } from './quarantine-record.ts'

const poison: Suspect = { kind: 'FlinkDeployment', namespace: 'a', name: 'poison', version: 'uid/1' }
const good: Suspect = { ...poison, name: 'good' }
const minute = 60_000
const error = (_tag: AdapterErrorTag): AdapterError => ({ _tag, message: _tag, applied: 'No', httpStatus: null, retryAfter: null })

const world = () => {
  const state: { now: number; answer: E.Either<AdapterError, readonly QuarantineEntry[]>; reads: number; forbidden: string[] } = {
    now: 1_000_000,
    answer: E.right([]),
    reads: 0,
    forbidden: [],
  }
  const known = knownQuarantine({
    read: () => {
      state.reads++
      return Promise.resolve(state.answer)
    },
    now: () => state.now,
    onForbidden: message => state.forbidden.push(message),
  })
  return { state, known }
}

const entry = (at: number): QuarantineEntry => ({ ...poison, times: 1, at, why: 'LoopStoodStill' })

describe('what a process knows of the record', () => {
  test('it is read once for many that ask, and not again while nothing is recorded', async () => {
    const { state, known } = world()
    expect(await Promise.all([known.of(poison), known.of(good)])).toEqual([E.right(null), E.right(null)])
    state.now += 10 * minute
    await known.of(good)
    expect(state.reads).toBe(1)
  })

  test('it is read again when others may have written', async () => {
    const { state, known } = world()
    await known.of(poison)
    state.answer = E.right([entry(state.now)])
    known.doubt()
    expect(await known.of(poison)).toMatchObject(E.right({ until: state.now + minute }))
    expect(await known.of(good)).toEqual(E.right(null))
  })

  test('what others write while it is read is read after that', async () => {
    const { state, known } = world()
    const first = known.of(poison)
    state.answer = E.right([entry(state.now)])
    known.doubt()
    await first
    expect(await known.of(poison)).toMatchObject({ right: { entry: { name: 'poison' } } })
  })

  test('while something is recorded it is read twice a minute, so that a person can take it away', async () => {
    const { state, known } = world()
    state.answer = E.right([entry(state.now)])
    await known.of(poison)
    state.answer = E.right([])
    state.now += 31_000
    expect(await known.of(poison)).toEqual(E.right(null))
  })

  test('where it could not be read nobody knows: that is no "not recorded"', async () => {
    const { state, known } = world()
    state.answer = E.left(error('Timeout'))
    expect(await known.of(poison)).toMatchObject(E.left({ _tag: 'Timeout' }))
    state.answer = E.right([entry(state.now)])
    expect(await known.of(poison)).toMatchObject({ right: { entry: { name: 'poison' } } })
  })

  test('where it may not be read resources are looked after as without it; that is told once', async () => {
    const { state, known } = world()
    state.answer = E.left(error('Forbidden'))
    expect(await known.of(poison)).toEqual(E.right(null))
    known.doubt()
    expect(await known.of(poison)).toEqual(E.right(null))
    expect(state.forbidden).toEqual(['Forbidden'])
  })
})
