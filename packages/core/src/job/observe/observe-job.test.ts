import { describe, expect, test } from 'vitest'
import {
  aCheckpoint,
  aDeployment,
  aJob,
  aPod,
  checkpointStatistics,
  clusterStart,
  jobId,
  runningCluster,
} from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, aTearDown, recordOf, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { DeploymentView } from '../../contract/fact/object-view.ts'
import type { OperatorRecord } from '../../contract/resource/operator-record.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { CheckpointStatistics, JobOverview } from '../../contract/fact/flink-rest.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { jobStates, type JobState } from '../../contract/resource/job-status.ts'
import { isDefinite, nothingRecorded, stateOfRunningJob } from '../../contract/resource/last-state.ts'
import { absenceMillis, effectiveState, observeJob, ownJob } from './observe-job.ts'
import { checkpointCacheMillis, latestState, observeLastState } from './observe-last-state.ts'

const other = 'f'.repeat(32)
const listed = (...jobs: readonly JobOverview[]): FlinkDeploymentFacts => ({ jobs: known(jobs, t0) })

describe('effective state (B56; control-flow.md, section 3.5)', () => {
  test.each(
    [
      ['every task runs', { total: 3, running: 3, finished: 0 }, 'RUNNING'],
      ['every task runs or is done', { total: 3, running: 1, finished: 2 }, 'RUNNING'],
      ['one is still being scheduled', { total: 3, running: 2, finished: 0 }, 'CREATED'],
      ['no tasks are told', { total: 0, running: 0, finished: 0 }, 'RUNNING'],
    ] as const,
  )('%s', (_title, tasks, want) => {
    expect(effectiveState(aJob('RUNNING', { tasks }))).toBe(want)
  })

  test.each(jobStates.filter(state => state !== 'RUNNING'))('%s is what it is, whatever its tasks do', state => {
    expect(effectiveState(aJob(state, { tasks: { total: 3, running: 0, finished: 0 } }))).toBe(state)
  })
})

describe('which job is ours (B57, P12)', () => {
  test.each(
    [
      ['first', [aJob('RUNNING'), aJob('FAILED', { jobId: other })]],
      ['last', [aJob('FAILED', { jobId: other }), aJob('RUNNING')]],
    ] as const,
  )('by its id: %s', (_title, jobs) => {
    expect(ownJob(runningStatus(), listed(...jobs))?.state).toBe('RUNNING')
  })

  test.each(
    [
      ['another job', listed(aJob('RUNNING', { jobId: other }))],
      ['an empty list', listed()],
      ['a list that could not be read', { jobs: unknown<never>('Timeout', 'late', t0) }],
      ['no look', {}],
    ] as const,
  )('%s is not it', (_title, facts) => {
    expect(ownJob(runningStatus(), facts)).toBeUndefined()
  })
})

