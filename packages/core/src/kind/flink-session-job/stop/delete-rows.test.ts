import { describe, expect, test } from 'vitest'
import { aConfigMap, haConfigMap } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy } from '../../../../fixtures/deployment-status.ts'
import { aSession, aSessionJob, listed } from '../../../../fixtures/a-session-job.ts'
import { aResource } from '../../../../fixtures/flink-deployment-resource.ts'
import { fresh, type GivenJob, jobRecord, jobWorld, steady, steadyWithoutHa, suspended } from '../../../../fixtures/session-job-rows.ts'
import {
  notListed as missed,
  othersId,
  othersUid as others,
  steadyId as id,
  orphanId as orphan,
  submit as upgrade,
  suspend as stop,
} from '../../../../fixtures/session-job-operations.ts'
import type { SubmitOperation, SuspendOperation } from '../../../contract/resource/operation.ts'

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
    [
      'session-job-deletion/not-ours',
      'our finalizer is not there',
      { edit: deleted, finalizers: [] },
      '',
      'the other finalizers to be removed from the resource',
    ],
    [
      'session-job-deletion/never-submitted',
      'nothing was ever submitted',
      { from: fresh, edit: deleted, record: { lastState: { _tag: 'NeverStarted' } } },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/never-submitted',
      'P24 the jar of the first submit goes before it',
      { ...firstUpload, world: { jars: [uploaded] } },
      'DeleteJar',
      'the desired spec has changed meanwhile: no job was run',
    ],
    [
      'session-job-deletion/never-submitted',
      'P24 not where Flink does not answer',
      { ...firstUpload, world: { jars: [uploaded], rest: 'no answer' } },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/never-submitted',
      'P24 nor where the jars alone can not be seen',
      { ...firstUpload, world: { jars: [uploaded], unobservable: ['GetJars'] } },
      '',
      'the desired spec has changed meanwhile: no job was run',
    ],
    [
      'session-job-deletion/never-submitted',
      'P24 nor where its cluster is not ready',
      { ...firstUpload, session: notReady },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/never-submitted',
      'P24 nor where its cluster is gone',
      { ...firstUpload, session: null, world: { isOrphaned: true } },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/never-submitted',
      'P24 P21 nor in an application',
      { ...firstUpload, session: application, world: { jars: [uploaded] } },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/submit-abandoned',
      'P24 the jar of an upgrade goes before it',
      { from: suspended, edit: deleted, status: { operation: upgrade }, world: { jars: [uploaded] } },
      'DeleteJar',
      'the desired spec has changed meanwhile: no job was run',
    ],
    [
      'session-job-deletion/submit-abandoned',
      "P21 another's jar stays",
      { from: suspended, edit: deleted, status: { operation: upgrade }, world: { jars: [{ ...uploaded, name: 'x.jar' }] } },
      '',
      'the desired spec has changed meanwhile: no job was run',
    ],
    [
      'session-job-deletion/job-gone',
      'P14 P24 an upgrade of which only the jar was sent, and Flink does not tell',
      { from: suspended, edit: deleted, status: { operation: upgrade }, world: { rest: 'no answer' } },
      '',
      'Flink to list its jobs',
    ],
    ['session-job-deletion/cluster-gone', 'E-13 its cluster is gone', { edit: deleted, session: null }, gone, 'the resource to be gone'],
    [
      'session-job-deletion/cluster-gone',
      'E-13 its JobManager is there without its FlinkDeployment',
      { edit: deleted, session: null, world: { isOrphaned: true } },
      '',
      'the JobManager Deployment app to be deleted, which exists without its FlinkDeployment',
    ],
    [
      'session-job-deletion/cluster-gone',
      'its job has ended: no matter what is there',
      { from: suspended, edit: deleted, session: null, world: { isOrphaned: true } },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/cluster-unread',
      'P14 its FlinkDeployment could not be seen',
      { edit: deleted, world: { unobservable: ['ReadFlinkDeployment'] } },
      '',
      'the FlinkDeployment of the session cluster could not be read: not seen',
    ],
    [
      'session-job-deletion/jobmanager-gone',
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
      'session-job-deletion/jobmanager-gone',
      'P14 its JobManager lives',
      { from: steadyWithoutHa, edit: deleted, session: notReadyWithoutHa },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    [
      'session-job-deletion/jobmanager-gone',
      'P14 whether it lives could not be seen',
      {
        from: steadyWithoutHa,
        edit: deleted,
        session: notReadyWithoutHa,
        world: { unobservable: ['ListJobManagerPods'] },
      },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    [
      'session-job-deletion/cluster-not-ready',
      'with high availability the job may come back',
      { edit: deleted, session: notReady, world: { pod: 'uid-other' } },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    [
      'session-job-deletion/cluster-not-ready',
      'its job has ended',
      { from: suspended, edit: deleted, session: notReady },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/cluster-not-ready',
      'E-13 a person lets it go where nobody can tell, not before its time',
      { ...mayGo, session: notReady },
      '',
      'the JobManager of session cluster app is DEPLOYING',
    ],
    [
      'session-job-deletion/cluster-not-ready',
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
      'session-job-deletion/submit-abandoned',
      'B02 a submit that was sent may still come',
      { edit: deleted, jobs: [], status: { operation: submit } },
      '',
      'the desired spec has changed meanwhile: the operator does not send the job again',
    ],
    ['session-job-deletion/job-alive', 'it is cancelled', { edit: deleted }, 'CancelJob', 'the job to be cancelled'],
    [
      'session-job-deletion/job-alive',
      'it is being cancelled',
      { edit: deleted, jobs: [listed(id, 'CANCELLING', started)] },
      '',
      'the job to be cancelled',
    ],
    [
      'session-job-deletion/job-alive',
      'P25 also one that the status does not tell of',
      { from: suspended, edit: deleted, jobs: [listed(orphan)] },
      'CancelJob',
      'the job to be cancelled',
    ],
    ['session-job-deletion/job-alive', 'E-14 with a savepoint first', savepointFirst, 'StopWithSavepoint', 'savepoint ID'],
    [
      'session-job-deletion/job-alive',
      'U09 no savepoint is asked of a JobManager that may go',
      { ...savepointFirst, session: aSession({}, { operation: aDeploy() }) },
      '',
      'session cluster app is being changed (Deploy): its JobManager may be deleted before the job has ended with its state',
    ],
    [
      'session-job-deletion/job-alive',
      'U09 not for longer than a deletion waits for a savepoint',
      { ...savepointFirst, session: aSession({}, { operation: aDeploy() }), record: { deletingSince: steady.now - long } },
      'StopWithSavepoint',
      'savepoint ID',
    ],
    [
      'session-job-deletion/job-alive',
      'U09 a cluster that is being deleted waits for its jobs',
      {
        ...savepointFirst,
        session: (it => ({ ...it, meta: { ...it.meta, deletionTimestamp: steady.now - 1_000 } }))(aSession({}, { operation: aDeploy() })),
      },
      'StopWithSavepoint',
      'savepoint ID',
    ],
    [
      'session-job-deletion/job-alive',
      'E-14 the savepoint needs a job that runs',
      { ...savepointFirst, jobs: [listed(id, 'RESTARTING', started)] },
      '',
      'the job to run, so that it can take the savepoint before its deletion',
    ],
    [
      'session-job-deletion/job-alive',
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
      'session-job-deletion/job-alive',
      'E-14 a stop that is under way serves the deletion',
      {
        ...savepointFirst,
        status: { operation: { ...suspend, purpose: 'Upgrade' } },
      },
      '',
      'the stop in progress is used for the deletion',
    ],
    [
      'session-job-deletion/job-gone',
      'it is not listed, for a moment',
      { edit: deleted, jobs: [], job: { state: 'RECONCILING' }, record: { jobMissedSince: null } },
      '',
      'the JobManager to list the job',
    ],
    [
      'session-job-deletion/job-gone',
      'it is not listed, and no HA metadata brings it back',
      { edit: deleted, ...missed },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/job-gone',
      'P14 HA metadata has its pointers',
      { edit: deleted, ...missed, world: { configMaps: [haConfigMap(id)] } },
      '',
      'the JobManager to recover the job from its HA metadata',
    ],
    [
      'session-job-deletion/job-gone',
      'P14 HA metadata has its plan',
      {
        edit: deleted,
        ...missed,
        world: { configMaps: [aConfigMap('app-cluster-config-map', { dataKeys: [`jobGraph-${id}`] })] },
      },
      '',
      'the JobManager to recover the job from its HA metadata',
    ],
    [
      'session-job-deletion/job-gone',
      'P14 HA metadata could not be seen',
      { edit: deleted, ...missed, world: { unobservable: ['ListConfigMaps'] } },
      '',
      'the HA metadata of the cluster to become readable',
    ],
    ['session-job-deletion/job-gone', 'it has ended', { from: suspended, edit: deleted }, gone, 'the resource to be gone'],
    [
      'session-job-deletion/job-gone',
      'P14 Flink does not tell',
      { edit: deleted, world: { rest: 'no answer' } },
      '',
      'Flink to list its jobs',
    ],
    [
      'session-job-deletion/application-of-that-name',
      'an application has the name, and its JobManager is another',
      { edit: deleted, session: application, world: { pod: 'uid-other' } },
      gone,
      'the resource to be gone',
    ],
    [
      'session-job-deletion/application-of-that-name',
      'an application has the name, and the JobManager of the job lives',
      { edit: deleted, session: application },
      '',
      'the JobManager that the job ran in to be deleted: FlinkDeployment app is an application now',
    ],
    [
      'session-job-deletion/others-job',
      "P21 the status was copied: the job is another FlinkSessionJob's",
      {
        edit: deleted,
        job: { jobId: othersId },
        jobs: [listed(othersId, 'RUNNING', started)],
        world: { siblings: [aSessionJob({ metadata: { name: 'another', uid: others } })] },
      },
      '',
      'status.jobStatus.jobId ID is the job of FlinkSessionJob another: the status was copied, and the operator does not touch that job',
    ],
    [
      'session-job-deletion/others-job',
      'P14 P21 it may be',
      {
        edit: deleted,
        job: { jobId: othersId },
        jobs: [listed(othersId, 'RUNNING', started)],
        world: { unobservable: ['ListFlinkSessionJobs'] },
      },
      '',
      'the Kubernetes API to list the other FlinkSessionJobs: the job may be one of theirs',
    ],
    [
      'session-job-deletion/others-job',
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
