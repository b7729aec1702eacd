import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration, type Profile } from './autoscaler-configuration.ts'
import { type AutoscalerState, emptyState } from './autoscaler-state.ts'
import { type Cycle, cycle, type CycleInput } from './cycle.ts'
import type { AggregatedMetric, FlinkAnswers } from './sample/vertex-metrics.ts'

const id = '25d902c242833b8cbbac54dfa101ad31'
const minute = 60_000
const start = 1_767_268_800_000
const metric = (name: string, value: number): AggregatedMetric => ({ id: name, min: value, max: value, avg: value, sum: value })

/** A source with one subtask that can process 1000 records/s and gets 950. */
const answersAt = (minutes: number): FlinkAnswers => ({
  runningSince: start - 60 * minute,
  vertices: [{
    id,
    parallelism: 1,
    maxParallelism: 128,
    slotSharingGroup: null,
    isFinished: false,
    inputs: [],
    readRecords: 0,
    writeRecords: 0,
    accumulatedBusyTime: 0,
    isComplete: true,
    metrics: [
      metric('busyTimeMsPerSecond', 1000),
      metric('backPressuredTimeMsPerSecond', 0),
      metric('Source__a.numRecordsInPerSecond', 950),
      metric('Source__a.numRecordsIn', 57_000 * minutes + 1),
      metric('Source__a.pendingRecords', 6000 * minutes),
    ],
  }],
  jobManager: { taskSlotsTotal: 4, taskSlotsAvailable: 3 },
  taskManager: [metric('Status.JVM.Memory.Heap.Max', 100)],
})

const at = (
  minutes: number,
  state: AutoscalerState,
  its: Partial<CycleInput> = {},
  options: Readonly<Record<string, string>> = {},
): Cycle => {
  const profile: Profile = its.profile ?? 'main'
  return cycle({
    state,
    configuration: autoscalerConfiguration({
      'job.autoscaler.enabled': 'true',
      'job.autoscaler.metrics.window': '3 min',
      ...options,
    }, profile).configuration,
    profile,
    flinkVersion: 'v1_20',
    job: { _tag: 'Known', answers: answersAt(minutes) },
    cluster: { _tag: 'Unchecked' },
    now: start + minutes * minute,
    ...its,
  })
}

