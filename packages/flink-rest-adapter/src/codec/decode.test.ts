import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { decodeCheckpoints } from './checkpoints.ts'
import { decodeJobsOverview } from './jobs-overview.ts'
import { decodeOperation } from './asynchronous-operation.ts'
import { decodeResourceRequirements } from './resource-requirements.ts'

const job = { jid: 'a', name: 'n', state: 'RUNNING', 'start-time': 1, 'end-time': -1, tasks: { total: 1, running: 1, finished: 0 } }

describe('what does not decode tells its path', () => {
  test.each(
    [
      ['nothing', decodeJobsOverview, undefined, 'answer: expected JobsOverview, got nothing'],
      ['a list', decodeJobsOverview, [], 'answer: expected JobsOverview, got list of length 0'],
      [
        'a state that is new',
        decodeJobsOverview,
        { jobs: [job, { ...job, state: 'PAUSED' }] },
        'jobs.1.state: expected JobState, got string of length 6',
      ],
      [
        'a missing field',
        decodeJobsOverview,
        { jobs: [{ ...job, tasks: { total: 1, running: 1 } }] },
        'jobs.0.tasks.finished: expected number, got nothing',
      ],
      ['below what may be null', decodeCheckpoints, {
        counts: { completed: 0, in_progress: 0 },
        latest: { completed: { id: 'x' } },
        history: [],
      }, 'latest.completed.id: expected number, got string of length 1'],
      [
        'S02 a long value is told by its length',
        decodeOperation,
        { status: { id: 'x'.repeat(500) } },
        'status.id: expected IN_PROGRESS or COMPLETED, got string of length 500',
      ],
    ] as const,
  )('%s', (_, decode, json, want) => expect(decode(json)).toEqual(E.left(want)))
})

describe('S02 what an answer may do', () => {
  const of = (fields: object) => decodeJobsOverview({ jobs: [{ ...job, ...fields }] })

  test('a name of JavaScript is no field', () => {
    expect(of({ tasks: Object.create({ total: 1, running: 1, finished: 0 }) as object })).toEqual(
      E.left('jobs.0.tasks.total: expected number, got nothing'),
    )
    const polluted: unknown = JSON.parse('{"__proto__":{"parallelism":{"lowerBound":1,"upperBound":2}}}')
    expect(decodeResourceRequirements(polluted)).toMatchObject({ _tag: 'Right' })
    expect(({} as { parallelism?: unknown }).parallelism).toBeUndefined()
  })

  test.each([[1e999], [1.5], [9e15], [2 ** 60], ['1'], [null]])('%j is no time', start => {
    expect(E.isLeft(of({ 'start-time': start }))).toBe(true)
  })

  test('a deep value where a text is expected is told by its type', () => {
    const deep = Array.from({ length: 20_000 }).reduce<unknown>(inner => [inner], null)
    expect(of({ jid: deep })).toEqual(E.left('jobs.0.jid: expected string, got list of length 1'))
  })

  test('keys that the server made up are not told', () => {
    expect(decodeResourceRequirements({ TOPSECRET: 1 })).toEqual(E.left('*: expected VertexRequirements, got number'))
  })

  test('a path that is too long is none, and a name is cut', () => {
    const path = decodeOperation({ status: { id: 'COMPLETED' }, operation: { location: 's3://'.padEnd(10_000, 'x') } })
    expect(path).toEqual(E.left('operation.location: expected string of at most 8192, got string of length 10000'))
    const named = of({ name: 'n'.repeat(100_000) })
    expect(E.isRight(named) && named.right[0]?.name.length).toBe(1_000)
  })
})
