import { describe, expect, test } from 'vitest'
import type { ApplicationError } from '../status/flink-application-status.ts'
import { afterRound } from './bookkeeping.ts'
import { jitterOf, retryDelay } from './delay.ts'
import { flinkError, foreignError, notRetryable, submitError } from './error-of.ts'
import { type ErrorRecord, gate, type GateInputs, noError } from './gate.ts'
import { giveUp, type GiveUpInputs } from './give-up.ts'
import { defaultTimers } from './timers.ts'

const t0 = 1_700_000_000_000
const minute = 60_000

const errorOf = (maxRetries: number, lastErrorUpdateTime: number | null = t0): ApplicationError => ({
  ...foreignError('it failed'),
  maxRetries,
  lastErrorUpdateTime,
})

const gateInputs = (rest: Partial<GateInputs>): GateInputs => ({
  phase: 'Savepointing',
  lastSeenError: errorOf(3),
  retryCount: 0,
  lastUpdatedAt: t0,
  isAskedAgain: false,
  jitter: 0,
  now: t0 + minute,
  ...rest,
})

const giveUpInputs = (rest: Partial<GiveUpInputs>): GiveUpInputs => ({
  phase: 'Savepointing',
  lastSeenError: null,
  retryCount: 0,
  forceRollback: false,
  isForcedBefore: false,
  progressAt: t0,
  steadySince: null,
  now: t0,
  ...rest,
})

describe('2.5.1 the gate', () => {
  test('FA77 rule 1: in Deleting nothing of before counts', () => {
    expect(gate(defaultTimers, gateInputs({ phase: 'Deleting', retryCount: 22, now: t0 }))).toEqual({
      _tag: 'Open',
      row: '1',
      record: noError,
    })
  })

  test.each([['no error', null], ['one that does not go by itself', notRetryable('SubmitJob', '400', 'x')]])(
    'rule 2: open, %s',
    (_, lastSeenError) => {
      expect(gate(defaultTimers, gateInputs({ lastSeenError, now: t0 }))).toMatchObject({
        _tag: 'Open',
        row: '2',
        record: { retryCount: 0 },
      })
    },
  )

  test('FA52 LD01 rule 3: without a time of the error the last write counts, and the count grows', () => {
    const lastSeenError = errorOf(3, null)
    expect(gate(defaultTimers, gateInputs({ lastSeenError, retryCount: 5, lastUpdatedAt: null, now: t0 }))._tag).toBe('Open')
    expect(gate(defaultTimers, gateInputs({ lastSeenError, lastUpdatedAt: null, now: t0 }))).toMatchObject({
      row: '3',
      record: { retryCount: 1 },
    })
    expect(gate(defaultTimers, gateInputs({ lastSeenError, now: t0 + 99 }))).toEqual({ _tag: 'Closed', row: '5', opensAfter: 1 })
    expect(gate(defaultTimers, gateInputs({ lastSeenError, now: t0 + 100 }))).toMatchObject({ row: '3', record: { retryCount: 1 } })
  })

  test('FA53 rules 4 and 5: closed until the delay is over, then one retry more', () => {
    expect(gate(defaultTimers, gateInputs({ retryCount: 2, now: t0 + 150 }))).toEqual({ _tag: 'Closed', row: '5', opensAfter: 250 })
    expect(gate(defaultTimers, gateInputs({ retryCount: 2, now: t0 + 400 }))).toMatchObject({ row: '4', record: { retryCount: 3 } })
  })

  test('P17 a clock that was ahead makes nobody wait longer than the delay', () => {
    expect(gate(defaultTimers, gateInputs({ now: t0 - minute }))).toMatchObject({ opensAfter: 100 })
  })

  test('LD02 LD06 it is never closed for good: retries that are used up, an edit and forceRollback open it', () => {
    expect(gate(defaultTimers, gateInputs({ retryCount: 4, now: t0 }))).toMatchObject({ _tag: 'Open', record: { retryCount: 4 } })
    expect(gate(defaultTimers, gateInputs({ isAskedAgain: true, now: t0 }))._tag).toBe('Open')
  })
})

