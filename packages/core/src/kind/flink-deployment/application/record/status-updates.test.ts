import { isStable, markStableIfRunning } from '../../../../job/record/stable-spec.ts'
import { describe, expect, test } from 'vitest'
import { attemptId, jobId } from '../../../../../fixtures/cluster-facts.ts'
import { aDeploy, freshStatus, recordOf, runningStatus, suspendedStatus } from '../../../../../fixtures/deployment-status.ts'
import { name, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../../../fixtures/round.ts'
import { decodeRecordedSpec } from '../../../../crd/recorded-spec.ts'
import type { UpgradeMode } from '../../../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { stateOfRunningJob } from '../../../../contract/resource/last-state.ts'
import { withJob, withReconciliation, withRecord, withStatus } from '../../../../contract/round/status-change.ts'
import {
  recordAlreadyUpgraded,
  recordBeforeDeploy,
  recordClusterGone,
  recordDeployed,
  recordRedeployed,
  recordRunning,
  recordSuspended,
} from './status-updates.ts'
import { recordRollingBack, recordUnchanged } from '../../../../job/record/record-updates.ts'
import { taskManagerInfo } from '../../../../cluster/observe/observe-cluster-info.ts'

const later = t0 + 7

const update = (given: Given, mode: UpgradeMode = 'savepoint') => {
  const { desired, observed } = roundOf({ metadata: { generation: 2 }, ...given })
  const { wanted } = desired
  if (wanted === null) return expect.fail('nothing is wanted')
  return { status: observed.status, desired, it: { desired, spec: wanted.spec, job: wanted.job, mode, now: later } }
}

const record = (text: string | null) => {
  const decoded = decodeRecordedSpec(text ?? '')
  if (decoded._tag === 'Left' || decoded.right.spec.job === null) return expect.fail('no record')
  const { spec, firstDeployment } = decoded.right
  const { state, upgradeMode, parallelism, savepointTriggerNonce, checkpointTriggerNonce } = decoded.right.spec.job
  return { state, upgradeMode, parallelism, savepointTriggerNonce, checkpointTriggerNonce, firstDeployment, image: spec.image }
}
const recorded = ({ reconciliationStatus }: FlinkDeploymentStatus) => record(reconciliationStatus.lastReconciledSpec)

const edit: Given = {
  status: runningStatus({ recorded: { firstDeployment: true, used: 'stateless' } }),
  spec: { job: { parallelism: 9, savepointTriggerNonce: 4, checkpointTriggerNonce: 5 } },
}
const notRunning = { labelSelector: '', replicas: 0 }
const running = (replicas: number) => ({ labelSelector: `component=taskmanager,app=${name}`, replicas })

describe('named status updates (control-flow.md, section 1.3)', () => {
  test('1 recordBeforeDeploy: the new spec, suspended, by the mode that was used; nonces of the same edit are not swallowed', () => {
    const { status, it } = update(edit)
    const got = recordBeforeDeploy(status, it, false)
    expect(recorded(got)).toEqual({
      state: 'suspended',
      upgradeMode: 'savepoint',
      parallelism: 9,
      savepointTriggerNonce: null,
      checkpointTriggerNonce: null,
      firstDeployment: false,
      image: 'flink:1.20',
    })
    expect(got).toMatchObject({
      observedGeneration: 2,
      taskManager: notRunning,
      reconciliationStatus: { state: 'UPGRADING', reconciliationTimestamp: later },
    })
    expect(got.reconciliationStatus.lastStableSpec).toBe(status.reconciliationStatus.lastStableSpec)
  })

  test('1 before the first deployment the nonces are recorded, and that it is the first', () => {
    const { status, it } = update({ status: freshStatus, spec: edit.spec ?? {} }, 'stateless')
    expect(recorded(recordBeforeDeploy(status, it, true))).toMatchObject({
      savepointTriggerNonce: 4,
      checkpointTriggerNonce: 5,
      firstDeployment: true,
      state: 'suspended',
      upgradeMode: 'stateless',
    })
  })

  test('2 recordDeployed: the record says running, the attempt is remembered, what belonged to the last one is forgotten', () => {
    const { status, it } = update({
      ...edit,
      status: runningStatus({
        operation: aDeploy(),
        record: { terminalSince: 1, jobMissedSince: 2, podTroubleSince: 3, left: true, retryAt: 4, runningSince: 5 },
      }),
    })
    const got = recordDeployed(status, it, { id: 'x', generation: 7 })
    expect(recorded(got)).toMatchObject({ state: 'running', upgradeMode: 'savepoint', parallelism: 9 })
    expect(got).toMatchObject({
      observedGeneration: 7,
      operation: null,
      jobManagerDeploymentStatus: 'DEPLOYING',
      taskManager: running(9),
      jobStatus: { state: 'RECONCILING', jobId },
      reconciliationStatus: { state: 'DEPLOYED', reconciliationTimestamp: later },
      operatorRecord: {
        deployedAttempt: 'x',
        terminalSince: null,
        jobMissedSince: null,
        podTroubleSince: null,
        lastState: stateOfRunningJob,
        retryAt: null,
        runningSince: null,
        attempts: 3,
      },
    })
  })

  test.each([
    [true, { status: runningStatus({ recorded: { firstDeployment: true } }) }],
    [false, { status: runningStatus({ recorded: { firstDeployment: false } }) }],
    [true, { status: freshStatus }],
  ])('2 firstDeployment is %s until the first upgrade', (want, given) => {
    const { status, it } = update(given)
    expect(recorded(recordDeployed(status, it, { id: 'x', generation: 2 })).firstDeployment).toBe(want)
  })

  test('2 a spec that is not to run: recorded, stable, deployed (D-20)', () => {
    const { status, it } = update({ ...edit, spec: { job: { state: 'suspended' } } })
    const got = recordSuspended(status, it)
    expect(recorded(got)).toMatchObject({ state: 'suspended', upgradeMode: 'savepoint' })
    expect(got).toMatchObject({
      observedGeneration: 2,
      taskManager: notRunning,
      reconciliationStatus: { state: 'DEPLOYED', reconciliationTimestamp: later },
    })
    expect(isStable(got)).toBe(true)
  })

  test('1.4 D-35 what runs is what is wanted: recorded as running, nothing else', () => {
    const { status, it } = update({ ...edit, status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' } }) })
    const got = recordRunning(status, it)
    expect(recorded(got)).toMatchObject({ state: 'running', parallelism: 9, firstDeployment: false })
    expect(got).toMatchObject({
      observedGeneration: 2,
      taskManager: running(9),
      jobStatus: status.jobStatus,
      reconciliationStatus: { state: 'DEPLOYED', reconciliationTimestamp: later },
    })
    expect(got.operatorRecord).toEqual({ ...status.operatorRecord, askedMode: 'savepoint' })
  })

  test('D-06 recordRollingBack: the bad spec stays recorded, with the mode that was used, durably stopped', () => {
    const { status, desired } = update({
      status: runningStatus({ recorded: { spec: { rest: { image: 'bad' } }, used: 'savepoint', firstDeployment: true } }),
    })
    const got = recordRollingBack(status, desired, 'last-state')
    expect(recorded(got)).toMatchObject({ state: 'suspended', upgradeMode: 'last-state', image: 'bad', firstDeployment: true })
    expect(got.reconciliationStatus.state).toBe('ROLLING_BACK')
    expect(got.observedGeneration).toBe(1)
  })

  test.each([[true, 'ROLLED_BACK', 'running'], [false, 'DEPLOYED', 'suspended']] as const)(
    'recordRedeployed, rollback %s: %s, the recorded job %s',
    (isRollback, state, job) => {
      const { status, desired } = update({
        status: suspendedStatus({
          recorded: { used: 'last-state', state: 'suspended', spec: { rest: { image: 'bad' } } },
          operation: aDeploy(),
        }),
      })
      const got = recordRedeployed(status, desired, 'x', isRollback, later)
      expect(recorded(got)).toMatchObject({ state: job, upgradeMode: 'last-state', image: 'bad' })
      expect(got).toMatchObject({
        observedGeneration: 1,
        operation: null,
        jobManagerDeploymentStatus: 'DEPLOYING',
        jobStatus: { state: 'RECONCILING' },
        reconciliationStatus: { state, reconciliationTimestamp: later },
        operatorRecord: { deployedAttempt: 'x' },
      })
    },
  )

  test('where nothing readable is recorded, the text stays', () => {
    const { desired } = roundOf({ status: runningStatus({ reconciliation: { lastReconciledSpec: '{' } }) })
    const status = runningStatus({ reconciliation: { lastReconciledSpec: '{' } })
    expect(recordRollingBack(status, desired, 'last-state').reconciliationStatus.lastReconciledSpec).toBe('{')
    expect(recordRedeployed(status, desired, 'x', true, later).reconciliationStatus.lastReconciledSpec).toBe('{')
  })

  test('3 recordUnchanged: the generation alone (P09)', () => {
    const status = runningStatus()
    expect(recordUnchanged(status, 8)).toEqual({ ...status, observedGeneration: 8 })
    expect(recordUnchanged(status, 1)).toBe(status)
  })

  test('6 recordAlreadyUpgraded: the submit of the operator before did happen', () => {
    const { status, desired } = update({
      status: suspendedStatus({ recorded: { state: 'suspended', firstDeployment: true }, reconciliation: { state: 'UPGRADING' } }),
    })
    if (desired.deployed._tag !== 'Deployed') return expect.fail('deployed')
    const got = recordAlreadyUpgraded(status, desired)
    expect(recorded(got)).toMatchObject({ state: 'running', firstDeployment: true, upgradeMode: 'savepoint' })
    expect(got).toMatchObject({
      jobManagerDeploymentStatus: 'DEPLOYING',
      jobStatus: { state: 'RECONCILING' },
      reconciliationStatus: { state: 'DEPLOYED' },
    })
  })

  test('10 and 11 markStableIfRunning changes nothing where it does not apply', () => {
    const status = runningStatus({ job: { state: 'CREATED' }, stable: null })
    expect(markStableIfRunning(status, 0, t0)).toBe(status)
    const stable = runningStatus()
    expect(markStableIfRunning(stable, 0, t0)).toBe(stable)
  })

  test.each([
    ['equal texts', runningStatus(), true],
    ['another text', runningStatus({ stable: { used: 'stateless' } }), false],
    ['no stable spec', runningStatus({ stable: null }), false],
    ['nothing at all', freshStatus, false],
  ])('10 stable is equality of texts: %s', (_title, status, want) => {
    expect(isStable(status)).toBe(want)
  })

  test.each([['RUNNING', 'FINISHED'], ['RECONCILING', 'FINISHED'], ['FAILED', 'FAILED'], ['CANCELED', 'CANCELED']] as const)(
    '8.2/5 the cluster is gone: %s becomes %s',
    (before, after) => {
      const got = recordClusterGone(runningStatus({ job: { state: before } }))
      expect([got.jobStatus.state, got.jobManagerDeploymentStatus]).toEqual([after, 'MISSING'])
    },
  )
})

describe('status.taskManager (control-flow.md, section 1.1)', () => {
  test.each([
    ['slots divide', { job: { parallelism: 8 }, configuration: { 'taskmanager.numberOfTaskSlots': '4' } }, 2],
    ['rounded up', { job: { parallelism: 9 }, configuration: { 'taskmanager.numberOfTaskSlots': '4' } }, 3],
    ['one slot by default', { job: { parallelism: 3 } }, 3],
  ])('%s', (_title, spec, want) => {
    expect(taskManagerInfo(name, roundOf({ spec }).desired.wanted)).toEqual(running(want))
  })

  test('a job that is not to run has none', () => {
    expect(taskManagerInfo(name, null)).toEqual(notRunning)
  })
})

describe('unchanged is the same object (P08)', () => {
  const status = runningStatus()

  test.each([
    ['status', withStatus(status, { error: status.error, observedGeneration: 1 })],
    ['job', withJob(status, { state: 'RUNNING' })],
    ['record', withRecord(status, { attempts: 3 })],
    ['reconciliation', withReconciliation(status, { state: 'DEPLOYED' })],
  ])('%s', (_title, got) => {
    expect(got).toBe(status)
  })

  test('a change makes new objects on its way alone', () => {
    const got = withJob(status, { state: 'FAILED', jobId })
    expect(got.jobStatus.state).toBe('FAILED')
    expect(got.operatorRecord).toBe(status.operatorRecord)
    expect(status.jobStatus.state).toBe('RUNNING')
    expect(withRecord(status, { attempts: 3, deployedAttempt: 'y' }).operatorRecord).toMatchObject({ attempts: 3, deployedAttempt: 'y' })
    expect(attemptId).toBe(status.operatorRecord.deployedAttempt)
  })
})

test('a record round-trips: used mode, state and first deployment', () => {
  expect(record(recordOf({ used: 'last-state', state: 'suspended', firstDeployment: true }))).toMatchObject({
    upgradeMode: 'last-state',
    state: 'suspended',
    firstDeployment: true,
  })
})