describe('the job as REST shows it (control-flow.md, section 3.6)', () => {
  const before = runningStatus({
    job: { state: 'CREATED', updateTime: '5', startTime: '1', jobName: null },
    record: { runningSince: null },
    stable: null,
  })

  test('1 and 2: state, name, start time; the time of a change', () => {
    const { jobStatus } = observeJob(before, listed(aJob('RUNNING', { name: 'new', startTime: 77 })), t0)
    expect(jobStatus).toMatchObject({ state: 'RUNNING', jobName: 'new', startTime: '77', updateTime: String(t0), jobId })
  })

  test('2: an unchanged state keeps its time', () => {
    expect(observeJob(before, listed(aJob('CREATED')), t0).jobStatus.updateTime).toBe('5')
  })

  test('D-17 since when it runs is remembered, and forgotten when it stops', () => {
    const first = observeJob(before, listed(aJob('RUNNING')), t0)
    expect(first.operatorRecord.runningSince).toBe(t0)
    const second = observeJob(first, listed(aJob('RUNNING')), t0 + 9)
    expect(second.operatorRecord.runningSince).toBe(t0)
    expect(observeJob(second, listed(aJob('RESTARTING')), t0 + 10).operatorRecord.runningSince).toBeNull()
  })

  test.each(['FAILED', 'CANCELED', 'FINISHED'] as const)('D-27 %s: since when, and that its last state is not known yet', state => {
    const got = observeJob(runningStatus({ record: { left: true } }), listed(aJob(state)), t0).operatorRecord
    expect(got).toMatchObject({ terminalSince: t0, lastState: stateOfRunningJob, runningSince: null })
  })

  test('a living job has no end', () => {
    expect(observeJob(runningStatus({ record: { terminalSince: 5 } }), listed(aJob('RESTARTING')), t0).operatorRecord.terminalSince)
      .toBeNull()
  })

  test.each(['FAILED', 'CANCELED', 'FINISHED'] as const)('P13 B54 %s is absorbing, whatever is listed', state => {
    const ended = runningStatus({ job: { state }, record: { terminalSince: 3, left: true } })
    for (const facts of [listed(aJob('RUNNING')), listed(), listed(aJob('FINISHED'))]) expect(observeJob(ended, facts, t0)).toBe(ended)
  })

  test('P25 P14 an end that nobody saw: somebody else wrote it, and the run goes on', () => {
    const tampered = roundOf({
      status: runningStatus({ job: { state: 'FINISHED' } }),
      facts: { deployment: known(aDeployment(), t0), ...listed(aJob('RUNNING')) },
    }).observed.status
    expect(tampered).toMatchObject({ jobStatus: { state: 'RUNNING' }, operatorRecord: { lastState: stateOfRunningJob } })
  })

  test('P25 an end whose state is not known, and the very run is alive for longer than REST may be late: it goes on', () => {
    const ended = (terminalSince: number) => runningStatus({ job: { state: 'FINISHED' }, record: { terminalSince, left: false } })
    expect(observeJob(ended(t0 - absenceMillis - 1), listed(aJob('RUNNING')), t0)).toMatchObject({
      jobStatus: { state: 'RUNNING' },
      operatorRecord: { terminalSince: null },
    })
    for (
      const [status, job] of [[ended(t0 - absenceMillis), aJob('RUNNING')], [ended(0), aJob('RUNNING', { startTime: 7 })], [
        ended(0),
        aJob('FINISHED'),
      ]] as const
    ) expect(observeJob(status, listed(job), t0)).toBe(status)
  })

  test.each(
    [
      ['REST was not asked', {}],
      ['REST did not answer', { jobs: unknown<never>('Unreachable', 'no', t0) }],
      ['absent', { jobs: absent<never>(t0) }],
    ] as const,
  )('P14 %s: nothing changes', (_title, facts) => {
    const status = runningStatus()
    expect(observeJob(status, facts, t0)).toBe(status)
  })
})

describe('a job that is not listed (design.md, section 3; B58)', () => {
  const missedOnce = observeJob(runningStatus(), listed(), t0)

  test('the first time it is only remembered: a fresh JobManager may list nothing', () => {
    expect(missedOnce.operatorRecord).toMatchObject({ jobMissedSince: t0, runningSince: null })
    expect(missedOnce.jobStatus.state).toBe('RUNNING')
  })

  test.each([[absenceMillis - 1, 'RUNNING'], [absenceMillis, 'RECONCILING']] as const)('missed for %d ms: %s', (lasted, want) => {
    const again = observeJob(missedOnce, listed(aJob('RUNNING', { jobId: other })), t0 + lasted)
    expect(again.jobStatus.state).toBe(want)
    expect(again.operatorRecord.jobMissedSince).toBe(t0)
  })

  test('found again: forgotten', () => {
    expect(observeJob(missedOnce, listed(aJob('RUNNING')), t0 + 1).operatorRecord.jobMissedSince).toBeNull()
  })
})

