import { describe, expect, test } from 'vitest'
import { rollback, stopped } from '../../../../fixtures/session-job-cases.ts'
import { steadyId as id } from '../../../../fixtures/session-job-operations.ts'
import { listed } from '../../../../fixtures/a-session-job.ts'
import { type GivenJob, jobRecord, jobWorld, neverSubmitted, steady, suspended } from '../../../../fixtures/session-job-rows.ts'
import { done, writtenBy } from '../../../../fixtures/session-job-written.ts'
import { lastStateMarker } from '../../../contract/resource/operation.ts'
import { contradictedState, stateOfRunningJob, type LastState } from '../../../contract/resource/last-state.ts'

const started = Number(steady.status.jobStatus.startTime)
const resumed: GivenJob = { from: suspended, edit: { job: { state: 'running' } } }
const left = (lastState: LastState, upgradeSavepointPath: string | null = null): GivenJob => ({
  ...resumed,
  job: { upgradeSavepointPath },
  record: { lastState },
})
const stable = jobRecord(steady, { job: { parallelism: 1 }, ...rollback })
const rollingBack: GivenJob = {
  ...stopped,
  edit: { job: { state: 'running' }, ...rollback },
  reconciliation: {
    state: 'ROLLING_BACK',
    lastReconciledSpec: jobRecord(suspended, { job: { state: 'suspended', upgradeMode: 'savepoint' }, ...rollback }),
    lastStableSpec: stable,
  },
}

describe('rows R: what a stopped session job goes on from (control-flow.md, sections 4.4/3 and 4.6)', () => {
  test.each<readonly [string, GivenJob, string, string]>([
    [
      'its savepoint',
      left({ _tag: 'Path', path: 's3://b/sp', seen: 'Stop' }, 's3://b/sp'),
      'restore/path',
      'Submit Resume s3://b/sp Upload',
    ],
    [
      'P01 it is known that there was nothing',
      {
        ...left({ _tag: 'None', reason: 'it began empty' }),
        reconciliation: { lastReconciledSpec: jobRecord(suspended, { job: { state: 'suspended', upgradeMode: 'stateless' } }) },
      },
      'restore/empty',
      'Submit Resume Empty Upload',
    ],
    ['P25 nobody knows', left(contradictedState('x')), 'restore/user-decides', '-'],
    ['P01 nor of one that was last seen running', left(stateOfRunningJob), 'restore/user-decides', '-'],
    // HA metadata of the cluster is never the restore source of one job in it
    [
      'P01 HA metadata that an older version told of',
      left({ _tag: 'InHighAvailability', jobId: id }, lastStateMarker),
      'restore/user-decides',
      '-',
    ],
    [
      'P25 two parts of the status differ',
      left({ _tag: 'Path', path: 's3://b/sp', seen: 'Stop' }, 's3://b/other'),
      'restore/user-decides',
      '-',
    ],
    ['B31 the edit of an upgrade was taken back', stopped, 'restore/path', 'Submit Upgrade s3://b/sp/fc59 Upload'],
    ['4.9/8 a rollback', rollingBack, 'restore/path', 'Submit Rollback s3://b/sp/fc59 Upload'],
    [
      'B31 a rollback, and a new edit',
      {
        ...rollingBack,
        edit: { job: { state: 'running', entryClass: 'x' }, ...rollback },
      },
      'restore/path',
      'Submit Upgrade s3://b/sp/fc59 Upload',
    ],
    [
      'a rollback, and an edit that changes nothing that matters',
      {
        ...rollingBack,
        edit: { job: { state: 'running', upgradeMode: 'last-state' }, ...rollback },
      },
      'restore/path',
      'Submit Rollback s3://b/sp/fc59 Upload',
    ],
    [
      'a rollback whose stable spec is gone',
      {
        ...rollingBack,
        reconciliation: { ...rollingBack.reconciliation, lastStableSpec: null },
      },
      'restore/path',
      'Submit Upgrade s3://b/sp/fc59 Upload',
    ],
    [
      'B29 a rollback of a job that a person says is stateless',
      {
        ...rollingBack,
        edit: { job: { state: 'running', upgradeMode: 'stateless' }, ...rollback },
      },
      'restore/empty',
      'Submit Rollback Empty Upload',
    ],
    [
      'F04 a rollback to a spec that was started as stateless keeps the state',
      {
        ...rollingBack,
        reconciliation: {
          ...rollingBack.reconciliation,
          lastStableSpec: jobRecord(steady, { job: { parallelism: 1, upgradeMode: 'stateless' }, ...rollback }),
        },
      },
      'restore/path',
      'Submit Rollback s3://b/sp/fc59 Upload',
    ],
  ])('%s', (_title, given, row, operation) => {
    const world = jobWorld(given)
    expect([world.situation.row, done(world)[0]]).toEqual([row, operation])
  })

  test('P25 a person is told of what is not known, as what stands against the upgrade', () => {
    const { error, operatorRecord } = writtenBy(jobWorld(left({ _tag: 'InHighAvailability', jobId: id }, lastStateMarker)))
    expect(error).toContain('"type":"org.apache.flink.kubernetes.operator.exception.UpgradeFailureException"')
    expect(operatorRecord.errorOwner).toBe('upgrade')
  })
})

