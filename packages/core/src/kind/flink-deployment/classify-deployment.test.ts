import { describe, expect, test } from 'vitest'
import { sameRunText } from '../../job/observe/revived-job.ts'
import {
  aCheckpoint,
  aDeployment,
  aJob,
  aPod,
  aStartingPod,
  attemptId,
  checkpointStatistics,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  jobId,
  neverAvailable,
  notAvailable,
  runningCluster,
} from '../../../fixtures/cluster-facts.ts'
import { notLookedAt } from '../../../fixtures/seen-round.ts'
import {
  aDeploy,
  aSuspend,
  aTearDown,
  freshStatus,
  runningStatus,
  suspendedStatus,
  neverSeenUp,
} from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, situationOf } from '../../../fixtures/round.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { nothingRecorded, stateOfRunningJob } from '../../contract/resource/last-state.ts'

const dead = (change: object = {}) => runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' }, ...change })
const edited = { job: { parallelism: 3 } }
const deletesOnCancel = {
  noHa: true,
  configuration: { 'execution.checkpointing.externalized-checkpoint-retention': 'DELETE_ON_CANCELLATION' },
  job: { upgradeMode: 'last-state' },
} as const
const noHa = { noHa: true } as const
const failed = (change: object = {}) =>
  runningStatus({
    job: { state: 'FAILED', upgradeSavepointPath: 's3://b/cp/7' },
    record: { terminalSince: t0 - 60_000, left: true, runningSince: null },
    ...change,
  })