describe('stable (control-flow.md, section 1.3/11)', () => {
  test.each<readonly [JobState, 'DEPLOYED' | 'UPGRADING' | 'ROLLED_BACK', boolean]>([
    ['RUNNING', 'DEPLOYED', true],
    ['FINISHED', 'DEPLOYED', true],
    ['CREATED', 'DEPLOYED', false],
    ['FAILED', 'DEPLOYED', false],
    ['RUNNING', 'UPGRADING', false],
    ['RUNNING', 'ROLLED_BACK', false],
    ['FINISHED', 'ROLLED_BACK', false],
  ])('%s while %s: %s', (state, reconciliation, want) => {
    const { lastReconciledSpec, lastStableSpec } = observeJob(
      runningStatus({ job: { state: 'CREATED' }, reconciliation: { state: reconciliation }, stable: { used: 'stateless' } }),
      listed(aJob(state)),
      t0,
    ).reconciliationStatus
    expect(lastStableSpec === lastReconciledSpec).toBe(want)
    if (!want) expect(lastStableSpec).toBe(recordOf({ used: 'stateless' }))
  })

  const minute = 60_000
  test.each<readonly [string, JobState, number | null, boolean]>([
    ['RUNNING for the first time', 'RUNNING', null, false],
    ['RUNNING for less than the window', 'RUNNING', minute - 1, false],
    ['RUNNING for the window', 'RUNNING', minute, true],
    ['RESTARTING in between: from the start', 'RESTARTING', minute, false],
    ['FINISHED: that is all it had to do', 'FINISHED', 1, true],
  ])('D-17 B37 a stability window of a minute, %s', (_title, state, ran, want) => {
    const status = runningStatus({
      job: { state: 'RUNNING' },
      stable: { used: 'stateless' },
      record: { runningSince: ran === null ? null : t0 - ran },
    })
    const { lastReconciledSpec, lastStableSpec } = observeJob(status, listed(aJob(state)), t0, minute).reconciliationStatus
    expect(lastStableSpec === lastReconciledSpec).toBe(want)
  })
})

describe('B37 D-17 a job in a restart loop', () => {
  const minute = 60_000
  /** Two minutes, a look every five seconds: RUNNING for `up` looks, then RESTARTING for one. */
  const after = (up: number, window: number) =>
    Array.from({ length: 24 }, (_, look) => look).reduce(
      (status, look) => observeJob(status, listed(aJob(look % (up + 1) === up ? 'RESTARTING' : 'RUNNING')), t0 + look * 5_000, window),
      runningStatus({ job: { state: 'CREATED' }, stable: { used: 'stateless' }, record: { runningSince: null } }),
    ).reconciliationStatus
  const isStable = ({ lastReconciledSpec, lastStableSpec }: ReturnType<typeof after>): boolean => lastReconciledSpec === lastStableSpec

  test.each([1, 3, 10])('that restarts after %i looks is never stable with a window of a minute: its spec is no rollback target', up => {
    expect(isStable(after(up, minute))).toBe(false)
    expect(after(up, minute).lastStableSpec).toBe(recordOf({ used: 'stateless' }))
  })

  test('that runs through is', () => {
    expect(isStable(after(24, minute))).toBe(true)
  })

  test('without a window the first RUNNING look is enough, as with the reference operator', () => {
    expect(isStable(after(1, 0))).toBe(true)
  })
})

