import { describe, expect, test } from 'vitest'
import { steadyId as id, suspend } from '../../../../fixtures/session-job-operations.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import { type GivenJob, jobRecord, jobWorld, steady, suspended } from '../../../../fixtures/session-job-rows.ts'
import { done, writtenBy } from '../../../../fixtures/session-job-written.ts'
import type { SuspendOperation } from '../../../contract/resource/operation.ts'

const started = Number(steady.status.jobStatus.startTime)
const asked = { nonce: 2, path: 's3://b/x' } as const
const asks = { initialSavepointPath: asked.path, savepointRedeployNonce: asked.nonce }
const operation: SuspendOperation = { ...suspend, purpose: 'SavepointRedeploy', mode: 'STATELESS', redeploy: asked }
/** Its cancel was sent. */
const cancelling: GivenJob = {
  edit: { job: asks },
  status: { operation },
  job: { state: 'CANCELLING' },
  reconciliation: { state: 'UPGRADING' },
  jobs: [listed(id, 'CANCELED', started)],
}
const from = (path: string, purpose = 'SavepointRedeploy') => `Submit ${purpose} ${path} Upload`

describe('a savepoint redeploy: the job is ended, and another one starts from the path (E-12; control-flow.md, section 4.12)', () => {
  test.each<readonly [string, GivenJob, string, string, string]>([
    [
      'it is still being cancelled',
      { ...cancelling, jobs: [listed(id, 'CANCELLING', started)] },
      'Suspend SavepointRedeploy STATELESS > savepoint Requested redeploy s3://b/x',
      'UPGRADING: running stateless 2 wide first',
      'JobRuns',
    ],
    ['it ended', cancelling, from('s3://b/x'), 'UPGRADING: suspended savepoint 2 wide redeploy 2', 's3://b/x Person'],
    [
      'E-12 with what else was edited',
      { ...cancelling, edit: { job: { ...asks, parallelism: 5 } } },
      from('s3://b/x'),
      'UPGRADING: suspended savepoint 5 wide redeploy 2',
      's3://b/x Person',
    ],
    [
      'E-12 another path was named meanwhile',
      { ...cancelling, edit: { job: { initialSavepointPath: 's3://b/y', savepointRedeployNonce: 3 } } },
      from('s3://b/y'),
      'UPGRADING: suspended savepoint 2 wide redeploy 3',
      's3://b/y Person',
    ],
    [
      'F07 the edit was taken back: its job is ended, so it is carried out',
      { ...cancelling, edit: {} },
      from('s3://b/x'),
      'UPGRADING: suspended savepoint 2 wide',
      's3://b/x Person',
    ],
    [
      'F07 its cluster is being changed, and the edit was taken back: it is written down all the same, and the submit waits',
      { ...cancelling, edit: {}, session: aSession({}, { operation: { kind: 'TearDown' } as never }) },
      from('s3://b/x'),
      'UPGRADING: suspended savepoint 2 wide',
      's3://b/x Person',
    ],
    [
      'P10 F07 the next edit is refused: it is carried out of the last good spec, and asks once',
      { ...cancelling, edit: { job: { ...asks, parallelism: -1 } } },
      from('s3://b/x'),
      'UPGRADING: suspended savepoint 2 wide redeploy 2',
      's3://b/x Person',
    ],
    [
      'it is to be suspended: resumed it starts from the path',
      { ...cancelling, edit: { job: { ...asks, state: 'suspended' } } },
      '-',
      'DEPLOYED: suspended savepoint 2 wide',
      's3://b/x Person',
    ],
    [
      'resumed, it starts from it',
      {
        from: suspended,
        edit: { job: { ...asks, state: 'running' } },
        reconciliation: { lastReconciledSpec: jobRecord(steady, { job: { ...asks, state: 'suspended', upgradeMode: 'savepoint' } }) },
        job: { upgradeSavepointPath: asked.path },
        record: { lastState: { _tag: 'Path', path: asked.path, seen: 'Person' } },
      },
      from('s3://b/x'),
      'UPGRADING: suspended savepoint 2 wide redeploy 2',
      's3://b/x Person',
    ],
  ])('%s', (_title, given, wantedOperation, record, lastState) => {
    expect(done(jobWorld(given)).slice(0, 3)).toEqual([wantedOperation, record, lastState])
  })

  test('the end of the job before is told, and no rollback goes across it', () => {
    const { jobStatus, reconciliationStatus, operatorRecord } = writtenBy(
      jobWorld({ ...cancelling, record: { jobMissedSince: 5, runningSince: 6, terminalSince: null } }),
    )
    expect(jobStatus).toMatchObject({ state: 'CANCELED', upgradeSavepointPath: 's3://b/x' })
    expect(reconciliationStatus.lastStableSpec).toBeNull()
    expect(operatorRecord).toMatchObject({ terminalSince: steady.now, jobMissedSince: null, runningSince: null })
  })

  test('a job that is gone with its JobManager is taken for ended', () => {
    const world = jobWorld({
      ...cancelling,
      session: aSession({ noHa: true }),
      jobs: [],
      record: { jobMissedSince: steady.now - 60_000, terminalSince: null },
    })
    const { jobStatus, operatorRecord, operation: next } = writtenBy(world)
    expect([jobStatus.state, operatorRecord.terminalSince, next?.kind]).toEqual(['FINISHED', steady.now, 'Submit'])
  })

  test('when it ended is told of the first look that saw it', () => {
    const world = jobWorld({ ...cancelling, job: { state: 'CANCELED' }, record: { terminalSince: steady.now - 3_000 } })
    expect(writtenBy(world).operatorRecord.terminalSince).toBe(steady.now - 3_000)
  })

  test('its reason is told', () => {
    expect(jobWorld(cancelling).situation.row).toBe('stopping')
    expect(jobWorld(cancelling).next[0]).toMatchObject({
      reason: 'savepointRedeployNonce asks for initialSavepointPath: submit from s3://b/x',
    })
  })
})