const restartFailed = { 'kubernetes.operator.job.restart.failed': 'true' }
const rollbackOn = { 'kubernetes.operator.deployment.rollback.enabled': 'true' }
const old = { spec: { rest: { image: 'flink:old' } } }
const redeploy = { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/init' } }
const upgrading = (change: object = {}) => suspendedStatus({ reconciliation: { state: 'UPGRADING' }, ...change })
const rollingBack = (change: object = {}) =>
  suspendedStatus({ reconciliation: { state: 'ROLLING_BACK' }, recorded: { state: 'suspended', used: 'last-state' }, ...change })
/** Written by the reference operator: no record of ours. */
const adopted = { attempts: 0, deployedAttempt: null, deployedSource: null }
const submittedByReference = known(aDeployment({ annotations: { 'flinkdeployment.flink.apache.org/generation': '1' } }), t0)

/** What `explain` and the wait tell of a row; rows that answer for several reasons are told elsewhere. */
const reported: Readonly<Record<string, string>> = {
  deleting: 'the resource is being deleted',
  unreadable: "the recorded state can't be read",
  'invalid-from-the-start': 'the spec is invalid, and nothing was started before',
  finalizer: 'our finalizer is added first',
  unseen: 'how are the JobManager and the job?',
  stopping: 'the job is being stopped (SAVEPOINT)',
  deploying: 'the cluster is being deployed (Upgrade)',
  'tearing-down': 'the cluster is being deleted (ShutdownTtl)',
  'created-suspended': 'the resource was created suspended',
  'never-started': 'the job was never started',
  'adopted-cancel': 'the reference operator was cancelling the job for an upgrade when this operator took over',
  'orphan-job': 'a job that should not run is alive',
  'stopped-to-stay': 'the job is stopped, and the spec asks for a suspended job',
  'submitted-before AlreadyUpgraded': 'the cluster was submitted before this operator took over',
  'orphan-job Blocked': sameRunText(jobId),
  'submitted-before Blocked': 'the Kubernetes API to return the JobManager Deployment',
  'submitted-before NeedsFacts': 'was the cluster submitted before this operator took over?',
  'stopped-before-first-start': 'the job was not started for the first time yet',
  'edited-while-suspended': 'the user edited the spec while the job is suspended',
  'past-ttl/suspended': 'the JobManager of the suspended job is no longer needed',
  suspended: 'the job is suspended',
  'past-ttl/ended': 'the JobManager of the ended job is no longer needed',
  'savepoint-redeploy': 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
  'adopted-rollback': 'the reference operator had begun a rollback when this operator took over',
  'edit-taken-back': 'the user changed the spec back to the running one',
}

describe('rows C: which situation is it? (control-flow.md, sections 2.5, 3.1, 4.1, 4.10)', () => {
  test.each<readonly [string, string, Given]>([
    ['deleting Deleting', "a deletion comes before everything else, a record that can't be read included (B83)", {
      metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' },
      status: runningStatus({ reconciliation: { lastReconciledSpec: 'no json' } }),
    }],
    ['unreadable Unmanageable', "B41 D-23 a record that can't be read: nothing is decided", {
      status: runningStatus({ reconciliation: { lastReconciledSpec: 'no json' } }),
      facts: runningCluster(),
    }],
    ['invalid-from-the-start InvalidFromTheStart', 'P10 an invalid spec that was never deployed', {
      spec: { job: { parallelism: -1 } },
      status: freshStatus,
    }],
    ['finalizer NotYetOurs', 'our finalizer comes before the first effect', { metadata: { finalizers: [] }, facts: goneCluster() }],
    ['unseen NeedsFacts', 'P14 nothing is decided about what was not looked at', { status: runningStatus() }],
    ['stopping Suspending', 'a suspend that is under way goes on, whatever the spec says by now', {
      status: runningStatus({ operation: aSuspend() }),
      spec: edited,
      facts: runningCluster(),
    }],
    ['deploying Deploying', 'a deploy that is under way goes on', { status: suspendedStatus({ operation: aDeploy() }) }],
    ['tearing-down TearingDown', 'a tear-down that is under way goes on', { status: suspendedStatus({ operation: aTearDown() }) }],
    ['created-suspended SuspendedToRecord', 'B45 D-20 created suspended: recorded, not deployed', {
      status: freshStatus,
      spec: { job: { state: 'suspended' } },
    }],
    ['never-started FirstDeployment', 'never deployed', { status: freshStatus }],
    ['adopted-cancel AdoptedCancel', "the reference operator's cancel is taken over", {
      status: runningStatus({ reconciliation: { state: 'UPGRADING' }, job: { state: 'CANCELLING' } }),
      facts: runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) }),
    }],
    ['orphan-job OrphanJob', 'B26 D-21 a suspended job that is alive again', {
      status: suspendedStatus({ jobManagerDeploymentStatus: 'READY' }),
      spec: { job: { state: 'suspended' } },
      facts: runningCluster(),
    }],
    ['orphan-job OrphanJob', 'P13 a job that had ended and is alive again', {
      status: failed({ job: { state: 'FAILED', startTime: '5', upgradeSavepointPath: 's3://b/cp/7' } }),
      facts: runningCluster(),
    }],
    ['orphan-job Blocked', 'A12 the very run that is recorded as ended: the record is older than the job', {
      status: failed(),
      facts: runningCluster(),
    }],
    ['stopped-to-stay SuspendedToRecord', 'D-02 D-03 UPGRADING, stopped, and to stay suspended', {
      status: upgrading(),
      spec: { job: { state: 'suspended' } },
    }],
    ['submitted-before AlreadyUpgraded', 'B34 the submit of the operator before did happen', {
      status: upgrading({ record: adopted, recorded: { state: 'suspended' } }),
      facts: { deployment: submittedByReference, configMaps: known([flinkConfigMap(null)], t0) },
    }],
    ['submitted-before AlreadyUpgraded', 'P01 the same, and the job is to be suspended by now: what ran since is not lost', {
      status: upgrading({ record: adopted, recorded: { state: 'suspended' } }),
      spec: { job: { state: 'suspended' } },
      facts: { deployment: submittedByReference, configMaps: known([flinkConfigMap(null)], t0) },
    }],
    ['submitted-before Blocked', 'P14 the Deployment could not be seen: nothing is submitted again', {
      status: upgrading({ record: adopted }),
      facts: { deployment: unknown('Timeout', 'late', t0), configMaps: known([], t0) },
    }],
    ['submitted-before NeedsFacts', 'B62 D-12 a cache does not tell whether the job was submitted', {
      status: upgrading({ record: adopted }),
      facts: { deployment: absent(t0, 'cache') },
    }],
    ['stopped-before-first-start FirstDeployment', 'B20 the first deployment did not happen yet: the initial savepoint counts again', {
      status: upgrading({
        record: { deployedAttempt: null, deployedSource: null, lastState: { _tag: 'NeverStarted' } },
        job: { startTime: null },
        recorded: { state: 'suspended', firstDeployment: true },
      }),
    }],
    ['edited-while-suspended SuspendedToRecord', 'B70 D-20 an edit while suspended is recorded', {
      status: suspendedStatus(),
      spec: { job: { state: 'suspended' } },
      metadata: { generation: 2 },
      facts: goneCluster(),
    }],
    ['past-ttl/suspended PastTtl', 'D-27 the JobManager of a suspended job goes after its time', {
      status: suspendedStatus({ jobManagerDeploymentStatus: 'READY', record: { terminalSince: t0 - 86_400_001 } }),
      spec: { job: { state: 'suspended' } },
      facts: runningCluster(t0, { jobs: known([aJob('FINISHED')], t0) }),
    }],
    ['suspended Settled', 'P08 suspended and nothing to do', {
      status: suspendedStatus(),
      spec: { job: { state: 'suspended' } },
      facts: goneCluster(),
    }],
    ['past-ttl/ended PastTtl', 'D-27 the JobManager of an ended job goes after its time', {
      status: failed({ record: { terminalSince: t0 - 86_400_001, left: true } }),
      facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0) }),
    }],
    ['nothing Settled', 'P08 running as it is to be', { status: runningStatus(), facts: runningCluster() }],
    ['nothing Settled', 'P10 B39 an invalid edit leaves what runs alone', {
      status: runningStatus(),
      spec: { job: { parallelism: -1 } },
      metadata: { generation: 2 },
      facts: runningCluster(),
    }],
    ['savepoint-redeploy RedeployDue', 'D-11 a new savepointRedeployNonce', {
      status: runningStatus(),
      spec: redeploy,
      facts: runningCluster(),
    }],
    ['adopted-rollback AdoptedRollback', 'D-06 a rollback of the operator before that did not stop the job yet is judged anew', {
      status: runningStatus({ reconciliation: { state: 'ROLLING_BACK' } }),
      facts: runningCluster(),
    }],
    ['edit-taken-back RunsWhatIsWanted', 'B42 D-35 the spec that runs is put back', {
      status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' }, recorded: { spec: edited }, stable: {} }),
      spec: {},
      facts: runningCluster(),
    }],
    ['failed Blocked', 'F15 a failed job that Flink still lists alive: it may tell the end a moment late', {
      status: failed({
        job: { state: 'FAILED', startTime: String(aJob('RUNNING').startTime), upgradeSavepointPath: 's3://b/cp/7' },
        record: { terminalSince: t0 - 1, left: true, runningSince: null },
      }),
      spec: { configuration: restartFailed },
      facts: runningCluster(),
    }],
    ['failed, upgrade-mode/ended-state-known RestartFailed', '4.10/1 a failed job is restarted from its definite last state', {
      status: failed(),
      spec: { configuration: restartFailed },
      facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0) }),
    }],
    ['edit/not-available, upgrade-mode/recorded-path-unseen Blocked', "P14 its HA metadata can't be seen", {
      status: failed({
        jobManagerDeploymentStatus: 'DEPLOYING',
        recorded: { spec: { configuration: restartFailed } },
        record: { terminalSince: t0 - 60_000, left: true },
      }),
      spec: { configuration: restartFailed },
      facts: runningCluster(t0, {
        deployment: known(notAvailable(), t0),
        jobs: unknown('Unreachable', 'no', t0),
        configMaps: unknown('Timeout', 'late', t0),
      }),
    }],
  ])('%s: %s', (row, _title, given) => {
    const got = situationOf(given)
    expect(`${got.row} ${got._tag}`).toBe(row)
    expect(got.reason).toBe(reported[row] ?? reported[got.row] ?? got.reason)
    expect(got.reason).not.toBe('')
  })
})