describe('the last state that a job left (control-flow.md, section 3.7; L2)', () => {
  const all = { restored: aCheckpoint(3), completed: aCheckpoint(7), savepoint: aCheckpoint(5, { isSavepoint: true, isStop: false }) }

  test.each<readonly [string, Partial<CheckpointStatistics>, number | undefined]>([
    ['the highest id of the three', all, 7],
    ['whichever it is', { ...all, savepoint: aCheckpoint(9) }, 9],
    ['the restored one counts', { restored: aCheckpoint(3) }, 3],
    [
      'L2 P01 a discarded one is never taken, nor an older one in its stead',
      { ...all, completed: aCheckpoint(7, { discarded: true }) },
      undefined,
    ],
    ['an older one that was discarded says nothing', { ...all, completed: aCheckpoint(4, { discarded: true }) }, 5],
    ['L2 restored in a failover, and discarded since: only its completion tells', {
      restored: aCheckpoint(7),
      completed: aCheckpoint(7, { discarded: true }),
    }, undefined],
    ['a tie: the earlier in order', { restored: aCheckpoint(3), completed: aCheckpoint(3, { externalPath: 'other' }) }, 3],
    ['none', {}, undefined],
  ])('%s', (_title, statistics, id) => {
    expect(latestState(checkpointStatistics(statistics))?.id).toBe(id)
  })

  test('a tie: the restored one', () => {
    expect(
      latestState(checkpointStatistics({ restored: aCheckpoint(3), completed: aCheckpoint(3, { externalPath: 'other' }) }))?.externalPath,
    ).toBe(aCheckpoint(3).externalPath)
  })

  const ended = (state: JobState, terminalSince: number | null = t0 - 60_000) =>
    runningStatus({
      recorded: { spec: { noHa: true } },
      job: { state, upgradeSavepointPath: 's3://old' },
      record: { terminalSince, left: false, deployedSource: { _tag: 'Path', path: 's3://old', reason: '' } },
    })
  const observed = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts) =>
    observeLastState(roundOf({ status }).desired, status, facts, () => false)
  const look = (statistics: Partial<CheckpointStatistics>, asOf = t0, state: JobState = 'FAILED') => ({
    checkpoints: known(checkpointStatistics(statistics), asOf),
    jobs: known([aJob(state)], asOf),
  })

  test.each<readonly [string, JobState, Partial<CheckpointStatistics>, string | null, boolean]>([
    ['a path: recorded, definite', 'FAILED', { completed: aCheckpoint(7) }, aCheckpoint(7).externalPath, true],
    [
      'D-25 B25 not externally addressable: unchanged, not definite',
      'FAILED',
      { completed: aCheckpoint(7, { addressable: false }) },
      's3://old',
      false,
    ],
    ['no path: unchanged, not definite', 'FAILED', { completed: aCheckpoint(7, { externalPath: null }) }, 's3://old', false],
    ['F03 CANCELED, and the run completed no checkpoint: what it was started from', 'CANCELED', {}, 's3://old', true],
    ['F03 FAILED, and the run completed no checkpoint: what it was started from', 'FAILED', {}, 's3://old', true],
    ['L2 FINISHED and never any checkpoint: it may have been stopped with a savepoint', 'FINISHED', {}, 's3://old', false],
    [
      'F08 FINISHED after a savepoint that somebody asked for: a later one of a stop need not be listed',
      'FINISHED',
      { savepoint: aCheckpoint(5, { isSavepoint: true }) },
      's3://old',
      false,
    ],
    ['F08 FINISHED after a checkpoint: the same', 'FINISHED', { completed: aCheckpoint(5) }, 's3://old', false],
    [
      'the newest is the savepoint of a stop: nothing comes after it',
      'FINISHED',
      { completed: aCheckpoint(4), savepoint: aCheckpoint(5, { isSavepoint: true, isStop: true }) },
      aCheckpoint(5).externalPath,
      true,
    ],
    [
      'the savepoint of a stop that failed, and a checkpoint after it: not known',
      'FINISHED',
      { completed: aCheckpoint(6), savepoint: aCheckpoint(5, { isSavepoint: true, isStop: true }) },
      's3://old',
      false,
    ],
    [
      'L2 there were some, all discarded: unchanged, not definite',
      'CANCELED',
      { completedCount: 2, completed: aCheckpoint(7, { discarded: true }) },
      's3://old',
      false,
    ],
    ['L2 there were some and none is shown: not definite', 'FINISHED', { completedCount: 1 }, 's3://old', false],
    [
      'P01 it finished: the savepoint that was taken before its last checkpoint is not its last state',
      'FINISHED',
      {
        completedCount: 7,
        completed: aCheckpoint(7, { discarded: true }),
        savepoint: aCheckpoint(5, { isSavepoint: true, isStop: false }),
      },
      's3://old',
      false,
    ],
    ['the restored one was discarded: not definite', 'FINISHED', { restored: aCheckpoint(1, { discarded: true }) }, 's3://old', false],
  ])('%s', (_title, state, statistics, path, definite) => {
    const got = observed(ended(state), look(statistics, t0, state))
    expect(got.jobStatus.upgradeSavepointPath).toBe(path)
    expect(isDefinite(got.operatorRecord.lastState)).toBe(definite)
  })

  test.each<readonly [string, ReturnType<typeof ended>, FlinkDeploymentFacts]>([
    ['a living job has no last state', ended('RUNNING'), look({ completed: aCheckpoint(7) })],
    [
      'what is definite stays',
      runningStatus({ job: { state: 'FAILED' }, record: { terminalSince: 0, left: true } }),
      look({ completed: aCheckpoint(7) }),
    ],
    ['since when it is over is not known', ended('FAILED', null), look({ completed: aCheckpoint(7) })],
    ['P14 the look failed', ended('FAILED'), { checkpoints: unknown('Timeout', 'late', t0) }],
    ['P14 the JobManager does not know the job', ended('FAILED'), { checkpoints: absent(t0) }],
    ['no look', ended('FAILED'), {}],
    ['P01 its JobManager restarted and runs the same id again', ended('CANCELED'), look({}, t0, 'RUNNING')],
    ['P01 another run of the same id ended', ended('FAILED'), { ...look({}), jobs: known([aJob('FAILED', { startTime: t0 - 1 })], t0) }],
    ['P01 the job is not listed any more', ended('FAILED'), { ...look({}), jobs: known([], t0) }],
    [
      'read too soon: REST shows checkpoints of up to 3 s ago',
      ended('FAILED', t0 - checkpointCacheMillis + 1),
      look({ completed: aCheckpoint(7) }),
    ],
  ])('%s: nothing changes', (_title, status, facts) => {
    expect(observed(status, facts)).toBe(status)
  })

  test('F03 with HA a run that tells nothing may have gone on from HA metadata: only where it was RUNNING when it was cancelled for us is its start its state', () => {
    const [withHa, start] = [{ ...ended('CANCELED'), reconciliationStatus: runningStatus().reconciliationStatus }, {
      deploymentUid: null,
      podUid: null,
      restartCount: null,
    }]
    expect(observed(withHa, look({}, t0, 'CANCELED')).operatorRecord.lastState).toEqual(stateOfRunningJob)
    const cancel = (jobStartTime: number) => ({
      ...withHa,
      operation: aSuspend({ mode: 'CANCEL', incarnation: { ...start, jobStartTime } }),
    })
    expect(observed(cancel(clusterStart + 60_000), look({}, t0, 'CANCELED')).operatorRecord.lastState).toEqual({
      _tag: 'Path',
      path: 's3://old',
      seen: 'Source',
      run: String(clusterStart + 60_000),
    })
    expect(observed(cancel(clusterStart), look({}, t0, 'CANCELED')).operatorRecord.lastState).toEqual(stateOfRunningJob)
  })

  test('read late enough, to the millisecond', () => {
    expect(observed(ended('FAILED', t0 - checkpointCacheMillis), look({ completed: aCheckpoint(7) })).operatorRecord.lastState).toEqual({
      _tag: 'Path',
      path: aCheckpoint(7).externalPath,
      seen: 'Checkpoints',
      run: String(clusterStart + 60_000),
    })
  })
})