describe('one cycle (autoscaler.md, section 1)', () => {
  const cycles = [0, 1, 2, 3].reduce<readonly Cycle[]>((all, n) => [...all, at(n, all.at(-1)?.state ?? emptyState)], [])

  test('a window of samples, then a decision that is remembered', () => {
    expect(cycles.map(({ verdict }) => verdict.row)).toEqual(['too-few-samples', 'window-not-full', 'window-not-full', 'scaled'])
    const last = cycles.at(-1)
    expect(last?.verdict.vertices[id]?.row).toBe('scale-up')
    expect(last?.overrides).toEqual(last?.state.parallelismOverrides)
    expect(Number(last?.overrides[id])).toBeGreaterThan(1)
    expect(last?.events.map(({ reason }) => reason)).toEqual(['ScalingReport'])
  })

  const scaled = cycles.at(-1)?.state ?? emptyState

  test('off: no override is left', () => {
    const got = at(4, scaled, {}, { 'job.autoscaler.enabled': 'false' })
    expect(got).toMatchObject({ state: emptyState, overrides: {}, verdict: { row: 'off' } })
  })

  test.each<readonly [string, CycleInput['job'], string]>([
    ['a job that does not run', { _tag: 'NotRunning' }, 'not-running'],
    ['an Unknown is no sample', { _tag: 'Unknown', reason: 'Timeout' }, 'unknown'],
    ['no plan yet', { _tag: 'Known', answers: { ...answersAt(4), vertices: [] } }, 'not-ready'],
    ['no TaskManager metrics', { _tag: 'Known', answers: { ...answersAt(4), taskManager: [] } }, 'no-sample'],
  ])('%s: the state and the overrides stay', (_title, job, row) => {
    const got = at(4, scaled, { job })
    expect(got.state).toEqual(scaled)
    expect(got.overrides).toEqual(scaled.parallelismOverrides)
    expect(got.verdict.row).toBe(row)
  })

  test('A-13 an error that stays is one event in the interval', () => {
    const job = { _tag: 'Known', answers: { ...answersAt(4), taskManager: [] } } as const
    expect(at(4, scaled, { job }).events).toMatchObject([{ reason: 'AutoscalerError', interval: 30 * minute }])
    expect(at(4, scaled, { job, profile: '1.15.0' }).events).toMatchObject([{ reason: 'AutoscalerError', interval: null }])
  })

  const number = fc.oneof(fc.double(), fc.integer({ min: 0, max: 5000 }), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1, 1e308))
  const vertexNumbers = fc.record({
    parallelism: fc.oneof(number, fc.integer({ min: 1, max: 300 })),
    readRecords: number,
    writeRecords: number,
  })
  const given = fc.record({
    minute: fc.integer({ min: 1, max: 30 }),
    vertex: vertexNumbers,
    metrics: fc.array(number, { minLength: 5, maxLength: 5 }),
    slots: number,
  })

  /** Answers like those above, with these numbers in them. */
  const hostile = ({ minute: n, vertex, metrics, slots }: typeof given extends fc.Arbitrary<infer A> ? A : never): FlinkAnswers => {
    const answers = answersAt(n)
    return {
      ...answers,
      vertices: answers.vertices.map(it => ({
        ...it,
        ...vertex,
        metrics: it.metrics.map(({ id: name }, index) => metric(name, metrics[index] ?? 0)),
      })),
      jobManager: { taskSlotsTotal: slots, taskSlotsAvailable: 0 },
    }
  }

  const played = (
    them: readonly Parameters<typeof hostile>[0][],
    profile: Profile,
    options: Readonly<Record<string, string>>,
  ): readonly Cycle[] =>
    them.toSorted((a, b) => a.minute - b.minute).reduce<readonly Cycle[]>(
      (all, one) => [
        ...all,
        at(one.minute, all.at(-1)?.state ?? emptyState, { job: { _tag: 'Known', answers: hostile(one) }, profile }, {
          'job.autoscaler.metrics.window': '1 min',
          'job.autoscaler.scale-down.interval': '1 min',
          ...options,
        }),
      ],
      [],
    )
  const profiles = fc.constantFrom<Profile>('main', '1.15.0')

  test('whatever numbers Flink answers: it decides or says why not, and never beyond the limits', () => {
    fc.assert(fc.property(fc.array(given, { maxLength: 12 }), profiles, (them, profile) => {
      for (const { verdict, state } of played(them, profile, {})) {
        expect(verdict.reason).not.toBe('')
        for (const record of Object.values(state.history).flat()) {
          const most = Math.max(200, record.currentParallelism)
          expect(record.newParallelism >= 1 && record.newParallelism <= most, `${record.currentParallelism} → ${record.newParallelism}`)
            .toBe(true)
        }
      }
    }))
  })

  test('in an excluded period, and without a restart left, nothing is scaled, whatever numbers Flink answers', () => {
    const never = fc.constantFrom<Readonly<Record<string, string>>>(
      { 'job.autoscaler.excluded.periods': '00:00-23:59:59:999' },
      { 'job.autoscaler.scaling.enabled': 'false' },
      { 'job.autoscaler.restart-budget.count': '0' },
      { 'job.autoscaler.enabled': 'false' },
    )
    fc.assert(fc.property(fc.array(given, { maxLength: 12 }), profiles, never, (them, profile, options) => {
      for (const { overrides, state } of played(them, profile, options)) {
        expect(overrides).toEqual({})
        expect(state.tracking).toEqual([])
      }
    }))
  })
})
