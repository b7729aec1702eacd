import { describe, expect, test } from 'vitest'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import {
  aCheckpoint,
  aDeployment,
  aJob,
  aPod,
  aStartingPod,
  checkpointStatistics,
  clusterStart,
  goneCluster,
  haConfigMap,
  jobId,
  neverAvailable,
  runningCluster,
} from '../../../fixtures/cluster-facts.ts'
import {
  aSuspend,
  operationId,
  runningStatus,
  type StatusChange,
  suspendedStatus,
  neverSeenUp,
} from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { seenRound } from '../../../fixtures/seen-round.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { suspendQueries } from './begin-stop.ts'
import { continueStopBy } from './continue-stop.ts'
import { ownCluster } from '../../kind/flink-deployment/own-cluster.ts'
import { absenceMillis } from '../observe/observe-job.ts'
import type { JobDecision, Round } from '../../kind/flink-deployment/application/application-round.ts'
import { aSession, listed } from '../../../fixtures/a-session-job.ts'
import { steadyId as id, suspend } from '../../../fixtures/session-job-operations.ts'
import { jobWorld, steady } from '../../../fixtures/session-job-rows.ts'
import { writtenBy } from '../../../fixtures/session-job-written.ts'
import { type SuspendMode, suspendModes } from '../../contract/resource/suspend-mode.ts'

const late = unknown<never>('Timeout', 'late', t0)
const noHa: SpecChange = { noHa: true }
const otherPod = known([aPod({ uid: 'other' })], t0)
const edited = { metadata: { generation: 2 } }

interface Case {
  readonly operation?: Partial<SuspendOperation>
  readonly facts?: FlinkDeploymentFacts
  readonly status?: StatusChange
  readonly spec?: SpecChange
}

const roundFor = (
  { operation = {}, facts = runningCluster(), status = {}, spec = {} }: Case,
): { readonly round: Round; readonly begun: SuspendOperation } => {
  const begun = aSuspend(operation)
  return {
    begun,
    round: seenRound({
      ...edited,
      spec: { ...spec, job: { parallelism: 3, ...spec.job } },
      status: runningStatus({ operation: begun, recorded: { spec: spec.noHa === true ? noHa : {} }, ...status }),
      facts,
    }),
  }
}
const go = (given: Case, change: (it: Round) => Round = it => it): JobDecision => {
  const { round, begun } = roundFor(given)
  return continueStopBy(ownCluster, change(round), begun)
}
const withoutWanted = (it: Round): Round => ({ ...it, desired: { ...it.desired, wanted: null } })
const unreadable = (it: Round): Round => ({
  ...it,
  desired: { ...it.desired, deployed: { _tag: 'Undecodable', endpoint: null, error: { path: '', found: '', expected: '' } } },
})

const person = 'the user: upgradeMode stateless, or a savepointRedeployNonce with the path of a savepoint or checkpoint'
const problem = (message: string, type = 'UpgradeFailureException', reason = 'SavepointError') => ({
  owner: 'operation',
  type,
  message,
  reason,
})
const timedOut = problem(
  `Timed out stopping the job ${jobId} with savepoint, please configure a larger timeout via 'execution.checkpointing.timeout'. If it does not complete: ${whatAPersonCanDo}`,
)
const underWay = { kind: 'Suspend', step: 'Requested' }

describe('what tells how far a suspend is (control-flow.md, section 5.8)', () => {
  const asked = (given: Case, change: (it: Round) => Round = it => it) => {
    const { round, begun } = roundFor(given)
    return suspendQueries(change(round), begun)
  }
  test.each<readonly [string, Case, readonly object[]]>([
    ['a savepoint: its job, and its trigger id', {}, [{ _tag: 'GetJobsOverview' }, {
      _tag: 'GetSavepointOperation',
      jobId,
      triggerId: operationId,
      for: 'stopOperation',
    }]],
    ['a cancel: its job', { operation: { mode: 'CANCEL' } }, [{ _tag: 'GetJobsOverview' }]],
    ['a cancel without its state: its job', { operation: { mode: 'STATELESS' } }, [{ _tag: 'GetJobsOverview' }]],
    ['there is no job to ask for', { operation: { jobId: null } }, []],
  ])('%s', (_title, given, want) => {
    expect(asked(given)).toMatchObject(want)
    expect(asked(given)).toHaveLength(want.length)
  })

  test("B41 where what is deployed can't be read nobody knows whom to ask", () => {
    expect(asked({}, unreadable)).toEqual([])
  })

  test.each(['CANCEL', 'STATELESS'] as const)('%s: before anything is decided it is asked', mode => {
    expect(go({ operation: { mode }, facts: {} })).toMatchObject({
      _tag: 'Look',
      why: `what is the result of ${mode} ${operationId}?`,
      queries: [{ _tag: 'GetJobsOverview' }],
    })
  })
})

