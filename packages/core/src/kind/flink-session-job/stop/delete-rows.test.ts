import { describe, expect, test } from 'vitest'
import { aConfigMap, haConfigMap } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy } from '../../../../fixtures/deployment-status.ts'
import { aSession, aSessionJob, listed } from '../../../../fixtures/session-job-round.ts'
import { aResource } from '../../../../fixtures/flink-deployment-resource.ts'
import { fresh, type GivenJob, jobRecord, jobWorld, steady, steadyWithoutHa, suspended } from '../../../../fixtures/session-job-rows.ts'
import {
  notListed as missed,
  othersId,
  othersUid as others,
  steadyId as id,
  strayId as stray,
  submit as upgrade,
  suspend as stop,
} from '../../../../fixtures/session-job-operations.ts'
import type { SubmitOperation, SuspendOperation } from '../../../resource/operation.ts'

const deleted = { metadata: { deletionTimestamp: '2023-11-14T22:30:00Z' } }
const long = 3_600_000
const started = Number(steady.status.jobStatus.startTime)
const withOptions = (options: Readonly<Record<string, string>>): GivenJob => ({
  edit: { ...deleted, rest: { flinkConfiguration: options } },
  reconciliation: { lastReconciledSpec: jobRecord(steady, { rest: { flinkConfiguration: options } }) },
})
const savepointFirst = withOptions({ 'kubernetes.operator.job.savepoint-on-deletion': 'true' })
const mayGo = withOptions({ 'kubernetes.operator.session.deletion.proceed-when-jobs-unknown': 'true' })
const notReady = aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' })
const notReadyWithoutHa = aSession({ noHa: true }, { jobManagerDeploymentStatus: 'DEPLOYING' })
const application = (() => {
  const { meta, spec } = aResource()
  return {
    ...aSession(),
    meta,
    spec,
    status: { ...aSession().status, reconciliationStatus: { ...aSession().status.reconciliationStatus, lastReconciledSpec: null } },
  }
})()
const submit: SubmitOperation = { ...upgrade, step: 'Run', sentAt: steady.now - 1_000 }
const suspend: SuspendOperation = { ...stop, purpose: 'Deletion' }
const gone = 'RemoveFinalizer'
const uploaded = { id: 'a_jar', name: `${upgrade.id}.jar`, uploaded: steady.now - 1_000 }
const firstUpload: GivenJob = { from: fresh, edit: deleted, status: { operation: { ...upgrade, purpose: 'FirstDeployment' } } }

