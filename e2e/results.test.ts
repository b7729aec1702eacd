import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { downtime, firstRunning, type Sample, violationOf } from './harness/cluster-watch.ts'
import { countsOf, exitCodeOf, writeResults } from './results.ts'
import type { Outcome } from './scenarios/story.ts'

const outcome = (story: string, step: string, change: Partial<Outcome> = {}): Outcome => ({
  story,
  step,
  version: '1.20',
  result: 'passed',
  seconds: 12.3,
  downtime: null,
  evidence: 'as | it\nwas',
  load: 1,
  at: new Date(0),
  ...change,
})

describe('the summary', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'e2e-results-')), 'results.md')
  const rows = () =>
    readFileSync(file, 'utf8').split('\n').filter(line => /^\| [a-z]/.test(line)).slice(1).map(line =>
      line.split(' | ').slice(0, 4).join(' ').slice(2)
    )

  test('is written anew for a story that was played again, and keeps the others', () => {
    writeResults(file, [outcome('b', 'one'), outcome('b', 'two')], true)
    writeResults(file, [outcome('a', 'one', { version: '2.3' })], true)
    writeResults(file, [outcome('b', 'one', { result: 'failed' })], true)
    expect(rows()).toEqual(['a one 2.3 passed', 'b one 1.20 failed'])
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)).toBe('1 passed, 1 failed')
  })

  test('of a part of a story keeps its other steps', () => {
    writeResults(file, [outcome('b', 'two')], false)
    expect(rows()).toEqual(['a one 2.3 passed', 'b one 1.20 failed', 'b two 1.20 passed'])
  })
})

describe('the end', () => {
  const passed = outcome('a', 'one')
  const late = outcome('a', 'two', { result: 'failed', late: true })
  const wrong = outcome('a', 'three', { result: 'failed', late: false })
  const notHere = outcome('a', 'four', { result: 'not run' })

  test('what is wrong is told apart from what only did not come in time', () => {
    expect(exitCodeOf([passed, notHere])).toBe(0)
    expect(exitCodeOf([passed, late])).toBe(3)
    expect(exitCodeOf([passed, late, wrong])).toBe(1)
    expect(exitCodeOf([notHere])).toBe(1)
  })
  test('what was not run is no failure by itself', () => {
    expect(countsOf(['passed', 'failed', 'not run', 'passed'])).toEqual({ passed: 2, failed: 1, notRun: 1 })
  })
})

describe('downtime', () => {
  const sample = (at: number, podUid: string | null, allTasksRun = true): Sample => ({
    at,
    pods: [],
    jobs: podUid === null ? []
      : [{ id: 'j', name: 'n', state: 'RUNNING', startTime: podUid === 'a' ? 100 : 8_000, allTasksRun, podUid }],
  })

  test('is from the last look at the old run to the first one at the next', () => {
    expect(
      downtime([
        sample(1_000, 'a'),
        sample(3_000, 'a'),
        sample(3_200, null),
        sample(9_000, 'b', false),
        sample(10_000, 'b'),
        sample(11_000, 'b'),
      ], 2_000),
    ).toBe(7)
  })
  test('is not known while no other run was seen', () => expect(downtime([sample(1_000, 'a'), sample(3_000, 'a')], 2_000)).toBeNull())
})

describe('when a job was first seen to run', () => {
  const sample = (at: number, allTasksRun: boolean): Sample => ({
    at,
    pods: [],
    jobs: [{ id: 'j', name: 'n', state: 'RUNNING', startTime: 0, allTasksRun, podUid: 'a' }],
  })

  test('is the first look after a moment at which all its tasks ran', () =>
    expect(firstRunning([sample(1, true), sample(2, false), sample(3, true), sample(4, true)], 1)).toBe(3))
  test('is not known while no such look was had', () => expect(firstRunning([sample(1, true), sample(2, false)], 1)).toBeNull())
})

describe('never two', () => {
  const job = (id: string, state: string, podUid = 'a', startTime = 0) => ({ id, name: 'n', state, startTime, allTasksRun: false, podUid })
  const pod = (name: string, owner = 'first') => ({ name, uid: name, owner })

  test('live jobs, in one JobManager or in two', () => {
    expect(violationOf('app', { at: 0, pods: [pod('a')], jobs: [job('1', 'RUNNING'), job('2', 'RESTARTING')] })).toContain('two live jobs')
    expect(violationOf('app', { at: 0, pods: [pod('a'), pod('b')], jobs: [job('1', 'RUNNING'), job('1', 'CREATED', 'b', 1)] }, 2))
      .toContain('two live jobs')
  })
  test('a job is one where a JobManager that stands by tells of it, too', () =>
    expect(violationOf('app', { at: 0, pods: [pod('a'), pod('b')], jobs: [job('1', 'RUNNING'), job('1', 'RUNNING', 'b')] }, 2)).toBeNull())
  test('JobManagers may stand by for each other where the story says so, never those of two deployments', () => {
    expect(violationOf('app', { at: 0, pods: [pod('a'), pod('b'), pod('c')], jobs: [] }, 2)).toContain(
      '3 running JobManager pods, 2 allowed',
    )
    expect(violationOf('app', { at: 0, pods: [pod('a'), pod('b', 'second')], jobs: [] }, 3)).toContain('of two deployments')
  })
  test('JobManagers, with jobs or without', () =>
    expect(violationOf('app', { at: 0, pods: [pod('a'), pod('b')], jobs: [] })).toContain('2 running JobManager pods, 1 allowed'))
  test('a job that ended beside one that runs is no second one', () => {
    expect(violationOf('app', { at: 0, pods: [pod('a')], jobs: [job('1', 'FINISHED'), job('2', 'RUNNING')] })).toBeNull()
  })
})