describe('REST does not answer (control-flow.md, section 5.8): is the JobManager there at all?', () => {
  const silent = runningCluster(t0, { jobs: late, stopOperation: late })
  test.each<readonly [string, Case, object]>([
    ['P05 that is looked at live', { facts: { jobs: late, stopOperation: late } }, {
      _tag: 'Look',
      why: 'does the JobManager still exist?',
      queries: [{ _tag: 'ReadDeployment' }, { _tag: 'ListJobManagerPods' }],
    }],
    ['P05 a cancel as well', { operation: { mode: 'CANCEL' }, facts: { jobs: late } }, {
      _tag: 'Look',
      why: 'does the JobManager still exist?',
      queries: [{ _tag: 'ReadDeployment' }, { _tag: 'ListJobManagerPods' }],
    }],
    ['it is there: the outcome is waited for', { facts: silent }, {
      effects: [],
      after: 1_000,
      waitingFor: `savepoint ${operationId}: late`,
      problem: null,
      status: { operation: underWay },
    }],
    ['it is there, for too long: that is told (trap 2)', { facts: silent, operation: { giveUpAt: t0 - 1 } }, {
      effects: [],
      problem: timedOut,
      status: { operation: underWay },
    }],
    ['it is there, and its time is just over', { facts: silent, operation: { giveUpAt: t0 } }, {
      problem: null,
      status: { operation: underWay },
    }],
    ['it is gone: what was to come of it is lost with it', {
      facts: goneCluster(t0, { jobs: late, stopOperation: late }),
      status: { jobManagerDeploymentStatus: 'MISSING' },
    }, {
      reason: `the JobManager disappeared before the operator saw the outcome of SAVEPOINT ${operationId}`,
      problem: null,
      status: { operation: null, operatorRecord: { retryAt: null } },
    }],
    ['a cancel whose JobManager is gone', {
      operation: { mode: 'CANCEL' },
      facts: goneCluster(t0, { jobs: late }),
      status: { jobManagerDeploymentStatus: 'MISSING' },
    }, { reason: `the JobManager disappeared before the operator saw the outcome of CANCEL ${operationId}`, status: { operation: null } }],
    ['P25 the operation names no job: how it is stopped is decided anew', { operation: { jobId: null }, facts: {} }, {
      effects: [],
      reason: 'the operation names no job',
      status: { operation: null },
    }],
    ['P25 the same of a cancel', { operation: { jobId: null, mode: 'CANCEL' }, facts: {} }, {
      effects: [],
      reason: 'the operation names no job',
      status: { operation: null },
    }],
    ['no job is known that could be cancelled without its state: its cluster goes', {
      operation: { jobId: null, mode: 'STATELESS' },
      facts: {},
    }, { effects: [], reason: 'the job is no longer running: its cluster is deleted', status: { operation: { step: 'TearDown' } } }],
  ])('%s', (_title, given, want) => {
    expect(go(given)).toMatchObject(want)
  })
})