describe('rows X: how a FlinkSessionJob goes (session-snapshot-bluegreen.md, section 2.7)', () => {
  test.each<readonly [string, string, GivenJob, string, string]>([
    ['X1', 'our finalizer is not there', { edit: deleted, finalizers: [] }, '', 'others to let go of the resource'],
    [
      'X2',
      'nothing was ever submitted',
      { from: fresh, edit: deleted, record: { lastState: { _tag: 'NeverStarted' } } },
      gone,
      'the resource to be gone',
    ],
    [
      'X2',
      'P24 the jar of the first submit goes before it',
      { ...firstUpload, world: { jars: [uploaded] } },
      'DeleteJar',
      'something else is wanted by now: nothing of it ran',
    ],
    [
      'X2',
      'P24 not where Flink does not answer',
      { ...firstUpload, world: { jars: [uploaded], rest: 'no answer' } },
      gone,
      'the resource to be gone',
    ],
    [
      'X2',
      'P24 nor where the jars alone can not be seen',
      { ...firstUpload, world: { jars: [uploaded], blind: ['GetJars'] } },
      '',
      'something else is wanted by now: nothing of it ran',
    ],
    ['X2', 'P24 nor where its cluster is not ready', { ...firstUpload, session: notReady }, gone, 'the resource to be gone'],
    [
      'X2',
      'P24 nor where its cluster is gone',
      { ...firstUpload, session: null, world: { isOrphaned: true } },
      gone,
      'the resource to be gone',
    ],
    [
      'X2',
      'P24 P21 nor in an application',
      { ...firstUpload, session: application, world: { jars: [uploaded] } },
      gone,
      'the resource to be gone',
    ],
    [
      'X7',
      'P24 the jar of an upgrade goes before it',
      { from: suspended, edit: deleted, status: { operation: upgrade }, world: { jars: [uploaded] } },
      'DeleteJar',
      'something else is wanted by now: nothing of it ran',
    ],
    [
      'X7',
      "P21 another's jar stays",
      { from: suspended, edit: deleted, status: { operation: upgrade }, world: { jars: [{ ...uploaded, name: 'x.jar' }] } },
      '',
      'something else is wanted by now: nothing of it ran',
    ],
    [
      'X9',
      'P14 P24 an upgrade of which only the jar was sent, and Flink does not tell',
      { from: suspended, edit: deleted, status: { operation: upgrade }, world: { rest: 'no answer' } },
      '',
      'Flink to tell of its jobs',
    ],
    ['X3', 'E-13 its cluster is gone', { edit: deleted, session: null }, gone, 'the resource to be gone'],
    [
      'X3',
      'E-13 its JobManager is there without its FlinkDeployment',
      { edit: deleted, session: null, world: { isOrphaned: true } },
      '',
      'the JobManager Deployment app to go, which is there without its FlinkDeployment',
    ],
    [
      'X3',
      'its job has ended: no matter what is there',
      { from: suspended, edit: deleted, session: null, world: { isOrphaned: true } },
      gone,
      'the resource to be gone',
    ],
    [
      'X4',
      'P14 its FlinkDeployment could not be seen',
      { edit: deleted, world: { blind: ['ReadFlinkDeployment'] } },
      '',
      'the FlinkDeployment of the session cluster could not be read: not seen',
    ],
    [
      'X5',
      'its JobManager is gone, and was not highly available',
      {
        from: steadyWithoutHa,
        edit: deleted,
        session: notReadyWithoutHa,
        world: { pod: 'uid-other' },
      },
      gone,
      'the resource to be gone',
    ],
    [
      'X5',
      'P14 its JobManager lives',
      { from: steadyWithoutHa, edit: deleted, session: notReadyWithoutHa },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    [
      'X5',
      'P14 whether it lives could not be seen',
      {
        from: steadyWithoutHa,
        edit: deleted,
        session: notReadyWithoutHa,
        world: { blind: ['ListJobManagerPods'] },
      },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    [
      'X6',
      'with high availability the job may come back',
      { edit: deleted, session: notReady, world: { pod: 'uid-other' } },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    ['X6', 'its job has ended', { from: suspended, edit: deleted, session: notReady }, gone, 'the resource to be gone'],
    [
      'X6',
      'E-13 a person lets it go where nobody can tell, not before its time',
      { ...mayGo, session: notReady },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    [
      'X6',
      'E-13 a person lets it go where nobody can tell, past its time',
      {
        ...mayGo,
        session: notReady,
        record: { deletingSince: steady.now - long },
      },
      gone,
      'the resource to be gone',
    ],
    [
      'X7',
      'B02 a submit that was sent may still come',
      { edit: deleted, jobs: [], status: { operation: submit } },
      '',
      'something else is wanted by now: it is not sent again',
    ],
    ['X8', 'it is cancelled', { edit: deleted }, 'CancelJob', 'the job to be cancelled'],
    ['X8', 'it is being cancelled', { edit: deleted, jobs: [listed(id, 'CANCELLING', started)] }, '', 'the job to be cancelled'],
    [
      'X8',
      'P25 also one that the status does not tell of',
      { from: suspended, edit: deleted, jobs: [listed(stray)] },
      'CancelJob',
      'the job to be cancelled',
    ],
    ['X8', 'E-14 with a savepoint first', savepointFirst, 'StopWithSavepoint', 'savepoint ID'],
    [
      'X8',
      'U09 no savepoint is asked of a JobManager that may go',
      { ...savepointFirst, session: aSession({}, { operation: aDeploy() }) },
      '',
      'session cluster app is being changed (Deploy): its JobManager may go before the job has ended with its state',
    ],
    [
      'X8',
      'U09 not for longer than a deletion waits for a savepoint',
      { ...savepointFirst, session: aSession({}, { operation: aDeploy() }), record: { deletingSince: steady.now - long } },
      'StopWithSavepoint',
      'savepoint ID',
    ],
    [
      'X8',
      'U09 a cluster that is being deleted waits for its jobs',
      {
        ...savepointFirst,
        session: (it => ({ ...it, meta: { ...it.meta, deletionTimestamp: steady.now - 1_000 } }))(aSession({}, { operation: aDeploy() })),
      },
      'StopWithSavepoint',
      'savepoint ID',
    ],
    [
      'X8',
      'E-14 the savepoint needs a job that runs',
      { ...savepointFirst, jobs: [listed(id, 'RESTARTING', started)] },
      '',
      'the job to run, for the savepoint before its deletion',
    ],
    [
      'X8',
      'E-14 past its time it is cancelled without',
      {
        ...savepointFirst,
        jobs: [listed(id, 'RESTARTING', started)],
        record: { deletingSince: steady.now - long },
      },
      'CancelJob',
      'the job to be cancelled',
    ],
    [
      'X8',
      'E-14 a stop that is under way serves the deletion',
      {
        ...savepointFirst,
        status: { operation: { ...suspend, purpose: 'Upgrade' } },
      },
      '',
      'the stop that is under way serves the deletion',
    ],
    [
      'X9',
      'it is not listed, for a moment',
      { edit: deleted, jobs: [], job: { state: 'RECONCILING' }, record: { jobMissedSince: null } },
      '',
      'the JobManager to list the job',
    ],
    ['X9', 'it is not listed, and no HA metadata brings it back', { edit: deleted, ...missed }, gone, 'the resource to be gone'],
    [
      'X9',
      'P14 HA metadata has its pointers',
      { edit: deleted, ...missed, world: { configMaps: [haConfigMap(id)] } },
      '',
      'the JobManager to bring the job back from its HA metadata',
    ],
    [
      'X9',
      'P14 HA metadata has its plan',
      {
        edit: deleted,
        ...missed,
        world: { configMaps: [aConfigMap('app-cluster-config-map', { dataKeys: [`jobGraph-${id}`] })] },
      },
      '',
      'the JobManager to bring the job back from its HA metadata',
    ],
    [
      'X9',
      'P14 HA metadata could not be seen',
      { edit: deleted, ...missed, world: { blind: ['ListConfigMaps'] } },
      '',
      'to see the HA metadata of the cluster',
    ],
    ['X9', 'it has ended', { from: suspended, edit: deleted }, gone, 'the resource to be gone'],
    ['X9', 'P14 Flink does not tell', { edit: deleted, world: { rest: 'no answer' } }, '', 'Flink to tell of its jobs'],
    [
      'X10',
      'an application has the name, and its JobManager is another',
      { edit: deleted, session: application, world: { pod: 'uid-other' } },
      gone,
      'the resource to be gone',
    ],
    [
      'X10',
      'an application has the name, and the JobManager of the job lives',
      { edit: deleted, session: application },
      '',
      'the JobManager that the job ran in to go: FlinkDeployment app is an application now',
    ],
    [
      'X11',
      "P21 the status was copied: the job is another FlinkSessionJob's",
      {
        edit: deleted,
        job: { jobId: othersId },
        jobs: [listed(othersId, 'RUNNING', started)],
        world: { siblings: [aSessionJob({ metadata: { name: 'another', uid: others } })] },
      },
      '',
      'status.jobStatus.jobId ID is the job of FlinkSessionJob another: the status was copied, and nothing is done to that job',
    ],
    [
      'X11',
      'P14 P21 it may be',
      {
        edit: deleted,
        job: { jobId: othersId },
        jobs: [listed(othersId, 'RUNNING', started)],
        world: { blind: ['ListFlinkSessionJobs'] },
      },
      '',
      'the other FlinkSessionJobs to be seen: the job may be one of theirs',
    ],
    [
      'X11',
      "it is nobody else's",
      {
        edit: deleted,
        job: { jobId: othersId },
        jobs: [listed(othersId, 'RUNNING', started)],
      },
      'CancelJob',
      'the job to be cancelled',
    ],
  ])('%s %s', (_row, _title, given, effects, waitingFor) => {
    const world = jobWorld(given)
    const actions = world.next
    expect(actions.map(({ _tag }) => _tag).filter(it => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(it)).join(' ')).toBe(effects)
    expect(world.situation.waitingFor.replaceAll(/[0-9a-f]{32}/gu, 'ID')).toBe(waitingFor)
  })
})