describe('2.5.1 the delay', () => {
  test.each([1, 20, 200, 1e6])('FA54 P17 after %d failures it is no longer than the maximum, and no shorter than before', n => {
    expect(retryDelay(defaultTimers, n, 0.5)).toBeLessThanOrEqual(30_000)
    expect(retryDelay(defaultTimers, n, 0.5)).toBeGreaterThanOrEqual(retryDelay(defaultTimers, n - 1, 0.5))
  })

  test('the base is doubled each time, and stretched by up to as much again', () => {
    expect([0, 1, 2, 8, 9].map(n => retryDelay(defaultTimers, n, 0))).toEqual([100, 200, 400, 25_600, 30_000])
    expect(retryDelay(defaultTimers, 0, 0.999)).toBe(200)
    expect(retryDelay({ baseBackoffDuration: 0, maxBackoffDuration: 30_000 }, 0, 0)).toBe(1)
  })

  test('the jitter is the same whenever it is asked, and another one for each resource, attempt and count', () => {
    const some = [jitterOf('a', 1, 0), jitterOf('a', 1, 1), jitterOf('a', 2, 0), jitterOf('b', 1, 0)]
    expect(new Set(some).size).toBe(4)
    expect(some.every(jitter => jitter >= 0 && jitter < 1)).toBe(true)
    expect(jitterOf('a', 1, 0)).toBe(some[0])
  })
})

describe('2.5.3 is it given up?', () => {
  test('FA51 retries left: no; used up: yes; not retryable: yes at once', () => {
    expect(giveUp(defaultTimers, giveUpInputs({ lastSeenError: errorOf(3), retryCount: 3 }))).toBe(null)
    expect(giveUp(defaultTimers, giveUpInputs({ lastSeenError: errorOf(3), retryCount: 4 }))).toBe('RetriesUsedUp')
    expect(giveUp(defaultTimers, giveUpInputs({ lastSeenError: notRetryable('SubmitJob', '400', 'x') }))).toBe('NotRetryable')
  })

  test('FA54 of 20 retries 2 leaves some, 22 none', () => {
    expect([2, 22].map(retryCount => giveUp(defaultTimers, giveUpInputs({ lastSeenError: errorOf(20), retryCount })))).toEqual([
      null,
      'RetriesUsedUp',
    ])
  })

  test('give-up/no-progress no progress for five minutes, equality is still fine; LD01 an error that is retried does not hide it', () => {
    expect(giveUp(defaultTimers, giveUpInputs({ now: t0 + 5 * minute }))).toBe(null)
    expect(giveUp(defaultTimers, giveUpInputs({ now: t0 + 5 * minute + 1 }))).toBe('NoProgress')
    expect(giveUp(defaultTimers, giveUpInputs({ lastSeenError: errorOf(20), now: t0 + 5 * minute + 1 }))).toBe('NoProgress')
    expect(giveUp(defaultTimers, giveUpInputs({ progressAt: null, now: t0 + 60 * minute }))).toBe(null)
  })

  test('F15 the time in which nobody looked is not counted', () => {
    expect(giveUp(defaultTimers, giveUpInputs({ steadySince: t0 + 10 * minute, now: t0 + 12 * minute }))).toBe(null)
    expect(giveUp(defaultTimers, giveUpInputs({ steadySince: t0 + 10 * minute, now: t0 + 16 * minute }))).toBe('NoProgress')
  })

  test('give-up/forced LD36 forceRollback counts for the attempt during which it was set, and not for the roll back itself', () => {
    expect(giveUp(defaultTimers, giveUpInputs({ forceRollback: true }))).toBe('Forced')
    expect(giveUp(defaultTimers, giveUpInputs({ forceRollback: true, isForcedBefore: true }))).toBe(null)
    expect(giveUp(defaultTimers, giveUpInputs({ forceRollback: true, phase: 'RollingBackJob' }))).toBe(null)
  })

  test.each(['Running', 'DeployFailed', 'DualRunning', 'Deleting'] as const)('2.5.3 never in %s', phase => {
    expect(giveUp(defaultTimers, giveUpInputs({ phase, forceRollback: true, lastSeenError: errorOf(0), retryCount: 9, now: t0 + 9e9 })))
      .toBe(null)
  })
})