describe('when the world is folded into the status at all (control-flow.md, section 3.1; B32)', () => {
  const facts = runningCluster(t0, {
    deployment: known(aDeployment(), t0),
    jobManagerPods: known([aPod()], t0),
    jobs: known([aJob('RESTARTING')], t0),
  })
  const isFolded = (given: Given): boolean => {
    const { observed } = roundOf({ facts, ...given })
    return observed.status.jobStatus.state === 'RESTARTING'
  }

  test.each<readonly [string, Given, boolean]>([
    ['deployed', { status: runningStatus() }, true],
    ['rolled back', { status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' } }) }, true],
    ['1 never deployed', {}, false],
    ["F14 the record can't be read: job and JobManager are told all the same", {
      status: runningStatus({ reconciliation: { lastReconciledSpec: '{' } }),
    }, true],
    ['3 a cancel is under way', { status: runningStatus({ reconciliation: { state: 'UPGRADING' }, job: { state: 'CANCELLING' } }) }, true],
    [
      '5 B32 stopped for an upgrade',
      { status: suspendedStatus({ reconciliation: { state: 'UPGRADING' }, job: { state: 'RECONCILING' } }) },
      false,
    ],
    ['a stop is under way', { status: runningStatus({ operation: aSuspend() }) }, true],
    ['B32 the cluster is being taken away', { status: runningStatus({ operation: aSuspend({ step: 'TearDown' }) }) }, false],
    ['B32 a cluster is being put up', { status: runningStatus({ operation: aDeploy() }) }, false],
    ['B32 a tear-down is under way', { status: runningStatus({ operation: aTearDown() }) }, false],
    ['D-21 suspended: looked at all the same', { status: suspendedStatus({ job: { state: 'RECONCILING' } }) }, true],
  ])('%s', (_title, given, want) => {
    expect(isFolded(given)).toBe(want)
  })

  test('P08 nothing new: the very same status', () => {
    const { observed } = roundOf({ status: runningStatus(), facts: runningCluster() })
    expect(observed.status).toBe(observed.recorded.status)
  })

  test('cluster info is merged, never shrinks, and is optional', () => {
    const status = runningStatus({ clusterInfo: { 'total-cpu': '2' } })
    const clusterOverview = known({ flinkVersion: '1.20.1', flinkRevision: 'abc', taskManagers: 1 }, t0)
    expect(roundOf({ status, facts: { ...facts, clusterOverview } }).observed.status.clusterInfo).toEqual({
      'total-cpu': '2',
      'flink-version': '1.20.1',
      'flink-revision': 'abc',
    })
    expect(roundOf({ status, facts: { ...facts, clusterOverview: unknown('Timeout', 'late', t0) } }).observed.status.clusterInfo).toBe(
      status.clusterInfo,
    )
    const same = runningStatus()
    expect(roundOf({ status: same, facts: { ...runningCluster(), clusterOverview } }).observed.status).toBe(same)
    const newer = known({ flinkVersion: '1.20.1', flinkRevision: 'def', taskManagers: 1 }, t0)
    expect(roundOf({ status: same, facts: { ...runningCluster(), clusterOverview: newer } }).observed.status.clusterInfo['flink-revision'])
      .toBe('def')
  })
})

describe('P25 neither the job nor the attempt is recorded', () => {
  const seen = (deployment: Partial<DeploymentView>, jobs: readonly JobOverview[], record: Partial<OperatorRecord> = {}) => {
    const facts = runningCluster(t0, {
      deployment: known({ ...aDeployment(), ...deployment }, t0),
      jobManagerPods: known([aPod()], t0),
      jobs: known(jobs, t0),
    })
    const status = runningStatus({ job: { jobId: null }, record: { deployedAttempt: null, ...record } })
    return roundOf({ facts, status }).observed.status.jobStatus
  }

  test('the only job of a cluster that belongs to the resource is its job', () => {
    expect(seen({}, [aJob('RESTARTING', { jobId: other })])).toMatchObject({ jobId: other, state: 'RESTARTING' })
  })

  test.each<readonly [string, Partial<DeploymentView>, readonly JobOverview[], Partial<OperatorRecord>]>([
    ['there are two', {}, [aJob('RESTARTING'), aJob('RESTARTING', { jobId: other })], {}],
    ['the cluster is being deleted', { deleting: true }, [aJob('RESTARTING')], {}],
    ['the cluster is of somebody else', { ownerUids: ['another'] }, [aJob('RESTARTING')], {}],
    ['the cluster is of another attempt than the recorded one', {}, [aJob('RESTARTING')], { deployedAttempt: 'e'.repeat(32) }],
  ])('%s: which one it is stays unknown', (_title, deployment, jobs, record) => {
    expect(seen(deployment, jobs, record).jobId).toBeNull()
  })
})

describe('P25 a job ended when it was seen to, not before', () => {
  const ended = (change: Parameters<typeof runningStatus>[0]) =>
    roundOf({ status: runningStatus({ job: { state: 'CANCELED', updateTime: String(t0 - 1_000) }, ...change }) }).observed.status
      .operatorRecord.terminalSince

  test.each([null, 'b'.repeat(32)])(
    'a status that has lost the id of the job that ended, or has an older one (%s), takes that of the very run',
    id => {
      const status = runningStatus({ job: { state: 'CANCELED', jobId: id }, record: { terminalSince: t0 } })
      const facts = { deployment: known(aDeployment(), t0), ...listed(aJob('CANCELED')) }
      expect(observeJob(status, facts, t0).jobStatus).toMatchObject({ jobId, state: 'CANCELED' })
      expect(observeJob(status, { ...facts, ...listed(aJob('CANCELED', { startTime: 1 })) }, t0)).toBe(status)
    },
  )

  test.each<readonly [string, Parameters<typeof runningStatus>[0], number | null]>([
    ["an older terminalSince was put back: the wait for Flink's cache counts from the look that saw the end", {
      record: { terminalSince: t0 - 60_000 },
    }, t0 - 1_000],
    ['the same moment, or a later one', { record: { terminalSince: t0 - 500 } }, t0 - 500],
    ['what the job was left with is known: nothing waits for it', { record: { terminalSince: t0 - 60_000, left: true } }, t0 - 60_000],
    ['no time of a change is told', { job: { state: 'CANCELED', updateTime: null }, record: { terminalSince: t0 - 60_000 } }, t0 - 60_000],
    [
      'a job that is alive has none',
      { job: { state: 'RUNNING', updateTime: String(t0 - 1_000) }, record: { terminalSince: t0 - 60_000 } },
      t0 - 60_000,
    ],
  ])('%s', (_title, change, want) => {
    expect(ended(change)).toBe(want)
  })
})

describe('a status that the reference operator wrote (P22)', () => {
  const written = (change: object = {}) =>
    runningStatus({
      job: { state: 'FAILED', updateTime: '1234', upgradeSavepointPath: 's3://cp' },
      record: { attempts: 0, deployedAttempt: null, lastState: nothingRecorded, terminalSince: null, runningSince: null },
      ...change,
    })
  const adopted = (status: ReturnType<typeof written>) =>
    roundOf({ status, facts: { deployment: known(aDeployment(), t0) } }).observed.status.operatorRecord

  test.each<readonly [string, object]>([
    ['this one deployed it', {
      record: { attempts: 1, deployedAttempt: 'a'.repeat(32), lastState: nothingRecorded, terminalSince: null, runningSince: null },
    }],
    ['this one is cancelling it', { operation: aSuspend({ mode: 'CANCEL', step: 'Requested' }) }],
  ])(
    'P01 P11 its word is not taken where the record of this operator got lost (%s): the path may be what the job was started from',
    (_title, change) => {
      const { operatorRecord } = roundOf({
        status: written({ job: { state: 'CANCELED', updateTime: '1234', upgradeSavepointPath: 's3://cp' }, ...change }),
        facts: { deployment: known(aDeployment(), t0) },
      }).observed.status
      expect(operatorRecord).toMatchObject({ lastState: nothingRecorded, terminalSince: 1234 })
    },
  )

  test.each(['CANCELED', 'FAILED'] as const)(
    'P01 P25 the path of one that is %s is not taken for its last state: where this record was dropped it may be what the job was started from',
    state => {
      expect(adopted(written({ job: { state, updateTime: '1234', upgradeSavepointPath: 's3://cp' } })))
        .toMatchObject({ lastState: nothingRecorded, terminalSince: 1234 })
    },
  )

  test('without a time of the change: long ago', () => {
    expect(adopted(written({ job: { state: 'FAILED', updateTime: null } })).terminalSince).toBe(0)
  })

  test.each([
    ['a living job', written({ job: { state: 'RUNNING' } })],
    [
      'one that this operator has seen terminal',
      written({ record: { attempts: 0, lastState: nothingRecorded, terminalSince: 2_000, runningSince: null } }),
    ],
  ])('%s is left as it is', (_title, status) => {
    expect(adopted(status)).toMatchObject({ lastState: { _tag: 'Unknown' }, terminalSince: status.operatorRecord.terminalSince })
  })
})

test('the start of the job is told as Flink does', () => {
  expect(observeJob(runningStatus(), listed(aJob('RUNNING')), t0).jobStatus.startTime).toBe(String(clusterStart + 60_000))
})