describe('a suspend that is given up leaves the job as deployed as it was (control-flow.md, section 1.4; D-04)', () => {
  const facts = runningCluster(t0, {
    stopOperation: known({ _tag: 'Failed', causes: [{ type: 'E', message: 'no' }], savepointPath: null }, t0),
  })
  const state = (before: 'UPGRADING' | 'DEPLOYED' | 'ROLLED_BACK') => ({ operation: aSuspend(), reconciliation: { state: before } })
  test.each<readonly [string, FlinkDeploymentStatus, string]>([
    ['UPGRADING, and its record says that it runs', runningStatus(state('UPGRADING')), 'DEPLOYED'],
    ['UPGRADING, and its record says that nothing runs', suspendedStatus(state('UPGRADING')), 'UPGRADING'],
    ['ROLLED_BACK', runningStatus(state('ROLLED_BACK')), 'ROLLED_BACK'],
    ['DEPLOYED', runningStatus(state('DEPLOYED')), 'DEPLOYED'],
  ])('%s', (_title, status, want) => {
    expect(continueStopBy(ownCluster, seenRound({ ...edited, status, facts }), aSuspend())).toMatchObject({
      reason: 'the savepoint failed',
      problem: problem('Savepoint Error -> no'),
      status: { operation: null, reconciliationStatus: { state: want }, operatorRecord: { retryAt: t0 + 60_000 } },
    })
  })

  test("B41 what is deployed can't be read: nothing is said of it", () => {
    expect(
      go({
        operation: { mode: 'CANCEL' },
        status: { reconciliation: { state: 'UPGRADING' }, jobManagerDeploymentStatus: 'MISSING' },
        facts: goneCluster(t0, { jobs: late }),
      }, unreadable),
    ).toMatchObject({ status: { operation: null, reconciliationStatus: { state: 'UPGRADING' } } })
  })
})

describe('this JobManager does not know the trigger id (design.md, section 3; control-flow.md, section 5.8)', () => {
  const forgotten = (change: FlinkDeploymentFacts = {}) => runningCluster(t0, { stopOperation: absent(t0), ...change })
  const notListed = known<[]>([], t0)
  const missedFor = (millis: number): StatusChange => ({ record: { jobMissedSince: t0 - millis } })
  const anew = {
    reason: `the JobManager restarted during savepoint ${operationId}: the operator tries it again`,
    problem: null,
    status: { operation: null },
  }
  const waits = { waitingFor: 'the JobManager to list the job', after: 1_000, status: { operation: underWay } }
  const unknownPath = problem(
    `The JobManager restarted without high availability while the job was stopped with savepoint ${operationId}; the savepoint may be complete, but its path is unknown. Manual restore required. ${whatAPersonCanDo}`,
  )
  const restarting = { jobs: known([aJob('RESTARTING')], t0) }

  test.each<readonly [string, Case, object]>([
    ['a restarted JobManager that lists nothing for a moment', {
      facts: forgotten({ jobs: notListed, jobManagerPods: otherPod }),
      status: missedFor(absenceMillis - 1),
    }, waits],
    ['a restarted JobManager that lists nothing, for the first time', {
      facts: forgotten({ jobs: notListed, jobManagerPods: otherPod }),
      status: { record: { jobMissedSince: null } },
    }, waits],
    ['a restarted JobManager that lists nothing for long', {
      facts: forgotten({ jobs: notListed, jobManagerPods: otherPod }),
      status: missedFor(absenceMillis),
    }, anew],
    ['the same JobManager that lists nothing for long', { facts: forgotten({ jobs: notListed }), status: missedFor(absenceMillis) }, {
      ...waits,
      problem: null,
    }],
    ['the same JobManager that lists nothing, its time is just over', {
      facts: forgotten({ jobs: notListed }),
      status: missedFor(absenceMillis),
      operation: { giveUpAt: t0 },
    }, { ...waits, problem: null }],
    ['the same JobManager that lists nothing, beyond the time for the stop', {
      facts: forgotten({ jobs: notListed }),
      status: missedFor(absenceMillis),
      operation: { giveUpAt: t0 - 1 },
    }, anew],
    ['beyond the time for the stop, but not listed for a moment only', {
      facts: forgotten({ jobs: notListed }),
      status: missedFor(0),
      operation: { giveUpAt: t0 - 1 },
    }, { ...waits, problem: timedOut }],
    ['it restarts for too long', { facts: forgotten(restarting), operation: { giveUpAt: t0 - 1 } }, {
      reason: 'the job never reached a state in which it can be stopped',
      problem: problem('The job is RESTARTING and could not be stopped with a savepoint'),
      status: { operation: null, operatorRecord: { retryAt: t0 + 60_000 } },
    }],
    ['it restarts, its time is just over', { facts: forgotten(restarting), operation: { giveUpAt: t0 } }, {
      waitingFor: `the job to be RUNNING for savepoint ${operationId} (it is RESTARTING)`,
      status: { operation: underWay },
    }],
    ["P14 its pods can't be seen", { facts: forgotten({ jobManagerPods: late }) }, {
      waitingFor: `Flink to list the job again, for savepoint ${operationId}`,
      status: { operation: underWay },
    }],
    ['P01 without HA the restarted job began anew: a person decides', { spec: noHa, facts: forgotten({ jobManagerPods: otherPod }) }, {
      waitingFor: person,
      after: 60_000,
      problem: unknownPath,
      status: { operation: underWay },
    }],
    ['without HA, stateless by now', {
      spec: { ...noHa, job: { upgradeMode: 'stateless' } },
      facts: forgotten({ jobManagerPods: otherPod }),
    }, { reason: 'the user decided what the job is restored from', status: { operation: null } }],
  ])('%s', (_title, given, want) => {
    expect(go(given)).toMatchObject(want)
  })

  test("P01 B41 nobody decides where there is no spec to deploy, or what is deployed can't be read", () => {
    expect(go({ spec: noHa, facts: forgotten({ jobManagerPods: otherPod }) }, withoutWanted)).toMatchObject({
      waitingFor: person,
      problem: unknownPath,
    })
    expect(go({ facts: forgotten({ jobManagerPods: otherPod }) }, unreadable)).toMatchObject({ waitingFor: person, problem: unknownPath })
  })
})

