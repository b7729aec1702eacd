import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { decodeCheckpoints } from './checkpoints.ts'
import { decodeJobsOverview } from './jobs-overview.ts'
import { decodeOperation } from './asynchronous-operation.ts'

const job = { jid: 'a', name: 'n', state: 'RUNNING', 'start-time': 1, 'end-time': -1, tasks: { total: 1, running: 1, finished: 0 } }

describe('what does not decode tells its path', () => {
  test.each(
    [
      ['nothing', decodeJobsOverview, undefined, 'answer: expected JobsOverview, got nothing'],
      ['a list', decodeJobsOverview, [], 'answer: expected JobsOverview, got []'],
      [
        'a state that is new',
        decodeJobsOverview,
        { jobs: [job, { ...job, state: 'PAUSED' }] },
        'jobs.1.state: expected JobState, got "PAUSED"',
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
      }, 'latest.completed.id: expected number, got "x"'],
      [
        'a long value is cut',
        decodeOperation,
        { status: { id: 'x'.repeat(500) } },
        `status.id: expected IN_PROGRESS or COMPLETED, got "${'x'.repeat(79)}…`,
      ],
    ] as const,
  )('%s', (_, decode, json, want) => expect(decode(json)).toEqual(E.left(want)))
})
