import { describe, expect, test } from 'vitest'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { submit as begun } from '../../../fixtures/session-job-operations.ts'
import { mintJobIdIn } from '../../contract/resource/mint-id.ts'
import type { Operation } from '../../contract/resource/operation.ts'
import { withJob } from '../../contract/round/status-change.ts'
import { withOwnJobId } from './own-job-id.ts'

const owner = { namespace: 'ns', name: 'job', uid: 'uid-1' }
const earlier = mintJobIdIn(owner, 2, 1_000)
const own = mintJobIdIn(owner, 3, 2_000)
const others = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

const idOf = (operation: Operation, recorded: string | null) =>
  withOwnJobId(owner, withJob(runningStatus({ operation }), { jobId: recorded })).operation
const submit = (jobId: string) => ({ ...begun, attempt: 3, jobId })
const stop = (jobId: string) => aSuspend({ attempt: 4, jobId })

describe('W08 P02 P25 the id of an operation on a session job is of its own attempt', () => {
  test.each<readonly [string, Operation, string | null, string | null]>([
    ['a submit with the id of an earlier attempt, after the request was recorded', submit(earlier), own, own],
    ['a submit with the id of an earlier attempt, before the request', submit(earlier), earlier, null],
    ['a submit with the id of an earlier attempt, and no id is recorded', submit(earlier), null, null],
    ['a submit with its own id', submit(own), earlier, own],
    ['a submit with an id that names no attempt, as earlier versions generated it', submit(others), earlier, others],
    ['a stop with the id of an earlier attempt', stop(earlier), own, own],
    ['a stop with a later id than the recorded one', stop(own), earlier, own],
    ['a stop with an id that names no attempt', stop(others), own, others],
  ])('%s', (_title, operation, recorded, jobId) => {
    expect(idOf(operation, recorded)).toMatchObject({ jobId })
  })
})
