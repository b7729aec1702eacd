import { describe, expect, test } from 'vitest'
import { jobId, runningCluster } from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../../../fixtures/deployment-status.ts'
import { type Given, situationOf } from '../../../../../fixtures/round.ts'
import type { OperatorRecord } from '../../../../contract/resource/operator-record.ts'

/** The status says that the job ended, in another run than the one that Flink lists now. */
const ended = (record: Partial<OperatorRecord> = {}): Given => ({
  status: runningStatus({
    job: { state: 'FAILED', startTime: '5', upgradeSavepointPath: 's3://b/cp/7' },
    record: { terminalSince: 60_000, left: true, runningSince: null, ...record },
  }),
  facts: runningCluster(),
})

describe('row orphan-job: a job that ended is alive in another run', () => {
  test('B26 in the cluster that is recorded: it is taken away', () => {
    expect(situationOf(ended())).toMatchObject({ row: 'orphan-job', _tag: 'OrphanJob' })
  })

  test.each<readonly [string, Partial<OperatorRecord>, string]>([
    ['of another attempt than the recorded one', { deployedAttempt: 'e'.repeat(32) }, `attempt ${'e'.repeat(32)}`],
    ['of an attempt, and none is recorded', { deployedAttempt: null }, 'none'],
  ])('P25 in a cluster %s: the status is the older one, and the job is left alone', (_title, record, reported) => {
    const situation = situationOf(ended(record))
    expect(situation).toMatchObject({ row: 'orphan-job', _tag: 'Blocked' })
    expect(JSON.stringify(situation)).toContain(`names ${reported}: the status is older than the job`)
    expect(JSON.stringify(situation)).toContain(`flink stop ${jobId}`)
  })

  test('W51 P06 P25 the status says that its job runs, in a cluster of another attempt: what runs is not the recorded spec', () => {
    const given: Given = { status: runningStatus({ record: { deployedAttempt: 'e'.repeat(32) } }), facts: runningCluster() }
    const situation = situationOf(given)
    expect(situation).toMatchObject({ row: 'orphan-job', _tag: 'Blocked' })
    expect(JSON.stringify(situation)).toContain(`flink stop ${jobId}`)
    const { deployment } = runningCluster()
    const cached = deployment?._tag === 'Known' ? { ...deployment, source: 'cache' as const } : expect.fail('no Deployment')
    expect(situationOf({ ...given, facts: runningCluster(undefined, { deployment: cached }) })).toMatchObject({
      _tag: 'NeedsFacts',
      queries: [{ _tag: 'ReadDeployment' }],
    })
  })

  test('P25 the same, and the job is to be suspended: it is to end, whichever run it is', () => {
    const given = { ...ended({ deployedAttempt: null }), spec: { job: { state: 'suspended' } } } as const
    expect(situationOf(given)).toMatchObject({ row: 'orphan-job', _tag: 'OrphanJob' })
  })
})
