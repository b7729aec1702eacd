import { describe, expect, test } from 'vitest'
import type { JobException } from '../../contract/fact/flink-rest.ts'
import { jobExceptionEvents, type ReportedExceptions } from './job-exceptions.ts'

const now = 1_700_000_000_000
const minute = 60_000
const limits = { eventsExceptionsStacktraceLines: 2, eventsExceptionsLimitPerReconciliation: 2 }

const exception = (timestamp: number, change: Partial<JobException> = {}): JobException => ({
  type: 'java.lang.IllegalStateException',
  stackTrace: `java.lang.IllegalStateException: ${timestamp}\n\tat A.a\n\tat B.b\n`,
  timestamp,
  taskName: 'Source',
  endpoint: '10.0.0.1:1',
  taskManagerId: 'tm-1',
  failureLabels: {},
  ...change,
})

const events = (
  exceptions: readonly JobException[],
  reported: ReportedExceptions | null = { jobId: 'j', upTo: now - 10 },
  of: typeof limits = limits,
) => jobExceptionEvents(exceptions, 'j', reported, now, of, ['hunter-2-token'])

describe('exceptions of a job as events (control-flow.md, section 3.8)', () => {
  test('the first lines of the stack trace, and what Flink says of where it was', () => {
    const [event] = events([exception(now, { failureLabels: { kind: 'user', 'not a key': 'x' }, taskName: 'a\nb\u0007' })]).events
    expect(event).toMatchObject({
      type: 'Warning',
      reason: 'JobException',
      component: 'Job',
      message: `java.lang.IllegalStateException: ${now}\n\tat A.a\n... (1 more lines)`,
      annotations: {
        'exception-timestamp': '2023-11-14T22:13:20Z',
        'task-name': 'a b',
        endpoint: '10.0.0.1:1',
        'tm-id': 'tm-1',
        'failure-label-kind': 'user',
      },
    })
    expect(Object.keys(event?.annotations ?? {})).toHaveLength(5)
  })

  test.each<readonly [string, readonly number[], ReportedExceptions | null, readonly number[]]>([
    ['only what is newer than what was told', [now, now - 10, now - 20], { jobId: 'j', upTo: now - 10 }, [now]],
    ['the newest, oldest first, as many as the limit', [now, now - 1, now - 2], { jobId: 'j', upTo: now - 10 }, [now - 1, now]],
    ['of another job all', [now - 90 * minute], { jobId: 'i', upTo: now }, [now - 90 * minute]],
    ['a new process: of the last half hour', [now - 29 * minute, now - 31 * minute], null, [now - 29 * minute]],
  ])('%s', (_title, at, reported, shown) => {
    const answer = events(at.map(it => exception(it)), reported)
    expect(answer.events.map(({ message }) => Number(/: (\d+)/.exec(message)?.[1]))).toEqual(shown)
    expect(events(at.map(it => exception(it)), answer.reported).events).toEqual([])
  })

  test('what a new process tells may have been told: it is not counted up', () => {
    expect(events([exception(now)], null).events[0]?.repeat).toBe('Once')
    expect(events([exception(now)]).events[0]?.repeat).toBe('Count')
  })

  test('a limit of 0: none', () => {
    expect(events([exception(now)], undefined, { ...limits, eventsExceptionsLimitPerReconciliation: 0 }).events).toEqual([])
  })

  test('P23 no secret', () => {
    const text = JSON.stringify(events([exception(now, { stackTrace: 'x: password=abc hunter-2-token', taskName: 'hunter-2-token' })]))
    expect(text).not.toMatch(/hunter-2-token|abc/)
  })
})
