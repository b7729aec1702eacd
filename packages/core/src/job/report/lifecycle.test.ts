import { describe, expect, test } from 'vitest'
import { aJob, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, freshStatus, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { lookedAndDecided, roundOf, written } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { JobManagerDeploymentStatus, FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { OperationPurpose } from '../../contract/resource/operation.ts'
import { upgradeErrors } from '../upgrade/upgrade-answer.ts'
import { lifecycleRows, lifecycleStateOf } from './lifecycle.ts'

const { desired } = roundOf()
const deleting = roundOf({ metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' } }).desired
const state = (status: FlinkDeploymentStatus, of = desired): string => lifecycleStateOf(status, of, status.jobManagerDeploymentStatus)
const unstable = (change: StatusChange = {}) => runningStatus({ stable: null, ...change })

describe('lifecycle state (control-flow.md, section 1.5): the first row that fits', () => {
  test('1 being deleted, whatever else: DELETING', () => {
    expect(state(runningStatus(), deleting)).toBe('DELETING')
  })

  test.each<readonly [string, FlinkDeploymentStatus, string]>([
    ['2 no record, no error', freshStatus, 'CREATED'],
    ['3 no record, an error', { ...freshStatus, error: 'x' }, 'FAILED'],
    ['4 UPGRADING', runningStatus({ reconciliation: { state: 'UPGRADING' } }), 'UPGRADING'],
    ['4 comes before 6', runningStatus({ reconciliation: { state: 'UPGRADING' }, recorded: { state: 'suspended' } }), 'UPGRADING'],
    ['5 ROLLING_BACK', runningStatus({ reconciliation: { state: 'ROLLING_BACK' } }), 'ROLLING_BACK'],
    ['5 comes before 6', runningStatus({ reconciliation: { state: 'ROLLING_BACK' }, recorded: { state: 'suspended' } }), 'ROLLING_BACK'],
    ['6 suspended', runningStatus({ recorded: { state: 'suspended' } }), 'SUSPENDED'],
    ['6 comes before 7', runningStatus({ recorded: { state: 'suspended' }, job: { state: 'FAILED' } }), 'SUSPENDED'],
    ['7 the job failed', runningStatus({ job: { state: 'FAILED' } }), 'FAILED'],
    ['7 comes before 9', runningStatus({ job: { state: 'FAILED' }, reconciliation: { state: 'ROLLED_BACK' } }), 'FAILED'],
    [
      '8 comes before 9',
      runningStatus({ jobManagerDeploymentStatus: 'MISSING', error: upgradeErrors.E1, reconciliation: { state: 'ROLLED_BACK' } }),
      'FAILED',
    ],
    ['9 ROLLED_BACK, though a record is stable', runningStatus({ reconciliation: { state: 'ROLLED_BACK' } }), 'ROLLED_BACK'],
    ['10 stable', runningStatus(), 'STABLE'],
    ['11 deployed, not stable yet', unstable(), 'DEPLOYED'],
    ['11 another spec is stable', unstable({ stable: { used: 'stateless' } }), 'DEPLOYED'],
    ['11 a job that was cancelled', unstable({ job: { state: 'CANCELED' } }), 'DEPLOYED'],
  ])('%s', (_title, status, want) => {
    expect(state(status)).toBe(want)
  })

  test.each(['E1', 'E2', 'E3', 'E4'] as const)('8 %s asks for a person (control-flow.md, section 5.10)', id => {
    const of = (jobManagerDeploymentStatus: JobManagerDeploymentStatus) =>
      state(unstable({ jobManagerDeploymentStatus, error: JSON.stringify({ message: upgradeErrors[id] }) }))
    expect([of('MISSING'), of('ERROR'), of('READY'), of('DEPLOYING'), of('DEPLOYED_NOT_READY')]).toEqual([
      'FAILED',
      'FAILED',
      'DEPLOYED',
      'DEPLOYED',
      'DEPLOYED',
    ])
  })

  test('8 P16 so does an error of an upgrade whose job ended, though its JobManager is there', () => {
    const of = (jobState: 'CANCELED' | 'FINISHED' | 'RUNNING', errorOwner: 'upgrade' | 'job' = 'upgrade') =>
      state(runningStatus({ job: { state: jobState }, error: upgradeErrors.E1, record: { errorOwner } }))
    expect([of('CANCELED'), of('FINISHED'), of('RUNNING'), of('CANCELED', 'job')]).toEqual(['FAILED', 'FAILED', 'STABLE', 'STABLE'])
  })

  test.each([
    'Manual restore required.',
    'It is possible that the job has finished or terminally failed, or the configmaps have been deleted.',
    'HA metadata is not available',
  ])(
    '8 each of the three texts is enough: %s',
    text => {
      expect(state(unstable({ jobManagerDeploymentStatus: 'MISSING', error: `x ${text} y` }))).toBe('FAILED')
    },
  )

  test.each(['some other error', null])('8 not with %s', error => {
    expect(state(unstable({ jobManagerDeploymentStatus: 'MISSING', error }))).toBe('DEPLOYED')
  })

  test.each<readonly [OperationPurpose, string]>([
    ['Upgrade', 'UPGRADING'],
    ['Resume', 'UPGRADING'],
    ['FirstDeployment', 'UPGRADING'],
    ['SavepointRedeploy', 'UPGRADING'],
    ['Suspend', 'STABLE'],
    ['Recovery', 'STABLE'],
    ['RestartFailed', 'STABLE'],
    ['Rollback', 'STABLE'],
    ['ShutdownTtl', 'STABLE'],
    ['StopOrphan', 'STABLE'],
  ])('4 L16 while an operation changes what runs: %s', (purpose, want) => {
    expect(state(runningStatus({ operation: aDeploy({ purpose }) }))).toBe(want)
    expect(state(runningStatus({ operation: aSuspend({ purpose }) }))).toBe(want)
  })

  describe('4 P16 an upgrade whose savepoint fails again and again is told as under way all the time', () => {
    const spec = { job: { parallelism: 9 } }
    const failing = runningCluster(t0, {
      stopOperation: known({ _tag: 'Failed', causes: [{ type: 'a.B', message: 'no' }], savepointPath: null }, t0),
    })
    const after = (status: FlinkDeploymentStatus, now: number, change: SpecChange = spec, facts = failing): FlinkDeploymentStatus =>
      written(lookedAndDecided({ status, spec: change, metadata: { generation: 2 }, now }, facts)) ?? status

    test('also between its attempts', () => {
      let status = runningStatus()
      const reported = Array.from({ length: 150 }, (_, second) => {
        status = after(status, t0 + second * 1_000)
        return [status.operation?.kind ?? 'none', status.lifecycleState].join(' ')
      })
      expect([...new Set(reported)].sort()).toEqual(['Suspend UPGRADING', 'none UPGRADING'])
      // the first one, and one a minute
      expect(status.operatorRecord.attempts - runningStatus().operatorRecord.attempts).toBe(3)
    })

    const waiting = after(after(runningStatus(), t0), t0 + 1_000)
    test('not once the edit is taken back: then it is as it was', () => {
      expect(waiting).toMatchObject({ operation: null, operatorRecord: { retryAt: t0 + 61_000 }, lifecycleState: 'UPGRADING' })
      expect(after(waiting, t0 + 2_000, {})).toMatchObject({ lifecycleState: 'STABLE', error: null, operatorRecord: { retryAt: null } })
    })

    test.each<readonly [string, SpecChange, FlinkDeploymentFacts, string]>([
      ['it asks for a suspended job', { job: { state: 'suspended' } }, failing, 'DEPLOYED'],
      ['the job failed meanwhile', spec, runningCluster(t0, { jobs: known([aJob('FAILED')], t0), exceptions: known([], t0) }), 'FAILED'],
    ])('not where %s', (_title, change, facts, want) => {
      expect(after(waiting, t0 + 2_000, change, facts).lifecycleState).toBe(want)
    })
  })

  test("only the job's own state says suspended: a user's configuration or pod template may hold the same words", () => {
    const spec = { configuration: { a: { state: 'suspended' } }, rest: { podTemplate: { state: 'suspended' } } }
    expect(state(runningStatus({ recorded: { spec } }))).toBe('STABLE')
    expect(state(runningStatus({ recorded: { spec, state: 'suspended' } }))).toBe('SUSPENDED')
  })

  test('the rows are those of the document, in its order', () => {
    expect(lifecycleRows.map(({ row }) => row)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  })
})
