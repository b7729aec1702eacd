import { describe, expect, test } from 'vitest'
import { listed } from '../../../../fixtures/a-session-job.ts'
import { steady } from '../../../../fixtures/session-job-rows.ts'
import { known } from '../../../contract/fact/fact.ts'
import { type LastState, stateOfRunningJob } from '../../../contract/resource/last-state.ts'
import { mintJobIdIn } from '../../../contract/resource/mint-id.ts'
import type { JobState } from '../../../contract/resource/job-status.ts'
import { withJob, withRecord } from '../../../contract/round/status-change.ts'
import { withNewestJob } from './job-absence.ts'

const { resource: { meta, status }, now } = steady
const [first, second, third] = [mintJobIdIn(meta, 1, 1), mintJobIdIn(meta, 2, 2), mintJobIdIn(meta, 3, 3)]
const others = mintJobIdIn({ ...meta, name: 'other', uid: 'other' }, 9, 9)
const path: LastState = { _tag: 'Path', path: 's3://b/sp/1', seen: 'Stop' }

const named = (
  recorded: string | null,
  jobs: Readonly<Record<string, JobState>>,
  lastState: LastState = stateOfRunningJob,
): string | null => {
  const given = withRecord(withJob(status, { jobId: recorded }), { lastState })
  const list = Object.entries(jobs).map(([jobId, state]) => listed(jobId, state))
  return withNewestJob(meta, given, { jobs: known(list, now) }).jobStatus.jobId
}

describe('W16 P01 P25 jobStatus of an earlier run was put back: the newest run that Flink lists as ended counts', () => {
  test.each<readonly [string, string | null, string | null]>([
    ['the recorded run and a later one have ended', named(first, { [first]: 'CANCELED', [second]: 'CANCELED' }), second],
    ['two later runs have ended', named(first, { [third]: 'FAILED', [second]: 'CANCELED' }), third],
    ['the recorded run is alive', named(first, { [first]: 'RUNNING', [second]: 'CANCELED' }), first],
    ['the later run is alive: it is handled as an unrecorded job', named(first, { [first]: 'CANCELED', [second]: 'RUNNING' }), first],
    ['a last state is recorded', named(first, { [first]: 'CANCELED', [second]: 'CANCELED' }, path), first],
    ['the later job is of another resource', named(first, { [first]: 'CANCELED', [others]: 'CANCELED' }), first],
    ['recorded as never started, and a run has ended', named(null, { [second]: 'CANCELED' }, { _tag: 'NeverStarted' }), second],
    ['recorded as never started, and a run is alive', named(null, { [second]: 'RUNNING' }, { _tag: 'NeverStarted' }), null],
    ['recorded as never started, and only others have run', named(null, { [others]: 'CANCELED' }, { _tag: 'NeverStarted' }), null],
    ['the other run is an earlier one', named(second, { [first]: 'CANCELED', [second]: 'CANCELED' }), second],
  ])('%s', (_title, found, jobId) => {
    expect(found).toBe(jobId)
  })
})