describe('2.5.2 bookkeeping', () => {
  const handled = {
    before: 'Savepointing',
    after: 'Savepointing',
    error: null,
    lastSeenError: errorOf(3),
    retryCount: 2,
    now: t0 + 5,
  } as const

  test('FA50 what runs keeps no error', () => {
    expect(afterRound({ ...handled, before: 'Running', after: 'Running', error: errorOf(3) })).toEqual(noError)
  })

  test('G5 LD06 a round without an error ends the error, and the count begins anew', () => {
    expect(afterRound(handled)).toEqual(noError)
  })

  test('G4 an error is kept as of now, with the count', () => {
    expect(afterRound({ ...handled, error: errorOf(3, null) })).toEqual({ lastSeenError: errorOf(3, t0 + 5), retryCount: 2 })
  })

  test('FA15 LD06 an error that leads to another state is kept there, and nothing of it was tried again', () => {
    expect(afterRound({ ...handled, after: 'RollingBackJob', error: errorOf(20) })).toEqual({
      lastSeenError: errorOf(20, t0 + 5),
      retryCount: 0,
    })
  })
})

describe('4 classes of errors', () => {
  test('FA55 anything foreign is UnknownMethod, FAILED, and tried again 20 times', () => {
    expect(foreignError('no such Service')).toMatchObject({
      method: 'UnknownMethod',
      errorCode: 'FAILED',
      isRetryable: true,
      maxRetries: 20,
    })
  })

  test('the words of a failed call', () => {
    const failure = { message: 'connection refused', httpStatus: null, applied: 'No' } as const
    expect(flinkError('CancelJobWithSavepoint', failure)).toMatchObject({
      appError: "CancelJobWithSavepoint call failed with status FAILED and message 'connection refused'",
      maxRetries: 5,
    })
    expect(flinkError('CheckSavepointStatus', failure).maxRetries).toBe(3)
  })

  test.each(
    [
      [500, 'org.apache.flink.client.program.ProgramInvocationException: main', false],
      [500, 'org.apache.flink.runtime.client.JobSubmissionException: no', false],
      [500, 'overloaded', true],
      [400, 'bad request', false],
      [404, 'no such jar', false],
    ] as const,
  )('FA56 a submit that is answered %i "%s": tried again is %s, with the words of the answer', (httpStatus, message, isRetryable) => {
    expect(submitError({ message, httpStatus, applied: 'No' })).toMatchObject({ isRetryable, isFailFast: !isRetryable, appError: message })
  })

  test('FA56 P02 Flink 1.20 answers 400 where main throws, and leaves open whether it submitted: it will throw again all the same', () => {
    const message = 'org.apache.flink.client.program.ProgramInvocationException: main'
    expect(submitError({ message, httpStatus: 400, applied: 'Maybe' })).toMatchObject({ isRetryable: false, appError: message })
    expect(submitError({ message: 'bad request', httpStatus: 400, applied: 'Maybe' })).toMatchObject({ isRetryable: true })
  })

  test('FA56 LD34 P02 a submit without an answer is looked for by its job id', () => {
    expect(submitError({ message: 'timeout', httpStatus: null, applied: 'Maybe' })).toMatchObject({
      isRetryable: true,
      errorCode: 'FAILED',
    })
  })
})

describe('the engine as a whole', () => {
  /** Rounds of one state in which the same call fails each time, until it is given up. */
  const failing = (error: ApplicationError) => {
    const writes: ErrorRecord[] = []
    for (let [record, now, passes]: [ErrorRecord, number, number] = [noError, t0, 1]; passes < 99; passes++, now += minute) {
      const opened = gate(defaultTimers, gateInputs({ ...record, now }))
      if (opened._tag === 'Closed') continue
      const ends = giveUp(defaultTimers, giveUpInputs({ ...opened.record, progressAt: now, now }))
      record = afterRound({
        before: 'Savepointing',
        after: ends === null ? 'Savepointing' : 'Recovering',
        error: ends === null ? error : null,
        ...opened.record,
        now,
      })
      writes.push(record)
      if (ends !== null) return { passes, writes, ends }
    }
    return expect.fail('it is never given up')
  }

  test('FA24 FA25 maxRetries 3: five passes and five writes, counts 1 to 3 seen, then it is given up without error and count', () => {
    const { passes, writes, ends } = failing(errorOf(3))
    expect([passes, ends]).toEqual([5, 'RetriesUsedUp'])
    expect(writes.map(({ retryCount }) => retryCount)).toEqual([0, 1, 2, 3, 0])
    expect(writes.at(-1)).toEqual(noError)
  })

  test('FA43 an error that does not go by itself: one failing pass, then it is given up', () => {
    const { passes, writes, ends } = failing(notRetryable('SubmitJob', '400', 'bad jar'))
    expect([passes, ends, writes.at(-1)]).toEqual([2, 'NotRetryable', noError])
  })
})
