import { fc, test } from '@fast-check/vitest'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect } from 'vitest'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { SavepointRecord } from '../../contract/resource/job-status.ts'
import { dateOf, daysOf, dayOfWeek } from '../../flink/schedule/civil-date.ts'
import { parseCron } from '../../flink/schedule/cron-expression.ts'
import { nextCronTime } from '../../flink/schedule/next-cron-time.ts'
import { periodicExpression } from '../../flink/schedule/periodic-expression.ts'
import { historyAfterDisposal, locationsToDispose, prunableSavepoints } from './savepoint-history-pruning.ts'
import { prunableSnapshots } from './snapshot-resource-pruning.ts'

const moments = fc.integer({ min: Date.parse('1970-01-01T00:00:00Z'), max: Date.parse('2150-01-01T00:00:00Z') })

describe('calendar', () => {
  test.prop([moments])('the day of a moment is the one that JavaScript sees', moment => {
    const date = new Date(moment)
    expect(dateOf(moment)).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
    expect(daysOf(dateOf(moment))).toBe(Math.floor(moment / 86_400_000))
    expect(dayOfWeek(dateOf(moment))).toBe(date.getUTCDay() + 1)
  })
})

const values = (first: number, last: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min: first, max: last }).map(String),
    fc.tuple(fc.integer({ min: first, max: last }), fc.integer({ min: first, max: last })).map(([a, b]) => `${a}-${b}`),
    fc.tuple(fc.integer({ min: first, max: last }), fc.integer({ min: 1, max: 7 })).map(([a, step]) => `${a}/${step}`),
  )
const days = fc.oneof(
  fc.oneof(values(1, 31), fc.constantFrom('L', 'LW', 'L-5', '15W', '31W')).map(of => [of, '?'] as const),
  fc.oneof(values(1, 7), fc.constantFrom('MON-FRI', '6L', '2#3', 'L')).map(of => ['?', of] as const),
)
const expressions = fc.tuple(values(0, 59), values(0, 59), values(0, 23), days, values(1, 12))
  .map(([second, minute, hour, [ofMonth, ofWeek], month]) => `${second} ${minute} ${hour} ${ofMonth} ${month} ${ofWeek}`)

describe('cron', () => {
  test.prop([expressions, moments])('the next time is later, in whole seconds, and nothing lies between', (text, last) => {
    const cron = O.toNullable(parseCron(text))!
    const next = nextCronTime(cron, last)
    if (next === null) return
    expect(next).toBeGreaterThan(last)
    expect(next % 1000).toBe(0)
    expect(nextCronTime(cron, next - 1000)).toBe(next)
    expect(nextCronTime(cron, last + Math.floor((next - last) / 2))).toBe(next - last > 1 ? next : nextCronTime(cron, last))
  })

  test.prop([
    fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('0', '5', '*', '/', '-', ',', '?', 'L', 'W', '#', ' ', 'MON', 'JAN') })),
  ])('every text has an answer', text => {
    const read = periodicExpression(text)
    if (read._tag === 'Cron') nextCronTime(read.cron, 0)
  })
})

