import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { simulatedKinds } from '../kinds.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import type { FlinkDeploymentResource } from '../world/world.ts'
import { memoryOf } from './memory.ts'
import { checkerEnv } from './checker-env.ts'
import { breachesOfReading } from './property/what-is-written-is-read.ts'
import { readingMemo, type Written } from './reading-memo.ts'
import { startState } from './start-state.ts'
import { statusForm } from './status-form.ts'
import { firstMatrix } from './worlds.ts'

const operator = { ...memoryOf({ env: checkerEnv }).base, onDecision: () => undefined }
const settled = flinkDeploymentOf(startState(operator, firstMatrix.find(({ name }) => name === 'savepoint/ha/edit/calm')!)!.world)!
const [kind] = simulatedKinds.filter(({ name }) => name === 'FlinkDeployment')

const writing = (status: FlinkDeploymentResource['status'], resource: FlinkDeploymentResource = settled): Written => ({
  kind: kind!,
  resource,
  actions: [{ _tag: 'PersistStatus', status } as FlinkDeploymentAction],
})
const withRecord = (change: Partial<FlinkDeploymentResource['status']['operatorRecord']>): FlinkDeploymentResource['status'] => ({
  ...settled.status,
  operatorRecord: { ...settled.status.operatorRecord, ...change },
})

/** How often a memory reads back what is written one after the other. */
const reads = (...written: readonly Written[]): number => {
  let read = 0
  const memo = readingMemo(it => {
    read += 1
    return breachesOfReading(it)
  })
  for (const it of written) memo.breachesOf(it)
  return read
}

const formOf = (() => {
  const form = statusForm()
  return (value: unknown): string => {
    form.of({ value })
    return `${form.first()} ${form.second()}`
  }
})()

describe('P11 the memory of what is read back', () => {
  test('a status of another moment, with other ids, is read back once', () => {
    const at = (retryAt: number): Written => writing(withRecord({ retryAt }))
    expect(reads(at(1_700_000_005_000), at(1_700_000_010_000))).toBe(1)
  })

  test('a fraction of a millisecond, milliseconds, and nothing are read back by themselves', () => {
    const retryAts = [1_700_000_005_000, 1_700_000_005_000.5, 1_700_000_005_007, null]
    expect(reads(...retryAts.map(retryAt => writing(withRecord({ retryAt }))))).toBe(4)
  })

  test('what could not be read before is told apart: such a path may stay as it is', () => {
    const unread = [{ path: 'status.operation', found: 'x', expected: 'y' }]
    expect(reads(writing(settled.status), writing(settled.status, { ...settled, unread }))).toBe(2)
  })

  test("another resource's is read back by itself: it is decoded under its name", () => {
    const meta = { ...settled.meta, name: 'other' }
    expect(reads(writing(settled.status), writing(settled.status, { ...settled, meta }))).toBe(2)
  })

  test("a breach is told each time, a sound status beside it isn't", () => {
    const memo = readingMemo()
    const fraction = writing(withRecord({ retryAt: 1_700_000_005_000.5 }))
    const reported = [fraction, writing(settled.status), fraction].map(it => memo.breachesOf(it).map(({ property }) => property))
    expect(reported).toEqual([['P11'], [], ['P11']])
  })

  test('notices before long that two of one form are read back otherwise', () => {
    const law = { property: 'P11', what: 'x' }
    let breaches: readonly (typeof law)[] = []
    const memo = readingMemo(() => breaches)
    for (let count = 0; count < 1_000; count += 1) memo.breachesOf(writing(settled.status))
    expect(memo.isHonest()).toBe(true)
    breaches = [law]
    for (let count = 0; count < 1_000; count += 1) memo.breachesOf(writing(settled.status))
    expect(memo.isHonest()).toBe(false)
  })
})

describe('the form of a status', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['numbers', 1, 2],
    ['a number and its text', 1, '1'],
    ['no number, infinity, minus zero and nothing', Number.NaN, null],
    ['infinity', Number.POSITIVE_INFINITY, null],
    ['minus zero', -0, 0],
    ['fractions', 0.5, 0.25],
    ['a moment and its text', 1_700_000_005_000, '1700000005000'],
    ['a fraction of a millisecond', 1_700_000_005_000, 1_700_000_005_000.25],
    ['milliseconds', 1_700_000_005_000, 1_700_000_005_050],
    ['milliseconds in RFC 3339', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5Z'],
    ['a time zone', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00+01:00'],
    ['seconds, which are no moment', 1_700_000_005, 1_700_000_006],
    ['an id that is a number', '00000000000000000000000000000001', 'a0000000000000000000000000000001'],
    ['ids that are numbers', '00000000000000000000000000000001', '00000000000000000000000000000002'],
    ['an id and another text', 'a0000000000000000000000000000001', 'a'],
    ['the same id twice', ['a0000000000000000000000000000001', 'a0000000000000000000000000000001'], [
      'a0000000000000000000000000000001',
      'a0000000000000000000000000000002',
    ]],
    ['lists and objects', ['x'], { 0: 'x' }],
    ['the length of a list', [], [null]],
    ['fields', { a: 1 }, { b: 1 }],
    ['what belongs to what', { a: { b: 1 } }, { a: {}, b: 1 }],
    ['true and false', true, false],
  ])('tells apart %s', (_, one, other) => {
    expect(formOf(one)).not.toBe(formOf(other))
  })

  test.each<readonly [string, unknown, unknown]>([
    ['ids', 'a0000000000000000000000000000001', 'b0000000000000000000000000000002'],
    ['savepoints by number', 's3://x/savepoint-000000001', 's3://x/savepoint-000000002'],
    ['moments', 1_700_000_005_000, 1_700_000_010_000],
    ['moments in RFC 3339', '2026-01-31T12:00:00Z', '2026-02-01T13:00:05Z'],
    ['two ids that differ', ['a0000000000000000000000000000001', 'a0000000000000000000000000000002'], [
      'c0000000000000000000000000000001',
      'b0000000000000000000000000000002',
    ]],
  ])('takes for the same %s', (_, one, other) => {
    expect(formOf(one)).toBe(formOf(other))
  })
})