describe('L2 the job ended and the trigger id is forgotten: only a savepoint of this very stop is taken', () => {
  const ended: StatusChange = { job: { state: 'FINISHED' }, record: { terminalSince: t0 - 60_000, runningSince: null } }
  const facts = (change: FlinkDeploymentFacts = {}) =>
    runningCluster(t0, { jobs: known([aJob('FINISHED')], t0), stopOperation: absent(t0), ...change })
  const shown = (change: object) =>
    facts({
      checkpoints: known(
        checkpointStatistics({
          savepoint: aCheckpoint(9, { isSavepoint: true, isStop: true, externalPath: 's3://b/sp/9', triggerTimestamp: t0, ...change }),
        }),
        t0,
      ),
    })
  const mintedAt = t0 - 5_000
  const unknownPath = { reason: 'the job ended, and the path of its last savepoint is unknown', status: { operation: null } }
  test.each<readonly [string, Case, object]>([
    ['P05 what Flink lists is looked at', { facts: facts() }, {
      _tag: 'Look',
      why: 'is the savepoint of the stop listed?',
      queries: [{ _tag: 'GetCheckpoints', jobId }],
    }],
    ['it is listed', { facts: shown({}) }, {
      reason: 'the job is stopped (SAVEPOINT); it is restored next',
      status: { operation: null, jobStatus: { upgradeSavepointPath: 's3://b/sp/9' } },
    }],
    ['it was triggered as soon as it was written down', { facts: shown({ triggerTimestamp: mintedAt }), operation: { mintedAt } }, {
      status: { jobStatus: { upgradeSavepointPath: 's3://b/sp/9' } },
    }],
    ['it is older than the stop', { facts: shown({ triggerTimestamp: mintedAt - 1 }), operation: { mintedAt } }, unknownPath],
    ['F08 it is a savepoint that somebody asked for', { facts: shown({ isStop: false }) }, unknownPath],
    ['it is a checkpoint', { facts: shown({ isSavepoint: false, isStop: false }) }, unknownPath],
    ['it has no path', { facts: shown({ externalPath: null }) }, unknownPath],
    ['it was discarded', { facts: shown({ discarded: true }) }, unknownPath],
    ['none is listed', { facts: facts({ checkpoints: known(checkpointStatistics(), t0) }) }, unknownPath],
    ['the JobManager does not know the job any more', { facts: facts({ checkpoints: absent(t0) }) }, unknownPath],
    ["P14 what is listed can't be read now", { facts: facts({ checkpoints: late }) }, {
      waitingFor: 'Flink to say whether it completed the savepoint of the stop',
      effects: [],
      status: { operation: underWay },
    }],
    ['the job failed: that was no stop', { facts: shown({}), status: { ...ended, job: { state: 'FAILED' } } }, {
      reason: 'the job ended before it was stopped',
      status: { operation: null },
    }],
  ])('%s', (_title, given, want) => {
    expect(go({ status: ended, ...given })).toMatchObject(want)
  })

  test("B41 what is deployed can't be read: nobody knows whom to ask", () => {
    expect(go({ status: ended, facts: shown({}) }, unreadable)).toMatchObject({
      reason: 'the job ended before it was stopped',
      status: { operation: null },
    })
  })
})