const locations: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const records = fc.array(
  fc.record<SavepointRecord>({
    timeStamp: fc.integer({ min: 0, max: 100 }),
    location: fc.option(locations),
    triggerType: fc.constantFrom('PERIODIC', 'UPGRADE'),
    formatType: fc.constant('CANONICAL'),
    triggerNonce: fc.constant(null),
  }),
  { maxLength: 8 },
)
const snapshots = fc.uniqueArray(
  fc.record<StateSnapshotView>({
    name: fc.string({ minLength: 1, maxLength: 3 }),
    uid: fc.constant('u'),
    creationTimestamp: fc.integer({ min: 0, max: 100 }),
    deleting: fc.boolean(),
    kind: fc.constantFrom('savepoint', 'checkpoint'),
    triggerType: fc.constantFrom('MANUAL', 'PERIODIC', 'UPGRADE', 'UNKNOWN'),
    state: fc.constantFrom('TRIGGER_PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'ABANDONED'),
    path: fc.option(locations),
  }),
  { maxLength: 8, selector: it => it.name },
)
const limits = fc.record({ count: fc.integer({ min: 1, max: 4 }), maxAge: fc.option(fc.integer({ min: 0, max: 100 })) })
const referenced = fc.array(locations, { maxLength: 2 })

describe('pruning', () => {
  test.prop([records, snapshots, limits, referenced, fc.array(locations), fc.boolean()])(
    'P04 B03 the history: what is referenced or owned by another stays, one completed savepoint stays, what was not disposed of stays',
    (history, all, limit, kept, fails, cleanupEnabled) => {
      const prunable = prunableSavepoints({
        history,
        snapshots: all,
        limits: limit,
        cleanupEnabled,
        referenced: kept,
        neededByOthers: [],
        now: 100,
      })
      const disposed = locationsToDispose(prunable)
      const after = historyAfterDisposal(history, prunable, location => !fails.includes(location))
      expect(disposed.filter(location => kept.includes(location) || all.some(({ path }) => path === location))).toEqual([])
      expect(new Set(disposed).size).toBe(disposed.length)
      for (const record of history.filter(it => kept.includes(it.location ?? ''))) expect(after).toContain(record)
      const resource = all.some(({ kind, state, deleting }) => kind === 'savepoint' && state === 'COMPLETED' && !deleting)
      if (history.length > 0 && !resource) expect(after.at(-1)).toBe(history.at(-1))
      for (const { record, dispose } of prunable) if (dispose && fails.includes(record.location ?? '')) expect(after).toContain(record)
    },
  )

  test.prop([records, limits])('nothing is removed twice: pruning what is left removes nothing more', (history, limit) => {
    const once = historyAfterDisposal(
      history,
      prunableSavepoints({ history, snapshots: [], limits: limit, cleanupEnabled: true, referenced: [], neededByOthers: [], now: 100 }),
      () => true,
    )
    expect(
      prunableSavepoints({
        history: once,
        snapshots: [],
        limits: limit,
        cleanupEnabled: true,
        referenced: [],
        neededByOthers: [],
        now: 100,
      }),
    ).toEqual([])
  })

  test.prop([snapshots, limits, referenced, fc.constantFrom('savepoint', 'checkpoint'), fc.integer()])(
    'P04 B78 B79 P12 resources: done, ours, not referenced, not the newest completed one, in any order of the list',
    (all, limit, kept, kind, shift) => {
      const chosen = prunableSnapshots({ kind, snapshots: all, limits: limit, referenced: kept, now: 100 })
      const newest = Math.max(
        ...all.filter(it =>
          it.kind === kind && it.state === 'COMPLETED' && !it.deleting && ['PERIODIC', 'UPGRADE'].includes(it.triggerType)
        ).map(it => it.creationTimestamp),
      )
      for (const it of chosen) {
        expect(it.kind).toBe(kind)
        expect(['COMPLETED', 'FAILED', 'ABANDONED']).toContain(it.state)
        expect(['PERIODIC', 'UPGRADE']).toContain(it.triggerType)
        expect(it.deleting || (it.path !== null && kept.includes(it.path))).toBe(false)
      }
      const completedBefore = all.some(it => it.kind === kind && it.state === 'COMPLETED' && it.creationTimestamp === newest)
      if (completedBefore)
        expect(all.some(it => it.state === 'COMPLETED' && it.kind === kind && it.creationTimestamp === newest && !chosen.includes(it)))
          .toBe(true)
      const rotated = [...all.slice(Math.abs(shift) % (all.length + 1)), ...all.slice(0, Math.abs(shift) % (all.length + 1))]
      expect(prunableSnapshots({ kind, snapshots: rotated, limits: limit, referenced: kept, now: 100 })).toEqual(chosen)
    },
  )
})