test.each<readonly [string, Given, object]>([
  ['unreadable', { status: runningStatus({ reconciliation: { lastReconciledSpec: 'no json' } }), facts: runningCluster() }, {
    owner: 'validation',
    type: 'ReconciliationException',
    reason: 'Error',
    message: expect.stringMatching(/^status\.reconciliationStatus\.lastReconciledSpec can't be read: found .*, expected ./u),
  }],
  ['invalid-from-the-start', { spec: { job: { parallelism: -1 } }, status: freshStatus }, {
    owner: 'validation',
    type: 'ValidationException',
    reason: 'ValidationError',
    message: 'Job parallelism must be larger than 0',
  }],
])('%s: the problem that status.error tells', (row, given, problem) => {
  expect(situationOf(given)).toMatchObject({ row, problem })
})

test.each<readonly [string, Given]>([
  ['nothing is to be done', { status: runningStatus(), facts: runningCluster() }],
  ['the spec is invalid: the last valid spec stays deployed', {
    status: runningStatus(),
    spec: { job: { parallelism: -1 } },
    metadata: { generation: 2 },
    facts: runningCluster(),
  }],
])('nothing: %s', (reason, given) => {
  expect(situationOf(given)).toMatchObject({ row: 'nothing', reason })
})

describe('submitted-before is only for what the reference operator left (B34, L3)', () => {
  const given = (
    deployment: NonNullable<Given['facts']>['deployment'],
    configMaps: NonNullable<Given['facts']>['configMaps'] = known([flinkConfigMap(null)], t0),
    record: object = adopted,
  ): string => {
    const status = upgrading({ record, recorded: { state: 'suspended' } })
    return situationOf({
      status,
      facts: { ...(deployment === undefined ? {} : { deployment }), ...(configMaps === undefined ? {} : { configMaps }) },
    })._tag
  }

  test.each(
    [
      ['all objects of the submit are there', submittedByReference, undefined, adopted, 'AlreadyUpgraded'],
      [
        'B34 another generation',
        known(aDeployment({ annotations: { 'flinkdeployment.flink.apache.org/generation': '2' } }), t0),
        undefined,
        adopted,
        'RestoreDue',
      ],
      [
        'B34 one that is being deleted does not count',
        known(aDeployment({ deleting: true, annotations: { 'flinkdeployment.flink.apache.org/generation': '1' } }), t0),
        undefined,
        adopted,
        'RestoreDue',
      ],
      ['L3 the Deployment without its ConfigMap is not a submit', submittedByReference, known([], t0), adopted, 'RestoreDue'],
      ['nothing is there', absent(t0), undefined, adopted, 'RestoreDue'],
      ['our own attempts are told by their record', submittedByReference, undefined, { attempts: 1 }, 'RestoreDue'],
    ] as const,
  )('%s', (_title, deployment, configMaps, record, want) => {
    expect(given(deployment, configMaps ?? known([flinkConfigMap(null)], t0), record)).toBe(want)
  })

  test('a JobManager that is not MISSING was not submitted anew', () => {
    expect(
      situationOf({
        status: upgrading({ record: adopted, jobManagerDeploymentStatus: 'READY', recorded: { state: 'suspended' } }),
        facts: { deployment: submittedByReference, configMaps: known([flinkConfigMap(null)], t0) },
      })._tag,
    ).toBe('RestoreDue')
  })
})

describe('what is due while UPGRADING or ROLLING_BACK', () => {
  test.each<readonly [string, Given, object]>([
    ['B31 the edit was taken back: the job goes on all the same', { status: upgrading() }, {
      _tag: 'RestoreDue',
      purpose: 'Upgrade',
      row: 'restore/path',
    }],
    ['a newer edit is restored with', { status: upgrading(), spec: edited }, { _tag: 'RestoreDue', purpose: 'Upgrade' }],
    ['resume of a suspended job', { status: suspendedStatus(), facts: goneCluster() }, { _tag: 'RestoreDue', purpose: 'Resume' }],
    ['4.9 D-04 B36 an edit of ignored fields, or the mode that was used, does not make a rollback an upgrade to the bad spec', {
      status: rollingBack({ stable: old }),
      spec: { configuration: rollbackOn },
      facts: goneCluster(),
    }, { _tag: 'RestoreDue', purpose: 'Rollback' }],
    ['4.9 the stable spec is put back while the record is what is wanted', {
      status: rollingBack({ recorded: { state: 'suspended', used: 'last-state', spec: { configuration: rollbackOn } }, stable: old }),
      spec: { configuration: rollbackOn },
      facts: goneCluster(),
    }, { _tag: 'RestoreDue', purpose: 'Rollback' }],
    ['B36 an edit during the rollback makes it an upgrade', {
      status: rollingBack({ recorded: { state: 'suspended', used: 'last-state', spec: { configuration: rollbackOn } }, stable: old }),
      spec: { configuration: rollbackOn, job: { parallelism: 9 } },
      facts: goneCluster(),
    }, { _tag: 'RestoreDue', purpose: 'Upgrade' }],
    ['without a stable spec there is nothing to put back', { status: rollingBack({ stable: null }), facts: goneCluster() }, {
      _tag: 'RestoreDue',
      purpose: 'Upgrade',
    }],
    ['P25 stopped-before-first-start a deployment did happen, whatever is recorded of the state: a person', {
      status: upgrading({ recorded: { state: 'suspended', firstDeployment: true } }),
    }, { _tag: 'Blocked', row: 'restore/user-decides' }],
    ['P25 stopped-before-first-start the source of a deployment is proof as well', {
      status: upgrading({ record: { deployedAttempt: null }, recorded: { state: 'suspended', firstDeployment: true } }),
    }, { _tag: 'Blocked', row: 'restore/user-decides' }],
    ["the reference operator's record is proof as well", {
      status: upgrading({
        record: { deployedAttempt: null, deployedSource: null },
        recorded: { state: 'suspended', firstDeployment: false },
      }),
    }, { _tag: 'RestoreDue' }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })
})

describe('rows R: where a stopped job goes on from (control-flow.md, section 4.4/3)', () => {
  const bySavepoint = { state: 'suspended', used: 'savepoint' } as const
  const byLastState = { state: 'suspended', used: 'last-state' } as const

  test.each<readonly [string, Given, object]>([
    ['restore/to-query NeedsFacts: suspended by last-state, HA metadata not looked at', { status: upgrading({ recorded: byLastState }) }, {
      row: 'restore/to-query',
      _tag: 'NeedsFacts',
      queries: [{ _tag: 'ListConfigMaps' }],
    }],
    ['restore/wait P14 B09 HA metadata could not be read: wait', {
      status: upgrading({ recorded: byLastState }),
      facts: { configMaps: unknown('Timeout', 'late', t0) },
    }, { row: 'restore/wait', _tag: 'Blocked', problem: null, waitingFor: 'HA metadata could not be read' }],
    ['restore/user-decides B09 E3 HA metadata is gone: a person', {
      status: upgrading({ recorded: byLastState }),
      facts: { configMaps: known([], t0) },
    }, {
      row: 'restore/user-decides',
      _tag: 'Blocked',
      waitingFor: 'the user to restore the job',
      problem: { owner: 'upgrade', type: 'UpgradeFailureException', reason: 'RestoreFailed' },
    }],
    ['restore/user-decides P25 only the marker is known: a person', {
      status: upgrading({ recorded: bySavepoint, job: { upgradeSavepointPath: 'KUBERNETES_OPERATOR_LAST_STATE' } }),
    }, { row: 'restore/user-decides', _tag: 'Blocked', problem: { reason: 'RestoreFailed' } }],
    ['restore/path the savepoint of the suspend', { status: upgrading({ recorded: bySavepoint }) }, {
      row: 'restore/path',
      source: { path: 's3://b/sp/1' },
    }],
    ['restore/last-state HA metadata of this very job', { status: upgrading({ recorded: byLastState }), facts: goneCluster() }, {
      row: 'restore/last-state',
      source: { restorePath: 'KUBERNETES_OPERATOR_LAST_STATE' },
    }],
    ['restore/empty B24 a stateless job starts empty, whatever HA metadata says', {
      status: upgrading({ recorded: byLastState }),
      spec: { job: { upgradeMode: 'stateless' } },
      facts: goneCluster(),
    }, { row: 'restore/empty' }],
    ["restore/path B35 the suspend's mode counts, not the newest spec's", {
      status: upgrading({ recorded: bySavepoint }),
      spec: { job: { upgradeMode: 'last-state' } },
      facts: goneCluster(),
    }, { row: 'restore/path' }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })
})

describe('rows U: an upgrade is due (control-flow.md, section 5)', () => {
  const retry = (retryAt: number): Given => ({ status: runningStatus({ record: { retryAt } }), spec: edited, facts: runningCluster() })

  test.each<readonly [string, Given, object]>([
    ['edit/retry-later P17 not before the time of the next attempt', retry(t0 + 1), {
      _tag: 'Blocked',
      row: 'edit/retry-later',
      waitingFor: 'the time of the next attempt',
      problem: null,
    }],
    ['edit/stop from that moment on', retry(t0), { _tag: 'UpgradeDue', row: 'edit/stop, upgrade-mode/savepoint' }],
    ['edit/stop UpgradeDue carries its row and reason', {
      status: runningStatus(),
      spec: { job: { parallelism: 3, upgradeMode: 'stateless' } },
      facts: runningCluster(),
    }, { _tag: 'UpgradeDue', row: 'edit/stop, upgrade-mode/stateless', reason: 'the job is stateless' }],
    ['edit/to-query HA metadata is looked at', {
      status: runningStatus(),
      spec: { job: { parallelism: 3, upgradeMode: 'last-state' } },
      facts: { deployment: known(aDeployment(), t0), jobs: known([aJob('RUNNING')], t0) },
    }, {
      _tag: 'NeedsFacts',
      row: 'edit/to-query, checkpoint-age/no-limit',
      queries: [{ _tag: 'ListJobManagerPods' }, { _tag: 'ListConfigMaps' }, { _tag: 'ListServices' }],
    }],
    ['edit/to-query B16 the age of the checkpoint is looked at', {
      status: runningStatus({ job: { startTime: '0' } }),
      spec: {
        job: { parallelism: 3, upgradeMode: 'last-state' },
        configuration: { 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': '1 s' },
      },
      facts: runningCluster(t0, { jobs: known([aJob('RUNNING', { startTime: 0 })], t0) }),
    }, { _tag: 'NeedsFacts', row: 'edit/to-query, checkpoint-age/last-checkpoint', queries: [{ _tag: 'GetCheckpoints', jobId }] }],
    ['edit/user-decides E2 B11 the JobManager is missing and HA metadata is gone: a person', {
      status: dead(),
      spec: edited,
      facts: goneCluster(t0, { configMaps: known([], t0) }),
    }, {
      _tag: 'Blocked',
      row: 'edit/user-decides, stop-without-job/state-lost',
      waitingFor: 'the user to restore the job',
      problem: { owner: 'upgrade', type: 'UpgradeFailureException', reason: 'UpgradeFailed' },
    }],
    ['edit/not-available F17 by the watch it never started: that is looked at live, and what it would leave in the same look', {
      status: runningStatus({
        jobManagerDeploymentStatus: 'DEPLOYING',
        job: { state: 'RECONCILING' },
        recorded: { spec: noHa, used: 'savepoint' },
      }),
      spec: { ...noHa, ...edited },
      facts: {
        deployment: known(neverAvailable(), t0, 'cache'),
        jobManagerPods: known([aStartingPod()], t0, 'cache'),
        jobs: unknown('Unreachable', 'no', t0),
      },
    }, {
      _tag: 'NeedsFacts',
      row: 'edit/not-available, stop-without-job/jobmanager-never-started',
      queries: [{ _tag: 'ReadDeployment' }, { _tag: 'ListJobManagerPods' }, { _tag: 'ListConfigMaps' }],
    }],
    ['edit/not-available F17 by the watch it did start: waiting costs no request', {
      status: runningStatus({
        jobManagerDeploymentStatus: 'DEPLOYING',
        job: { state: 'RECONCILING' },
        recorded: { spec: noHa, used: 'savepoint' },
      }),
      spec: { ...noHa, ...edited },
      facts: {
        deployment: known(notAvailable(), t0, 'cache'),
        jobManagerPods: known([aPod()], t0, 'cache'),
        jobs: unknown('Unreachable', 'no', t0),
      },
    }, { _tag: 'Blocked', row: 'edit/not-available, upgrade-mode/none' }],
    ['edit/not-available waits with its reason', {
      status: runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' }, recorded: { spec: noHa } }),
      spec: { ...noHa, ...edited },
      facts: runningCluster(t0, { deployment: known(notAvailable(), t0), jobs: unknown('Unreachable', 'no', t0) }),
    }, { _tag: 'Blocked', row: 'edit/not-available, upgrade-mode/none', problem: null }],
    ['edit/not-available B23 a cancel would throw the state away: a person is told what helps', {
      status: runningStatus({ recorded: { spec: deletesOnCancel, used: 'last-state' } }),
      spec: { ...deletesOnCancel, job: { parallelism: 3, upgradeMode: 'last-state' } },
      facts: runningCluster(t0),
    }, {
      _tag: 'Blocked',
      row: 'edit/not-available, checkpoint-age/no-limit',
      problem: { owner: 'upgrade', message: expect.stringContaining('Set spec.job.upgradeMode: savepoint') },
    }],
    ['D-28 never started: taken away, but only when an answer is sure', {
      status: runningStatus({ ...neverSeenUp, recorded: { spec: noHa }, stable: null }),
      spec: { ...noHa, ...edited },
      facts: runningCluster(t0, {
        deployment: known(neverAvailable(), t0),
        jobManagerPods: known([aStartingPod()], t0),
        jobs: unknown('Unreachable', 'no', t0),
      }),
    }, { _tag: 'UpgradeDue', answer: { neverStarted: true, suspend: 'NOOP' } }],
    ['B31 UPGRADING without a difference goes on', {
      status: runningStatus({ reconciliation: { state: 'UPGRADING' } }),
      facts: runningCluster(),
    }, { _tag: 'UpgradeDue', row: 'edit/stop, upgrade-mode/savepoint' }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })
})

describe('rows L: the JobManager is lost (control-flow.md, section 4.10/4 and 5)', () => {
  test.each<readonly [string, Given, object]>([
    ['lost/recovery-off recovery is off: a person', {
      status: dead(),
      spec: { configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' } },
      facts: goneCluster(),
    }, {
      _tag: 'Blocked',
      row: 'lost/recovery-off',
      waitingFor: 'a user: recovery is off',
      problem: {
        owner: 'job-manager',
        type: 'MissingJobManagerException',
        message: expect.stringMatching(/^Missing JobManager deployment\. .*a new spec\.restartNonce/u),
        reason: 'Missing',
      },
    }],
    ['lost/to-query B62 D-12 live looks first', { status: dead(), facts: { deployment: absent(t0) } }, {
      _tag: 'NeedsFacts',
      row: 'lost/to-query',
      reason: 'is the JobManager really gone?',
      queries: [{ _tag: 'ListJobManagerPods' }, { _tag: 'ListConfigMaps' }],
    }],
    ['lost/not-proved P14 the pods could not be seen', {
      status: dead(),
      facts: goneCluster(t0, { jobManagerPods: unknown('Forbidden', 'no', t0) }),
    }, {
      _tag: 'Blocked',
      row: 'lost/not-proved',
      waitingFor: 'proof that the JobManager is gone',
    }],
    [
      'lost/not-proved P14 the ConfigMaps could not be seen',
      { status: dead(), facts: goneCluster(t0, { configMaps: unknown('Forbidden', 'no', t0) }) },
      { _tag: 'Blocked', row: 'lost/not-proved', waitingFor: 'proof that the JobManager is gone' },
    ],
    [
      'lost/not-proved P14 the Deployment could not be seen',
      { status: dead(), facts: goneCluster(t0, { deployment: unknown('Forbidden', 'no', t0) }) },
      { _tag: 'Blocked', row: 'lost/not-proved', waitingFor: 'proof that the JobManager is gone' },
    ],
    [
      'lost/pod-left B28 a pod of it still ends',
      { status: dead(), facts: goneCluster(t0, { jobManagerPods: known([aPod({ deleting: true })], t0) }) },
      { _tag: 'Blocked', row: 'lost/pod-left', waitingFor: 'the last JobManager pod to be gone' },
    ],
    ["lost/ha-state-unusable H-D09 F11 HA metadata that this operator can't read: a person is told", {
      status: dead({ recorded: { spec: { noHa: true, configuration: { 'high-availability.type': 'zookeeper' } } } }),
      spec: { noHa: true, configuration: { 'high-availability.type': 'zookeeper' } },
      facts: goneCluster(),
    }, { _tag: 'Blocked', row: 'lost/ha-state-unusable', problem: { owner: 'upgrade' } }],
    ['lost/no-ha without high availability: a person', { status: dead({ recorded: { spec: noHa } }), spec: noHa, facts: goneCluster() }, {
      _tag: 'Blocked',
      row: 'lost/no-ha',
      waitingFor: 'a user: without high availability the state of the lost job is not known',
      problem: { type: 'MissingJobManagerException' },
    }],
    ['lost/ha-state-unusable E3 HA metadata is gone: a person', { status: dead(), facts: goneCluster(t0, { configMaps: known([], t0) }) }, {
      _tag: 'Blocked',
      row: 'lost/ha-state-unusable',
      waitingFor: 'a user to restore the job',
      problem: { owner: 'upgrade', type: 'UpgradeFailureException', reason: 'RestoreFailed' },
    }],
    ['lost/recover from its HA metadata', { status: dead(), facts: goneCluster() }, {
      _tag: 'Lost',
      row: 'lost/recover',
      reason: 'the JobManager Deployment is lost',
      source: { _tag: 'LastState', restorePath: 'KUBERNETES_OPERATOR_LAST_STATE' },
    }],
    ['lost/recover B07 before its first checkpoint, from what it was started from', {
      status: dead({ record: { deployedSource: { _tag: 'Path', path: 's3://b/init', reason: '' } } }),
      facts: goneCluster(t0, { configMaps: known([haConfigMap(jobId, ['counter'])], t0) }),
    }, { _tag: 'Lost', source: { _tag: 'LastState', restorePath: 's3://b/init' } }],
    ['lost/recover a stateless job starts empty, without HA as well', {
      status: dead({ recorded: { spec: { ...noHa, job: { upgradeMode: 'stateless' } } } }),
      spec: { ...noHa, job: { upgradeMode: 'stateless' } },
      facts: goneCluster(),
    }, { _tag: 'Lost', source: { _tag: 'Empty' } }],
    ['P01 P10 lost/recover an invalid spec that says stateless throws no HA metadata away', {
      status: dead(),
      spec: { job: { parallelism: -1, upgradeMode: 'stateless' } },
      facts: goneCluster(),
    }, { _tag: 'Lost', source: { _tag: 'LastState' } }],
    ['B39 lost/recover without HA there is none: a stateless job is brought back', {
      status: dead({ recorded: { spec: noHa }, record: { askedMode: 'stateless' } }),
      spec: { ...noHa, job: { parallelism: -1, upgradeMode: 'stateless' } },
      facts: goneCluster(),
    }, { _tag: 'Lost', source: { _tag: 'Empty' } }],
    ['F06 lost/no-ha the mode of a refused spec counts for nothing: its state is not given up', {
      status: dead({ recorded: { spec: noHa }, record: { askedMode: 'savepoint' } }),
      spec: { ...noHa, job: { parallelism: -1, upgradeMode: 'stateless' } },
      facts: goneCluster(),
    }, { _tag: 'Blocked', row: 'lost/no-ha' }],
    ['F06 lost/no-ha and where it is not known what was asked for neither', {
      status: dead({ recorded: { spec: noHa, used: 'stateless' } }),
      spec: { ...noHa, job: { parallelism: -1, upgradeMode: 'stateless' } },
      facts: goneCluster(),
    }, { _tag: 'Blocked', row: 'lost/no-ha' }],
    ['B53 a job that had ended is not brought back', { status: failed({ jobManagerDeploymentStatus: 'MISSING' }), facts: goneCluster() }, {
      _tag: 'Settled',
      row: 'nothing',
    }],
    ['H34 HA metadata of another job does not count', {
      status: dead(),
      facts: goneCluster(t0, { configMaps: known([haConfigMap('c'.repeat(32))], t0) }),
    }, { _tag: 'Blocked', row: 'lost/ha-state-unusable' }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })
})

describe("the time to live of an ended job's JobManager (D-27)", () => {
  const ended = (
    record: object,
    jobManager: 'READY' | 'MISSING' = 'READY',
    state: 'FAILED' | 'RUNNING' | 'FINISHED' = 'FAILED',
    facts: FlinkDeploymentFacts = {},
  ): string =>
    situationOf({
      status: runningStatus({
        jobManagerDeploymentStatus: jobManager,
        job: { state, updateTime: String(t0 - 86_400_001) },
        record: { runningSince: null, ...record },
      }),
      facts: jobManager === 'READY'
        ? runningCluster(t0, {
          jobs: known([aJob(state)], t0),
          checkpoints: known(checkpointStatistics({ completed: aCheckpoint(7, { addressable: false }) }), t0),
          ...facts,
        }) : goneCluster(),
    })._tag
  const unread = { terminalSince: t0 - 86_400_001, left: false }
  const discarded = (asOf: number): FlinkDeploymentFacts => ({
    checkpoints: known(checkpointStatistics({ completedCount: 7, completed: aCheckpoint(7, { discarded: true }) }), asOf),
  })
  const past = t0 - 86_400_001

  test.each([
    ['past it', ended({ terminalSince: past, left: true }), 'PastTtl'],
    ['counted from the end, to the millisecond', ended({ terminalSince: past + 1, left: true }), 'Settled'],
    [
      'not before its last state is known for sure: only this JobManager can tell it',
      ended({ terminalSince: past, left: false }),
      'Settled',
    ],
    [
      'B54 Flink discarded the state of a finished job: there is no more to tell',
      ended(unread, 'READY', 'FINISHED', discarded(t0)),
      'PastTtl',
    ],
    ['not before that was read late enough', ended(unread, 'READY', 'FINISHED', discarded(unread.terminalSince + 3_499)), 'Settled'],
    [
      'not where the run that ended is not listed',
      ended(unread, 'READY', 'FINISHED', { ...discarded(t0), jobs: known([aJob('FINISHED', { startTime: 1 })], t0) }),
      'Settled',
    ],
    ['P14 not where it could not be read', ended(unread, 'READY', 'FINISHED', { checkpoints: unknown('Timeout', 'late', t0) }), 'Settled'],
    ['one that is gone need not go', ended({ terminalSince: past, left: true }, 'MISSING'), 'Settled'],
    ['a running job has none', ended({ terminalSince: past, left: true }, 'READY', 'RUNNING'), 'Settled'],
  ])('%s', (_title, got, want) => {
    expect(got).toBe(want)
  })
})

describe('orphan-job: what is a stray (B26)?', () => {
  const status = suspendedStatus({ jobManagerDeploymentStatus: 'READY' })
  const suspended = { job: { state: 'suspended' } }

  const withoutDeployment = runningCluster(t0, { deployment: absent(t0), jobs: known([aJob('RUNNING')], t0) })
  test.each([
    ['its JobManager pod is there without a Deployment', { ...withoutDeployment, jobManagerPods: known([aPod()], t0) }, 'OrphanJob'],
    ['pods were not looked at', notLookedAt(withoutDeployment, 'jobManagerPods'), 'NeedsFacts'],
    ['P08 P17 Kubernetes shows neither Deployment nor pods: nothing could be taken away, for ever', {
      ...withoutDeployment,
      jobManagerPods: known([], t0),
    }, 'Settled'],
    ['P14 the pods could not be seen', { ...withoutDeployment, jobManagerPods: unknown('Timeout', 'late', t0) }, 'Settled'],
  ])('REST tells of a live job, and %s', (_title, facts, want) => {
    expect(situationOf({ status, spec: suspended, facts })._tag).toBe(want)
  })

  test.each(
    [
      ['the job itself, RUNNING', [aJob('RUNNING')], 'OrphanJob'],
      ['B57 other jobs in the cluster are not ours', [
        aJob('RUNNING', { jobId: 'f'.repeat(32) }),
        aJob('RUNNING', { jobId: 'e'.repeat(32) }),
      ], 'Settled'],
      ['P25 the only job of the cluster that our attempt made is ours, whatever id the status has', [
        aJob('RUNNING', { jobId: 'f'.repeat(32) }),
      ], 'OrphanJob'],
      ['a job that ended is none', [aJob('FINISHED')], 'Settled'],
      ['an empty list is none', [], 'Settled'],
    ] as const,
  )('%s', (_title, jobs, want) => {
    expect(situationOf({ status, spec: suspended, facts: runningCluster(t0, { jobs: known(jobs, t0) }) })._tag).toBe(want)
  })

  test('the deployed attempt does not make it wanted', () => {
    expect(
      situationOf({
        status: suspendedStatus({ jobManagerDeploymentStatus: 'READY', record: { deployedAttempt: attemptId } }),
        spec: suspended,
        facts: runningCluster(),
      })._tag,
    ).toBe('OrphanJob')
  })
})

describe('resumed-before-first-start: created suspended, then resumed (B20, B45)', () => {
  const never = (record: object = {}, job: object = {}, recorded: object = {}) =>
    situationOf({
      status: suspendedStatus({
        record: { deployedAttempt: null, deployedSource: null, ...record },
        job: { jobId: null, state: null, startTime: null, upgradeSavepointPath: null, ...job },
        recorded: { state: 'suspended', firstDeployment: true, used: 'stateless', ...recorded },
      }),
      facts: goneCluster(),
    })

  test('its first deployment', () => {
    expect(never()).toMatchObject({ _tag: 'FirstDeployment', row: 'resumed-before-first-start' })
  })

  test.each([
    ['an attempt of it was deployed', never({ deployedAttempt: 'x' })],
    ['what it was started from is recorded', never({ deployedSource: { _tag: 'Empty', reason: '' } })],
    ['another operator saw its job', never({ lastState: nothingRecorded }, { startTime: '1' })],
    ['P25 nothing says that it was never started', never({ lastState: stateOfRunningJob })],
  ])('%s: a person says what it goes on from', (_title, got) => {
    expect(got).toMatchObject({ _tag: 'Blocked', row: 'restore/user-decides' })
  })
})

describe('what keeps a row from applying', () => {
  test.each<readonly [string, Given, string]>([
    ['savepoint-redeploy a redeploy of a job that is to be suspended is no redeploy', {
      status: runningStatus(),
      spec: { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/init', state: 'suspended' } },
      facts: runningCluster(),
    }, 'UpgradeDue'],
    ['edit-taken-back nothing was put back where nothing differs', {
      status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' } }),
      facts: runningCluster(),
    }, 'Settled'],
    ['stopped-before-first-start the first deployment left its attempt', {
      status: upgrading({ record: { deployedSource: null }, recorded: { state: 'suspended', firstDeployment: true } }),
    }, 'Blocked'],
    ['edited-while-suspended an invalid edit of a suspended job is not recorded', {
      status: suspendedStatus(),
      spec: { job: { state: 'suspended', parallelism: -1 } },
      metadata: { generation: 2 },
      facts: goneCluster(),
    }, 'Settled'],
    [
      'edit/retry-later no time of a next attempt is set',
      { status: runningStatus({ record: { retryAt: null } }), spec: edited, facts: runningCluster() },
      'UpgradeDue',
    ],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)._tag).toBe(want)
  })

  test('UPGRADING with the bad spec recorded and suspended puts up what is wanted, not the stable spec', () => {
    expect(
      situationOf({
        status: upgrading({ recorded: { state: 'suspended', spec: { configuration: rollbackOn } }, stable: old }),
        spec: { configuration: rollbackOn },
        facts: goneCluster(),
      }),
    ).toMatchObject({ _tag: 'RestoreDue', purpose: 'Upgrade' })
  })
})

describe('orphan-job: a job that was seen to end a moment ago may be listed alive by an old answer (B26)', () => {
  const of = (terminalSince: number | null, startTime: string) =>
    situationOf({
      status: suspendedStatus({
        jobManagerDeploymentStatus: 'READY',
        job: { state: 'FINISHED', startTime, upgradeSavepointPath: 's3://b/sp/1' },
        record: { terminalSince, left: true },
      }),
      spec: { job: { state: 'suspended' } },
      facts: runningCluster(),
    })._tag
  const same = String(aJob('RUNNING').startTime)

  test.each<readonly [string, number | null, string, string]>([
    ['the same run, ended just now', t0, same, 'Settled'],
    ['the same run, for as long as absence takes', t0 - 5_000, same, 'Settled'],
    ['the same run, for longer', t0 - 5_001, same, 'OrphanJob'],
    ['another run', t0, '5', 'OrphanJob'],
    ['nobody saw it end', null, same, 'OrphanJob'],
  ])('%s: %s', (_title, terminalSince, startTime, want) => {
    expect(of(terminalSince, startTime)).toBe(want)
  })
})