describe('a cancel (control-flow.md, sections 5.7 and 5.8)', () => {
  const cancel = (given: Case, giveUpAt = t0): Case => ({ ...given, operation: { mode: 'CANCEL', giveUpAt, ...given.operation } })
  const notListed = runningCluster(t0, { jobs: known([], t0) })
  const anotherRun = runningCluster(t0, { jobs: known([aJob('RUNNING', { startTime: clusterStart + 90_000 })], t0) })
  const sentAgain = {
    effects: [{ _tag: 'CancelJob', jobId }],
    reason: 'the job is not being cancelled: the operator sends the cancel again',
    waitingFor: 'the job to be cancelled',
    after: 1_000,
  }
  const incarnation = { deploymentUid: null, podUid: null, restartCount: null, jobStartTime: null }
  const keptPath = problem(
    `The JobManager restarted without high availability while the job was being cancelled; its last checkpoint was kept, but its path is unknown. Manual restore required. ${whatAPersonCanDo}`,
  )
  const waits = { effects: [], waitingFor: 'the JobManager to list the job', after: 1_000, status: { operation: underWay } }

  test.each<readonly [string, Case, object]>([
    ['not taken yet: sent again', cancel({}), sentAgain],
    ['F03 with HA another run went on from HA metadata, which a cancel would throw away: decided anew', cancel({ facts: anotherRun }), {
      effects: [],
      reason: 'the JobManager restarted while the job was being cancelled: the operator decides again how to stop it',
      status: { operation: null },
    }],
    ['P01 without HA another run says nothing of the one that was cancelled', cancel({ spec: noHa, facts: anotherRun }), {
      effects: [],
      waitingFor: person,
      problem: keptPath,
      status: { operation: underWay },
    }],
    ['without HA, which run was cancelled is not known', cancel({ spec: noHa, facts: anotherRun, operation: { incarnation } }), sentAgain],
    [
      'without HA, nothing is known of what was cancelled',
      cancel({ spec: noHa, facts: anotherRun, operation: { incarnation: null } }),
      sentAgain,
    ],
    ['without HA, another run, stateless by now', cancel({ spec: { ...noHa, job: { upgradeMode: 'stateless' } }, facts: anotherRun }), {
      reason: 'the user decided what the job is restored from',
      status: { operation: null },
    }],
    ['not listed', cancel({ facts: notListed }), waits],
    ['not listed, without HA', cancel({ spec: noHa, facts: notListed }), waits],
    ['with HA not listed for all the time: decided anew, by what is left', cancel({ facts: notListed }, t0 - 1), {
      reason: 'Flink does not list the job that was cancelled',
      problem: problem(`Cannot find job when trying to cancel. ${whatAPersonCanDo}`, 'UpgradeFailureException', 'CleanupFailed'),
      status: { operation: null, jobStatus: { state: 'RECONCILING' }, operatorRecord: { retryAt: t0 + 60_000 } },
    }],
    ['P01 without HA not listed for all the time: a person decides', cancel({ spec: noHa, facts: notListed }, t0 - 1), {
      waitingFor: person,
      problem: keptPath,
      status: { operation: underWay },
    }],
  ])('%s', (_title, given, want) => {
    expect(go(given)).toMatchObject(want)
  })

  test('P01 without HA nobody decides where there is no spec to deploy', () => {
    expect(go(cancel({ spec: noHa, facts: anotherRun }), withoutWanted)).toMatchObject({ waitingFor: person, problem: keptPath })
  })

  test.each<readonly [string, Case, object]>([
    ['P17 its time is just over: it is waited for', { operation: { mode: 'STATELESS', giveUpAt: t0 } }, {
      waitingFor: 'the job to be cancelled',
      status: { operation: underWay },
    }],
    ['P17 then its cluster goes in any case', { operation: { mode: 'STATELESS', giveUpAt: t0 - 1 } }, {
      status: { operation: { step: 'TearDown' } },
    }],
    ['it is not listed: its cluster goes', { operation: { mode: 'STATELESS' }, facts: notListed }, {
      status: { operation: { step: 'TearDown' } },
    }],
    ['it ended: its cluster goes', { operation: { mode: 'STATELESS' }, status: { job: { state: 'CANCELED' } } }, {
      status: { operation: { step: 'TearDown' } },
    }],
  ])('without its state: %s', (_title, given, want) => {
    expect(go(given)).toMatchObject(want)
  })
})

