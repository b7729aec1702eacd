import { describe, expect, test } from 'vitest'
import { haConfigMap } from '../../../../fixtures/cluster-facts.ts'
import { notListed as missed, steadyId as id, suspend } from '../../../../fixtures/session-job-operations.ts'
import { listed } from '../../../../fixtures/a-session-job.ts'
import { type GivenJob, jobWorld, steady } from '../../../../fixtures/session-job-rows.ts'
import { done, words, writtenBy } from '../../../../fixtures/session-job-written.ts'
import type { JobState } from '../../../contract/resource/job-status.ts'
import type { SuspendOperation } from '../../../contract/resource/operation.ts'

const { now } = steady
const job = (state: JobState) => ({ jobs: [listed(id, state, Number(steady.status.jobStatus.startTime))], job: { state } } as const)
const edit = (change: object = {}): Pick<GivenJob, 'edit'> => ({ edit: { job: { entryClass: 'x', ...change } } })
const stop: SuspendOperation = { ...suspend, giveUpAt: now + 60_000 }
const stateless: SuspendOperation = { ...stop, mode: 'STATELESS', restoreMode: 'stateless' }
const ofRollback: SuspendOperation = { ...stateless, purpose: 'Rollback' }
const under = (operation: SuspendOperation, state: 'UPGRADING' | 'ROLLING_BACK', given: GivenJob): GivenJob => ({
  ...edit({ upgradeMode: 'stateless' }),
  reconciliation: { state },
  status: { operation },
  ...given,
})
/** It came to its end by itself, and what it left is known. */
const ended: GivenJob = {
  jobs: job('FINISHED').jobs,
  job: { state: 'FINISHED', upgradeSavepointPath: 's3://b/1' },
  record: { terminalSince: now - 60_000, runningSince: null, lastState: { _tag: 'Path', path: 's3://b/1', seen: 'Stop' } },
}
const written = (given: GivenJob): readonly [operation: string, record: string, lastState: string, does: string] => {
  const [operation, record, lastState, does] = done(jobWorld(given))
  return [operation, record, lastState, does.replace('PersistStatus', '').replace(' JobStatusChanged', '').trim()]
}
const runs = 'running stateless 2 wide first'