const ended = (lastState: LastState, upgradeSavepointPath: string | null = null): GivenJob => ({
  edit: { job: { state: 'suspended' } },
  jobs: [listed(id, 'FINISHED', started)],
  job: { state: 'FINISHED', upgradeSavepointPath },
  record: { terminalSince: steady.now - 3_600_000, runningSince: null, lastState },
})

describe('a spec that is not to run is recorded as suspended, with what is known of its state (P01, P25)', () => {
  const path: LastState = { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' }
  test.each<readonly [string, GivenJob, string, string | null]>([
    ['P25 it ended, and what it left is not known', ended(contradictedState('x')), 'Contradicted', null],
    ['P25 what it was started from is not what it left', ended(contradictedState('x'), 's3://b/start'), 'Contradicted', lastStateMarker],
    [
      'it is recorded as suspended already',
      { from: suspended, edit: { job: { parallelism: 3 } } },
      's3://b/sp/fc59 Stop',
      's3://b/sp/fc59',
    ],
    [
      'P25 the same, and what it left is not known',
      {
        from: suspended,
        edit: { job: { parallelism: 3 } },
        record: { lastState: contradictedState('x', 4) },
      },
      'Contradicted told 4',
      's3://b/sp/fc59',
    ],
    ['it was never submitted', { from: neverSubmitted, edit: { job: { parallelism: 3 } } }, 'NeverStarted', null],
    [
      'it was stopped with its state',
      { from: suspended, reconciliation: { state: 'UPGRADING' }, record: { lastState: path }, job: { upgradeSavepointPath: 's3://b/sp' } },
      's3://b/sp Stop',
      's3://b/sp',
    ],
  ])('%s', (_title, given, lastState, upgradeSavepointPath) => {
    const world = jobWorld(given)
    const [operation, record, state] = done(world)
    expect([operation, record.split(' ')[1], state]).toEqual(['-', 'suspended', lastState])
    expect(writtenBy(world).jobStatus.upgradeSavepointPath?.slice(0, 15) ?? null).toBe(upgradeSavepointPath?.slice(0, 15) ?? null)
  })

  test('when it ended is told from then on', () => {
    const of = (terminalSince: number | null): number | null =>
      writtenBy(jobWorld({ from: suspended, edit: { job: { parallelism: 3 } }, record: { terminalSince } })).operatorRecord.terminalSince
    expect([of(7), of(null)]).toEqual([7, suspended.now])
  })

  test('why it is not known what it left', () => {
    expect(writtenBy(jobWorld(ended(stateOfRunningJob))).operatorRecord.lastState).toMatchObject({
      reason: 'the job ended, and its final state is not recorded',
    })
  })
})