describe('the cluster goes (control-flow.md, section 8.2)', () => {
  const tearDown = (facts: FlinkDeploymentFacts, giveUpAt: number, mode: 'LAST_STATE' | 'STATELESS' = 'LAST_STATE'): Case => ({
    facts,
    operation: { mode, step: 'TearDown', giveUpAt, restoreMode: mode === 'LAST_STATE' ? 'last-state' : 'stateless' },
  })
  const [inTime, overdue] = [t0, t0 - 1]
  const waits = (now: number): FlinkDeploymentFacts =>
    runningCluster(now, { deployment: known(neverAvailable(), now), jobManagerPods: known([aStartingPod()], now), jobs: late })
  const reported = {
    owner: 'operation',
    type: 'ReconciliationException',
    message: expect.stringMatching(/^The cluster is still being deleted: waiting for /u) as unknown,
    reason: 'CleanupFailed',
  }
  const podGoes = goneCluster(t0, { jobManagerPods: known([aPod()], t0) })

  test.each<readonly [string, Case, object]>([
    ['P05 it is looked at', tearDown({}, inTime), { _tag: 'Look', why: 'is the cluster gone?' }],
    ['its JobManager is stopped', tearDown(runningCluster(), inTime), { effects: [{ _tag: 'PatchObject' }], after: 1_000, problem: null }],
    [
      'P05 a stateless one whose JobManager never started goes as it was seen, without being scaled down (docs/adr/0009)',
      { ...tearDown(waits(t0), inTime, 'STATELESS'), status: neverSeenUp },
      {
        effects: [{ _tag: 'DeleteObject', target: { kind: 'Deployment' }, resourceVersion: neverAvailable().resourceVersion }],
        after: 1_000,
      },
    ],
    [
      'P05 that it never started is looked at live',
      { ...tearDown({ ...waits(t0), jobManagerPods: known([aStartingPod()], t0, 'cache') }, inTime, 'STATELESS'), status: neverSeenUp },
      { _tag: 'Look', why: 'did the JobManager ever start?' },
    ],
    ['P01 one with state is stopped first all the same', tearDown(waits(t0), inTime), { effects: [{ _tag: 'PatchObject' }] }],
    ['a stateless one that runs is stopped first', tearDown({ ...waits(t0), jobManagerPods: known([aPod()], t0) }, inTime, 'STATELESS'), {
      effects: [{ _tag: 'PatchObject' }],
    }],
    ['its JobManager is stopped, late', tearDown(runningCluster(), overdue), { effects: [{ _tag: 'PatchObject' }], problem: reported }],
    ['its pod goes', tearDown(podGoes, inTime), {
      effects: [],
      after: 1_000,
      waitingFor: 'JobManager pod app-1 to be gone',
      problem: null,
    }],
    ['its pod goes, late', tearDown(podGoes, overdue), { effects: [], problem: reported }],
    ["P14 it can't be seen", tearDown(goneCluster(t0, { services: late }), inTime), {
      effects: [],
      after: 1_000,
      waitingFor: 'the Kubernetes API to return the objects of the cluster: late',
      problem: null,
    }],
    [
      "P14 it can't be seen, late",
      tearDown(goneCluster(t0, { deployment: known(aDeployment({ wantedReplicas: 0 }), t0), services: late }), overdue),
      { effects: [], problem: reported },
    ],
    ['it is gone: HA metadata keeps the state', tearDown(goneCluster(), inTime), {
      effects: [],
      reason: 'the job is stopped (LAST_STATE); it is restored next',
      status: { operation: null, jobManagerDeploymentStatus: 'MISSING', operatorRecord: { lastState: { _tag: 'InHighAvailability' } } },
    }],
    [
      'D-09 its state is not kept: its HA metadata goes',
      tearDown(goneCluster(t0, { configMaps: known([haConfigMap()], t0) }), inTime, 'STATELESS'),
      {
        effects: [{ _tag: 'DeleteHaMetadata', clusterId: 'app', configMaps: [{ name: haConfigMap().name, uid: haConfigMap().uid }] }],
        status: { operation: { step: 'TearDown' } },
      },
    ],
    [
      'its HA metadata goes by itself',
      tearDown(goneCluster(t0, { configMaps: known([{ ...haConfigMap(), deleting: true }], t0) }), inTime, 'STATELESS'),
      {
        effects: [],
        reason: 'the job is stopped (STATELESS); it is restored next',
        status: { operation: null, operatorRecord: { lastState: { _tag: 'None' } } },
      },
    ],
  ])('%s', (_title, given, want) => {
    expect(go(given)).toMatchObject(want)
  })
})

