import { describe, expect, test } from 'vitest'
import { jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { type Given, situationOf } from '../../../fixtures/round.ts'
import type { OperatorRecord } from '../../resource/operator-record.ts'

/** The status says that the job ended, in another run than the one that Flink lists now. */
const ended = (record: Partial<OperatorRecord> = {}): Given => ({
  status: runningStatus({
    job: { state: 'FAILED', startTime: '5', upgradeSavepointPath: 's3://b/cp/7' },
    record: { terminalSince: 60_000, left: true, runningSince: null, ...record },
  }),
  facts: runningCluster(),
})

describe('row C12: a job that ended is alive in another run', () => {
  test('B26 in the cluster that is recorded: it is taken away', () => {
    expect(situationOf(ended())).toMatchObject({ row: 'C12', _tag: 'StrayJob' })
  })

  test.each<readonly [string, Partial<OperatorRecord>, string]>([
    ['of another attempt than the recorded one', { deployedAttempt: 'e'.repeat(32) }, `attempt ${'e'.repeat(32)}`],
    ['of an attempt, and none is recorded', { deployedAttempt: null }, 'none'],
  ])('P25 in a cluster %s: the status is the older one, and the job is left alone', (_title, record, told) => {
    const situation = situationOf(ended(record))
    expect(situation).toMatchObject({ row: 'C12', _tag: 'Blocked' })
    expect(JSON.stringify(situation)).toContain(`tells of ${told}: the status is older than the job`)
    expect(JSON.stringify(situation)).toContain(`flink stop ${jobId}`)
  })

  test('P25 the same, and the job is to be suspended: it is to end, whichever run it is', () => {
    const given = { ...ended({ deployedAttempt: null }), spec: { job: { state: 'suspended' } } } as const
    expect(situationOf(given)).toMatchObject({ row: 'C12', _tag: 'StrayJob' })
  })
})