describe('what a stop writes down (session-snapshot-bluegreen.md, section 2.6)', () => {
  test.each<readonly [string, GivenJob, operation: string, record: string, lastState: string, does: string]>([
    [
      'with a savepoint',
      edit(),
      'Suspend Upgrade SAVEPOINT > savepoint Requested',
      `DEPLOYED: ${runs}`,
      'JobRuns',
      'SpecChanged Suspended StopWithSavepoint',
    ],
    [
      'E-12 stateless: nobody reads that it runs',
      edit({ upgradeMode: 'stateless' }),
      'Suspend Upgrade STATELESS > stateless Requested',
      `UPGRADING: ${runs}`,
      'JobRuns',
      'SpecChanged Suspended CancelJob',
    ],
    [
      'B23 by cancel, its last checkpoint is kept',
      edit({ upgradeMode: 'last-state' }),
      'Suspend Upgrade CANCEL > savepoint Requested',
      'UPGRADING: running savepoint 2 wide',
      'JobRuns',
      'SpecChanged Suspended CancelJob',
    ],
    [
      'B23 P14 not where it can not be seen whether it is',
      { ...edit({ upgradeMode: 'last-state' }), world: { unobservable: ['GetCheckpointConfiguration'] } },
      '-',
      `DEPLOYED: ${runs}`,
      'JobRuns',
      '',
    ],
    [
      'it has ended: nothing is asked of Flink, and the edit is told',
      { ...edit(), ...ended },
      '-',
      'UPGRADING: suspended savepoint 2 wide',
      's3://b/1 Stop',
      'SpecChanged',
    ],
    [
      'it has ended, and is to be suspended',
      { edit: { job: { state: 'suspended' } }, ...ended },
      '-',
      'DEPLOYED: suspended savepoint 2 wide',
      's3://b/1 Stop',
      'SpecChanged',
    ],
    [
      'F05 a rollback that finds it finished is dropped: it is not to run again',
      under(ofRollback, 'ROLLING_BACK', job('FINISHED')),
      '-',
      `ROLLING_BACK: ${runs}`,
      'JobRuns',
      '',
    ],
    [
      'a rollback that cancelled it goes on',
      under(ofRollback, 'ROLLING_BACK', job('CANCELED')),
      '-',
      'UPGRADING: suspended stateless 2 wide',
      'None',
      '',
    ],
    [
      'an upgrade that finds it finished goes on, too',
      under(stateless, 'UPGRADING', job('FINISHED')),
      '-',
      'UPGRADING: suspended stateless 2 wide',
      'None',
      '',
    ],
    [
      'P02 HA metadata may bring it back',
      under(stateless, 'UPGRADING', { ...missed, world: { configMaps: [haConfigMap(id)] } }),
      'Suspend Upgrade STATELESS > stateless Requested',
      `UPGRADING: ${runs}`,
      'JobRuns',
      '',
    ],
    [
      'P02 P14 nobody can see whether',
      under(stateless, 'UPGRADING', { ...missed, world: { unobservable: ['ListConfigMaps'] } }),
      'Suspend Upgrade STATELESS > stateless Requested',
      `UPGRADING: ${runs}`,
      'JobRuns',
      '',
    ],
    ['it names no job', under({ ...stop, jobId: null }, 'UPGRADING', {}), '-', `DEPLOYED: ${runs}`, 'JobRuns', ''],
  ])('%s', (_title, given, operation, record, lastState, does) => {
    expect(written(given)).toEqual([operation, record, lastState, does])
  })

  test('P05 which life of the JobManager it was asked of', () => {
    expect(writtenBy(jobWorld(edit())).operation).toMatchObject({
      incarnation: { podUid: 'uid-pod', jobStartTime: Number(steady.status.jobStatus.startTime) },
    })
  })

  test('P17 past its time it is told, and asked for again', () => {
    const given = under({ ...stateless, giveUpAt: now - 1 }, 'UPGRADING', { jobs: job('RUNNING').jobs })
    const { error, operatorRecord } = writtenBy(jobWorld(given))
    expect([error, operatorRecord.errorOwner]).toEqual([expect.stringContaining('ReconciliationException'), 'operation'])
    expect(words(jobWorld(given))).toEqual([
      'the job is not cancelling: the cancel is sent again',
      expect.stringMatching(
        /^CleanupFailed: The job is being cancelled, but Flink has not reported its end yet.*; CancelJob: its state is not kept$/u,
      ),
    ])
  })
})

describe('why it waits, or what it found', () => {
  test.each<readonly [string, GivenJob, why: string]>([
    [
      'P02 HA metadata',
      under(stateless, 'UPGRADING', { ...missed, world: { configMaps: [haConfigMap(id)] } }),
      'the operator waits for the JobManager to recover the job from its HA metadata',
    ],
    [
      'P14',
      under(stateless, 'UPGRADING', { ...missed, world: { unobservable: ['ListConfigMaps'] } }),
      'the operator waits for the HA metadata of the cluster to become readable',
    ],
    ['it is cancelling', under(stateless, 'UPGRADING', job('CANCELLING')), 'the operator waits for the job to be cancelled'],
    ['F05', under(ofRollback, 'ROLLING_BACK', job('FINISHED')), 'the job finished before it was stopped for the rollback'],
    ['no job', under({ ...stop, jobId: null }, 'UPGRADING', {}), 'the operation names no job'],
    ['it has ended', { ...edit(), ...ended }, 'the job ended and its last state is s3://b/1'],
    [
      'Flink does not tell',
      under(stateless, 'UPGRADING', { world: { unobservable: ['GetJobsOverview'] } }),
      'the operator waits for Flink to list its jobs',
    ],
  ])('%s', (_title, given, why) => {
    expect(words(jobWorld(given))[0]).toBe(why)
  })
})