describe("P06 the Deployment is scaled to 0 replicas by somebody while the job is being stopped: what came of the stop can't be asked", () => {
  const scaled = (change: object = {}): FlinkDeploymentFacts =>
    runningCluster(t0, {
      jobs: late,
      stopOperation: late,
      deployment: known(aDeployment({ wantedReplicas: 0, replicas: 0, availableReplicas: 0, ...change }), t0),
      jobManagerPods: known([], t0),
    })
  const isReported = (facts: FlinkDeploymentFacts, mode: SuspendOperation['mode']): boolean => {
    const decision = go({ operation: { mode }, facts })
    return decision._tag !== 'Look' && decision.problem?.message.includes('kubectl scale deployment app') === true
  }

  test.each(['SAVEPOINT', 'CANCEL'] as const)('%s: that is told, with what a person can do', mode => {
    expect(isReported(scaled(), mode)).toBe(true)
  })

  test.each([
    ['it wants a replica', scaled({ wantedReplicas: 1 })],
    ['it is going', scaled({ deleting: true })],
    ['its last pod still ends', { ...scaled(), jobManagerPods: known([aPod({ deleting: true })], t0) }],
  ])('not where %s', (_title, facts) => {
    expect(isReported(facts, 'SAVEPOINT')).toBe(false)
  })
})

const started = Number(steady.status.jobStatus.startTime)

/** What the status says that the job left, after a round with a stop by this mode under way whose job has come to its end. */
const leftBy = (mode: SuspendMode): string => {
  const world = jobWorld({
    edit: { job: { entryClass: 'x' } },
    reconciliation: { state: 'UPGRADING' },
    jobs: [listed(id, 'FINISHED', started)],
    status: { operation: { ...suspend, mode, mintedAt: steady.now - 5_000 } },
  })
  const status = world.next.flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : [])).at(-1) ?? world.status
  return status.operatorRecord.lastState._tag
}

describe('P01 only a stop that a person asked to be stateless ends with nothing to go on from', () => {
  test.each(suspendModes.map(mode => [mode]))('%s', mode => {
    expect(leftBy(mode) === 'None').toBe(mode === 'STATELESS')
  })
})

test("a step that only an application takes: a session job's stop goes on, and the job that is gone counts as ended", () => {
  const world = jobWorld({
    edit: { job: { upgradeMode: 'stateless', entryClass: 'x' } },
    reconciliation: { state: 'UPGRADING' },
    job: { state: 'CANCELLING' },
    jobs: [],
    session: aSession({ noHa: true }),
    record: { jobMissedSince: steady.now - 60_000, terminalSince: null },
    status: { operation: { ...suspend, mode: 'STATELESS', restoreMode: 'stateless', step: 'TearDown' } },
  })
  expect(writtenBy(world)).toMatchObject({ operation: null, jobStatus: { state: 'FINISHED' } })
})
