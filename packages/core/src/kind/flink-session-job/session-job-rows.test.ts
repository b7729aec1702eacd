import { describe, expect, test } from 'vitest'
import { aSession, listed, SessionWorld } from '../../../fixtures/session-job-round.ts'
import {
  fresh,
  type GivenJob,
  jobRecord,
  jobWorld,
  neverSubmitted,
  steady,
  steadyWithoutHa,
  suspended,
} from '../../../fixtures/session-job-rows.ts'
import { notListed, othersId, steadyId as id, strayId as stray, submit, suspend } from '../../../fixtures/session-job-operations.ts'
import {
  adaptive,
  edited,
  failed,
  long,
  noFallback,
  old,
  pending,
  sibling,
  stateless,
  stopped,
  takenAway,
  unknownId,
  unstable,
  wide,
  wiped,
  writtenAhead,
} from '../../../fixtures/session-job-cases.ts'
import { haConfigMap } from '../../../fixtures/cluster-facts.ts'
import { aDeploy } from '../../../fixtures/deployment-status.ts'
import { initialFlinkSessionJobStatus } from './flink-session-job-status-fields.ts'
import { contradictedState, nothingRecorded } from '../../resource/last-state.ts'
import { pauseAnnotation } from '../../round/pause.ts'
import { decisionRows } from './session-job-decision-rows.ts'

const { finalizers } = steady.resource.meta

/** By id and title of a row: the reason, what the round then waits for where that is something else, its effects and its events. */
const told: Readonly<Record<string, readonly [reason: string, waitingFor: string | null, effects: string, events: string]>> = {
  'Q1 a deletion comes before everything else': ['the resource is being deleted', 'the job to be cancelled', 'CancelJob', 'Cleanup'],
  "Q2 B41 F14 a record that can't be read": ["what is recorded can't be read", 'an edit', '', 'Error'],
  'Q2 F14 P16 that goes before an invalid spec, though nothing was submitted': ["what is recorded can't be read", 'an edit', '', 'Error'],
  'Q3 P10 an invalid spec that was never submitted': [
    'the spec is not valid and nothing was started before',
    'an edit',
    '',
    'ValidationError',
  ],
  'Q4 our finalizer comes first': ['our finalizer is added first', null, 'AddFinalizer', ''],
  'Q6 E-6 there is none': [
    'there is no FlinkDeployment of the name that spec.deploymentName says, in the namespace of the job',
    null,
    '',
    '',
  ],
  'Q6 P14 it could not be read': ['the FlinkDeployment of the session cluster could not be read: not seen', null, '', ''],
  'Q6 E-7 E-55 it is not ready': ['the JobManager of session cluster app is DEPLOYING', null, '', ''],
  'Q8 A8 whatever was edited': [
    'paused: annotation flinkdeployment.flink.apache.org/pause is set',
    'the end of the pause: annotation flinkdeployment.flink.apache.org/pause is set',
    '',
    'Paused',
  ],
  'Q9 a stop goes on': ['the job is being stopped (SAVEPOINT)', 'savepoint ID', 'StopWithSavepoint', 'ClockSkew'],
  'Q10 a submit goes on': ['the job is being submitted (Upgrade)', 'the jar to be there', 'UploadJar', 'ClockSkew'],
  'Q12 P25 B02 two are alive: the one that the status does not tell of': [
    'job ID of this resource is alive, and the status does not tell of it',
    'job ID to be cancelled',
    'CancelJob',
    'StrayJob',
  ],
  'Q12 B26 a suspended job is alive again': ['a job that is not to run is alive', 'job ID to be cancelled', 'CancelJob', 'StrayJob'],
  'Q12 P25 one that a lost submit of a stateless job made': [
    'job ID was being submitted, and status.operation is gone',
    'job ID to be cancelled',
    'CancelJob',
    'StrayJob',
  ],
  'Q26 P25 or may still make': [
    'The operator before may have submitted job ID, which Flink does not list. It is waited for, for ten minutes; t',
    'Flink to list the job that the operator before may have submitted',
    '',
    'RestoreFailed',
  ],
  'Q12 P25 not listed under the recorded id: taken for the job, and stopped with its state': [
    'job ID of this resource is alive, and the status does not tell of it',
    'savepoint ID',
    'StopWithSavepoint',
    'StrayJob Suspended',
  ],
  'Q12 P25 as soon as it can be': ['job ID, which is CANCELLING, to be stopped with its state', null, '', ''],
  'Q13 P02 the record is lost, and the job runs': [
    'nothing is recorded as submitted, and a job of the resource is alive',
    'a person to say what the job goes on from',
    '',
    'RestoreFailed',
  ],
  'Q14 E-9 created suspended': ['the resource was created suspended', null, '', ''],
  'Q15 never submitted': ['the job was never started', 'first deployment: submit from empty state', '', ''],
  'Q16 P25 the record is lost, and a person says what it goes on from': [
    'what was started is not recorded, and a person says what the job goes on from',
    'first deployment from initialSavepointPath: submit from s3://b/x',
    '',
    '',
  ],
  'Q17 the record is lost, and the job is stateless': [
    'what was started is not recorded, and the job is stateless',
    'first deployment: submit from empty state',
    '',
    '',
  ],
  'Q18 the operator before had only put its finalizer on': ['the resource is new', 'first deployment: submit from empty state', '', ''],
  'Q18 the same, created suspended': ['the resource was created suspended', null, '', ''],
  'Q19 P25 the record is lost, and nothing runs': [
    'status.reconciliationStatus.lastReconciledSpec is missing',
    'a person to say what the job goes on from',
    '',
    'RestoreFailed',
  ],
  'Q11 the nonce of a savepoint that completed is recorded before anything else': [
    'a snapshot is done: its nonce is recorded before anything else',
    'the time of the next savepoint',
    '',
    '',
  ],
  'Q20 F04 a savepoint that was asked for before the edit can still complete': [
    'savepoint ID, which was asked for before the edit',
    null,
    '',
    '',
  ],
  'Q40 a savepoint is asked for': ['savepointTriggerNonce is 1', 'savepoint ID', 'TriggerSavepoint', ''],
  'Q21 E-12 a person says what it goes on from': [
    'a new savepointRedeployNonce asks for a start from initialSavepointPath',
    'the job to be cancelled',
    'CancelJob',
    'SpecChanged Suspended',
  ],
  'Q22 the operator before had begun a rollback': ['a rollback had been begun when this operator took over', null, '', ''],
  'Q23 D-35 the spec that runs was put back': ['the spec that runs was put back', null, '', 'SpecChanged'],
  'Q24 the operator before was cancelling it for an upgrade': [
    'the job was being cancelled for an upgrade when this operator took over',
    'the cancel of the operator before is taken over',
    '',
    '',
  ],
  'Q25 D-02 D-03 it is stopped, as it is to be': ['the job is stopped, as it is to be', null, '', ''],
  'Q26 E-11 the operator before submitted it': [
    'the job was submitted before this operator took over',
    'the submit of the operator before is taken over',
    '',
    '',
  ],
  'Q26 E-11 B02 it may have': [
    'The operator before may have submitted job ID, which Flink does not list. If it does not come: Either set spec',
    'Flink to list the job that the operator before may have submitted',
    '',
    'RestoreFailed',
  ],
  'Q27 the first start did not happen yet': ['the first start did not happen yet', 'first deployment: submit from empty state', '', ''],
  'Q28 B20 B45 created suspended, and to run now': [
    'the resource was created suspended, and its job was never started',
    'first deployment: submit from empty state',
    '',
    '',
  ],
  'Q29 P25 recorded as suspended, and alive: what it left is not known': [
    'The job is recorded as suspended, and job ID is alive. Nothing is started beside it. Put the status back; or s',
    'a person: the record of the job is older than what runs',
    '',
    'RestoreFailed',
  ],
  'Q30 an edit while it is suspended': ['the spec was edited while the job is suspended', null, '', ''],
  'Q31 it is suspended': ['the job is suspended', 'a change', '', ''],
  'Q32 P25 nothing is started beside a job of the same name that is of nobody': [
    'Job ID runs in the session cluster under the name of this resource, and the status does not tell of it: it may',
    'job ID of the same name to be gone',
    '',
    'RestoreFailed',
  ],
  'Q42 A02 nothing is started beside a job of nobody that HA metadata holds': [
    'HA metadata of the session cluster holds job ID, which its JobManager does not list and no FlinkSessionJob cla',
    'the JobManager to bring job ID back from its HA metadata',
    '',
    'RestoreFailed',
  ],
  'Q42 P14 it could not be seen': ['to see the HA metadata of the cluster', null, '', ''],
  'U2 Q32 it is suspended all the same': [
    'the job runs and can be stopped with a savepoint',
    'savepoint ID',
    'StopWithSavepoint',
    'SpecChanged Suspended',
  ],
  "U2 Q32 nor is one in the way that is another FlinkSessionJob's": [
    'the job runs and can be stopped with a savepoint',
    'savepoint ID',
    'StopWithSavepoint',
    'SpecChanged Suspended',
  ],
  "Q39 P21 the status was copied: the job is another FlinkSessionJob's": [
    'status.jobStatus.jobId ID is the job of FlinkSessionJob another: the status was copied, and nothing is done to',
    null,
    '',
    'RestoreFailed',
  ],
  'Q39 P14 P21 it may be': ['the other FlinkSessionJobs to be seen: the job may be one of theirs', null, '', ''],
  'Q33 B50 high availability brings it back': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'the JobManager to bring the job back from high-availability metadata',
    '',
    'Missing',
  ],
  'Q34 F05 it ended, and Flink forgot it': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'the JobManager to list the job',
    '',
    'Missing',
  ],
  'Q35 E-56 stateless, and lost with its JobManager': [
    'the JobManager restarted, and the stateless job is lost',
    'the JobManager restarted without the job, which is stateless: submit from empty state',
    '',
    'RecoverDeployment',
  ],
  'Q36 it failed, and its last state is known': [
    'the job failed and is restarted: the job was suspended with this state',
    'the job was suspended with this state: submit from s3://b/cp/7',
    '',
    '',
  ],
  'Q37 lost with its JobManager, and its last state is known': [
    'the JobManager restarted, and the job is lost',
    'the JobManager restarted without the job, whose last state is known: submit from s3://b/x',
    '',
    'RecoverDeployment',
  ],
  'Q38 E-10 P01 lost with its JobManager, and its last state is not known': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'a person: without high availability the state of the lost job is not known',
    '',
    'Missing',
  ],
  'Q38 P25 which job it was is not known': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'a person: which job it was is not known',
    '',
    'Missing',
  ],
  'Q39 P21 the submit of another resource': [
    'the submit that the status tells of, of job ID, is of another resource',
    null,
    '',
    'ClockSkew RestoreFailed',
  ],
  'Q41 steady': ['nothing is to be done', 'a change', '', ''],
  'R3 P01 what it is restored from is not known': [
    'It is not known what the job is to be restored from: x. Nothing is started and nothing is deleted. Manual rest',
    'a person to restore the job',
    '',
    'RestoreFailed',
  ],
  'R4 it goes on from its savepoint': [
    'the job was suspended with this state',
    'the job was suspended with this state: submit from s3://b/sp/fc59',
    '',
    '',
  ],
  'R4 it goes on from nothing, as it is stateless': ['the job is stateless', 'the job is stateless: submit from empty state', '', ''],
  'R4 a rollback that is stopped': [
    'the job was suspended with this state',
    'the job was suspended with this state: submit from s3://b/sp/fc59',
    '',
    '',
  ],
  'U1 P17 after a failure': ['the time of the next attempt', null, '', ''],
  'U2 an edit, with a savepoint': [
    'the job runs and can be stopped with a savepoint',
    'savepoint ID',
    'StopWithSavepoint',
    'SpecChanged Suspended',
  ],
  'U2 an edit of a stateless job': ['the job is stateless', 'the job to be cancelled', 'CancelJob', 'SpecChanged Suspended'],
  'U4 L2 it has ended, and what it left is not known': [
    'Job is in terminal state but last checkpoint is unknown, possibly due to an unrecoverable restore error. Manua',
    'a person to restore the job',
    '',
    'UpgradeFailed',
  ],
  'U5 P14 L2 it has ended, and what it left could not be read': [
    'the job ended; its last checkpoint is being read',
    null,
    '',
    'JobCancelled',
  ],
  'U5 it is being cancelled': ['the job is being cancelled', null, '', 'JobStatusChanged'],
  'U5 it does not run': ['a savepoint is wanted, but the job is RESTARTING and falling back to last-state is off', null, '', ''],
  'U7 P01 an edit, while the cluster is changed': [
    'session cluster app is being changed (Deploy): its JobManager may go before the job has ended with its state',
    null,
    '',
    '',
  ],
  'U6 it has ended, and is to be suspended': [
    'the job has ended: it is suspended, and what it is to go on from is asked when it is resumed',
    null,
    '',
    'RestoreFailed',
  ],
  '4.9/8 it did not become stable': [
    'the spec did not become stable in time: the cancelled job leaves its last checkpoint',
    'the job to be cancelled',
    'CancelJob',
    'Rollback Suspended',
  ],
  'S B101 an edit of its width alone': [
    'the running job takes it: a 2 -> 3, b 2 -> 3',
    null,
    'UpdateResourceRequirements',
    'SpecChanged Scaling',
  ],
  'S P14 B101 how wide it is could not be seen': [
    'the resource requirements of the job could not be read: not seen',
    'the resource requirements of the job',
    '',
    '',
  ],
}

/** What makes it go on: by the row where it is blocked, else by the situation. */
const wayOn: Readonly<Record<string, string>> = {
  Q26: 'Flink lists the job that the operator before submitted; else choose a ',
  Q12: 'the job that the status does not tell of gets into a state in which it',
  Q13: 'put the status back; or stop the job that runs with a savepoint, and s',
  Q19: 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  Q20: 'the savepoint completes or fails; kubernetes.operator.job.upgrade.igno',
  Q29: 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  Q32: 'the job of that name is stopped; or pipeline.name in spec.flinkConfigu',
  Q42: 'the JobManager lists the job that its HA metadata holds and nobody claim',
  Q39: 'Kubernetes tells the other FlinkSessionJobs of the namespace',
  Q33: 'the JobManager brings the job back from high-availability metadata; a ',
  Q34: 'Flink has forgotten the job, which has come to its end. To run it agai',
  Q38: 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  R3: 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  U1: 'the time of the next attempt comes; a new edit is tried at once',
  U4: 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  U5: 'the job runs again; or an edit that needs no state of it (spec.job.upg',
  U7: 'the change of the session cluster is over',
  Deleting: 'the job is stopped; then the finalizer goes',
  Unmanageable: "run the version of the operator that wrote what can't be read, or mend",
  InvalidFromTheStart: 'an edit of the spec',
  Paused: 'take the annotation flinkdeployment.flink.apache.org/pause away, or wa',
  Suspending: 'the job ends',
  Submitting: 'the jar can be fetched and is taken, and Flink lists the job',
  Settled: 'an edit of the spec',
  'E-6 there is none': 'a FlinkDeployment without spec.job of that name is created',
  'P14 it could not be read': 'the FlinkDeployment of the session cluster can be read',
  'E-7 E-55 it is not ready': 'the session cluster gets ready',
}

describe('rows Q, R, U, S: which situation is a FlinkSessionJob in, and who makes it go on? (session-snapshot-bluegreen.md, section 2)', () => {
  const rows: readonly (readonly [string, string, GivenJob])[] = [
    ['Q1 Deleting operator', 'a deletion comes before everything else', {
      edit: { metadata: { deletionTimestamp: '2023-11-14T22:30:00Z' } },
    }],
    ['Q2 Unmanageable person', "B41 F14 a record that can't be read", { reconciliation: { lastReconciledSpec: 'no json' } }],
    ['Q2 Unmanageable person', 'F14 P16 that goes before an invalid spec, though nothing was submitted', {
      from: fresh,
      edit: { job: { parallelism: -1 } },
      reconciliation: { lastStableSpec: 'no json' },
    }],
    ['Q3 InvalidFromTheStart person', 'P10 an invalid spec that was never submitted', { from: fresh, edit: { job: { parallelism: -1 } } }],
    ['Q4 NotYetOurs operator', 'our finalizer comes first', { from: new SessionWorld({ metadata: { finalizers: [] } }) }],
    ['Q6 WithoutCluster person', 'E-6 there is none', { session: null }],
    ['Q6 WithoutCluster cluster', 'P14 it could not be read', { world: { blind: ['ReadFlinkDeployment'] } }],
    ['Q6 WithoutCluster cluster', 'E-7 E-55 it is not ready', { session: aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' }) }],
    ['Q8 Paused person', 'A8 whatever was edited', { edit: { ...edited, metadata: { annotations: { [pauseAnnotation]: 'true' } } } }],
    ['Q9 Suspending cluster', 'a stop goes on', { status: { operation: suspend }, edit: edited }],
    ['Q10 Submitting cluster', 'a submit goes on', { status: { operation: submit }, jobs: [] }],
    ['Q12 StrayJob operator', 'P25 B02 two are alive: the one that the status does not tell of', {
      jobs: [listed(id, 'RUNNING', Number(steady.status.jobStatus.startTime)), listed(stray)],
    }],
    ['Q12 StrayJob operator', 'B26 a suspended job is alive again', { from: suspended, jobs: [listed(id, 'RUNNING', suspended.now)] }],
    ['Q12 StrayJob operator', 'P25 one that a lost submit of a stateless job made', {
      ...takenAway,
      jobs: [listed(stray)],
    }],
    ['Q26 Blocked cluster', 'P25 or may still make', { ...takenAway, jobs: [] }],
    ['Q12 StrayJob operator', 'P25 not listed under the recorded id: taken for the job, and stopped with its state', {
      jobs: [listed(stray)],
    }],
    ['Q12 Blocked cluster', 'P25 as soon as it can be', { jobs: [listed(stray, 'CANCELLING')] }],
    ['Q13 RecordLost person', 'P02 the record is lost, and the job runs', wiped({ jobs: [listed(id)], edit: { metadata: old } })],
    ['Q14 SuspendedToRecord operator', 'E-9 created suspended', {
      from: fresh,
      edit: { job: { state: 'suspended' } },
      record: { lastState: { _tag: 'NeverStarted' } },
    }],
    ['Q15 FirstDeployment operator', 'never submitted', { from: fresh, record: { lastState: { _tag: 'NeverStarted' } } }],
    [
      'Q16 FirstDeployment operator',
      'P25 the record is lost, and a person says what it goes on from',
      wiped({
        edit: { job: { initialSavepointPath: 's3://b/x', savepointRedeployNonce: 2 }, metadata: old },
        record: { ...initialFlinkSessionJobStatus.operatorRecord, lastState: contradictedState('x', 1) },
      }),
    ],
    ['Q17 FirstDeployment operator', 'the record is lost, and the job is stateless', wiped({ edit: { ...stateless, metadata: old } })],
    ['Q18 FirstDeployment operator', 'the operator before had only put its finalizer on', {
      from: new SessionWorld({ metadata: { creationTimestamp: '2023-11-14T22:10:00Z', finalizers } }),
      record: { lastState: nothingRecorded },
    }],
    ['Q18 SuspendedToRecord operator', 'the same, created suspended', {
      from: new SessionWorld({ job: { state: 'suspended' }, metadata: { creationTimestamp: '2023-11-14T22:10:00Z', finalizers } }),
      record: { lastState: nothingRecorded },
    }],
    ['Q19 RecordLost person', 'P25 the record is lost, and nothing runs', wiped({ edit: { metadata: old } })],
    ['Q11 Settled person', 'the nonce of a savepoint that completed is recorded before anything else', {
      edit: { job: { savepointTriggerNonce: 1, entryClass: 'x' } },
      job: { savepointInfo: pending },
      world: { stops: new Map([[pending.triggerId, { _tag: 'Completed', location: 's3://b/sp/m', checkpointId: null }]]) },
    }],
    ['Q20 Blocked cluster', 'F04 a savepoint that was asked for before the edit can still complete', {
      edit: { job: { savepointTriggerNonce: 1, entryClass: 'x' } },
      job: { savepointInfo: pending },
      world: { stops: new Map([[pending.triggerId, { _tag: 'InProgress' }]]) },
    }],
    ['Q40 S2 Snapshot operator', 'a savepoint is asked for', { edit: { job: { savepointTriggerNonce: 1 } } }],
    ['Q21 RedeployDue operator', 'E-12 a person says what it goes on from', {
      edit: { job: { initialSavepointPath: 's3://b/x', savepointRedeployNonce: 2 } },
    }],
    ['Q22 AdoptedRollback operator', 'the operator before had begun a rollback', { reconciliation: { state: 'ROLLING_BACK' } }],
    ['Q23 RunsWhatIsWanted operator', 'D-35 the spec that runs was put back', {
      edit: {},
      reconciliation: {
        state: 'ROLLED_BACK',
        lastReconciledSpec: jobRecord(steady, { job: { entryClass: 'x' } }),
        lastStableSpec: jobRecord(steady),
      },
    }],
    ['Q24 AdoptedCancel operator', 'the operator before was cancelling it for an upgrade', {
      edit: edited,
      reconciliation: { state: 'UPGRADING' },
      job: { state: 'CANCELLING' },
      jobs: [listed(id, 'CANCELLING', Number(steady.status.jobStatus.startTime))],
    }],
    ['Q25 SuspendedToRecord operator', 'D-02 D-03 it is stopped, as it is to be', {
      from: suspended,
      reconciliation: { state: 'UPGRADING' },
    }],
    ['Q26 AlreadyUpgraded operator', 'E-11 the operator before submitted it', { ...writtenAhead, jobs: [listed(unknownId)] }],
    ['Q26 Blocked cluster', 'E-11 B02 it may have', { ...writtenAhead, jobs: [] }],
    ['Q27 FirstDeployment operator', 'the first start did not happen yet', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
      reconciliation: { state: 'UPGRADING' },
    }],
    ['Q28 FirstDeployment operator', 'B20 B45 created suspended, and to run now', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
    }],
    ['Q29 Blocked person', 'P25 recorded as suspended, and alive: what it left is not known', {
      from: suspended,
      record: { lastState: contradictedState('x') },
      jobs: [listed(id, 'RUNNING', suspended.now)],
    }],
    ['Q30 SuspendedToRecord operator', 'an edit while it is suspended', { from: suspended, edit: edited }],
    ['Q31 Settled person', 'it is suspended', { from: suspended }],
    ['Q32 Blocked person', 'P25 nothing is started beside a job of the same name that is of nobody', {
      edit: { job: { entryClass: 'x' } },
      jobs: [...steady.jobs, listed(unknownId)],
    }],
    ['U2 5.2/5 UpgradeDue operator', 'Q32 it is suspended all the same', {
      edit: { job: { state: 'suspended' } },
      jobs: [...steady.jobs, listed(unknownId)],
    }],
    ['U2 5.2/5 UpgradeDue operator', "Q32 nor is one in the way that is another FlinkSessionJob's", {
      edit: { job: { entryClass: 'x' } },
      jobs: [...steady.jobs, listed(othersId)],
      world: { siblings: [sibling()] },
    }],
    ['Q42 Blocked cluster', 'A02 nothing is started beside a job of nobody that HA metadata holds', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
      world: { configMaps: [haConfigMap(unknownId)] },
    }],
    ['Q42 Blocked cluster', 'P14 it could not be seen', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
      world: { blind: ['ListConfigMaps'] },
    }],
    ['Q39 Disowned operator', "P21 the status was copied: the job is another FlinkSessionJob's", {
      edit: { job: { entryClass: 'x' } },
      job: { jobId: othersId },
      jobs: [listed(othersId, 'RUNNING', Number(steady.status.jobStatus.startTime))],
      world: { siblings: [sibling()] },
    }],
    ['Q39 Blocked cluster', 'P14 P21 it may be', {
      edit: { job: { entryClass: 'x' } },
      job: { jobId: othersId },
      jobs: [listed(othersId, 'RUNNING', Number(steady.status.jobStatus.startTime))],
      world: { blind: ['ListFlinkSessionJobs'] },
    }],
    ['Q33 Blocked cluster', 'B50 high availability brings it back', notListed],
    ['Q34 Blocked person', 'F05 it ended, and Flink forgot it', { from: steadyWithoutHa, ...notListed }],
    ['Q35 Lost operator', 'E-56 stateless, and lost with its JobManager', {
      from: steadyWithoutHa,
      ...notListed,
      edit: stateless,
      reconciliation: { lastReconciledSpec: jobRecord(steady, stateless), lastStableSpec: jobRecord(steady, stateless) },
      world: { pod: 'uid-other' },
    }],
    ['Q36 5.2/3 RestartFailed operator', 'it failed, and its last state is known', failed],
    ['Q37 Lost operator', 'lost with its JobManager, and its last state is known', {
      from: steadyWithoutHa,
      ...notListed,
      record: { ...notListed.record, lastState: { _tag: 'Path', path: 's3://b/x', seen: 'Stop' } },
      world: { pod: 'uid-other' },
    }],
    ['Q38 Blocked person', 'E-10 P01 lost with its JobManager, and its last state is not known', {
      from: steadyWithoutHa,
      ...notListed,
      world: { pod: 'uid-other' },
    }],
    ['Q38 Blocked person', 'P25 which job it was is not known', { ...notListed, job: { state: 'RECONCILING', jobId: null } }],
    ['Q39 Disowned operator', 'P21 the submit of another resource', { status: { operation: { ...submit, jobId: unknownId } }, jobs: [] }],
    ['Q41 Settled person', 'steady', {}],
    ['R3 Blocked person', 'P01 what it is restored from is not known', { ...stopped, record: { lastState: contradictedState('x') } }],
    ['R4 Path RestoreDue operator', 'it goes on from its savepoint', stopped],
    ['R4 Empty RestoreDue operator', 'it goes on from nothing, as it is stateless', {
      ...stopped,
      edit: { job: { state: 'running', upgradeMode: 'stateless' } },
    }],
    ['R4 Path RestoreDue operator', 'a rollback that is stopped', { ...stopped, reconciliation: { state: 'ROLLING_BACK' } }],
    ['U1 Blocked operator', 'P17 after a failure', { edit: { job: { entryClass: 'x' } }, record: { retryAt: steady.now + 1_000 } }],
    ['U2 5.2/5 UpgradeDue operator', 'an edit, with a savepoint', { edit: { job: { entryClass: 'x' } } }],
    ['U2 5.2/1 UpgradeDue operator', 'an edit of a stateless job', { edit: { job: { entryClass: 'x', upgradeMode: 'stateless' } } }],
    ['U4 5.2/2 Blocked person', 'L2 it has ended, and what it left is not known', {
      edit: { job: { entryClass: 'x' } },
      jobs: [listed(id, 'FINISHED', Number(steady.status.jobStatus.startTime))],
      job: { state: 'FINISHED' },
      record: { terminalSince: steady.now - long, runningSince: null, lastState: contradictedState('x') },
    }],
    ['U5 5.3/4 not read Blocked cluster', 'P14 L2 it has ended, and what it left could not be read', {
      edit: { job: { entryClass: 'x' } },
      jobs: [listed(id, 'CANCELED', Number(steady.status.jobStatus.startTime))],
      job: { state: 'CANCELED' },
      record: { terminalSince: steady.now - long, runningSince: null },
      world: { blind: ['GetCheckpoints'] },
    }],
    ['U5 5.2/4 Blocked cluster', 'it is being cancelled', {
      edit: { job: { entryClass: 'x' } },
      jobs: [listed(id, 'CANCELLING', Number(steady.status.jobStatus.startTime))],
    }],
    ['U5 5.2/7 Blocked cluster', 'it does not run', {
      edit: { job: { entryClass: 'x' }, ...noFallback },
      jobs: [listed(id, 'RESTARTING', Number(steady.status.jobStatus.startTime))],
      job: { state: 'RESTARTING' },
    }],
    ['U7 Blocked cluster', 'P01 an edit, while the cluster is changed', {
      edit: { job: { entryClass: 'x' } },
      session: aSession({}, { operation: aDeploy() }),
    }],
    ['U6 5.2/2 SuspendedToRecord operator', 'it has ended, and is to be suspended', {
      edit: { job: { state: 'suspended' } },
      jobs: [listed(id, 'FINISHED', Number(steady.status.jobStatus.startTime))],
      job: { state: 'FINISHED' },
      record: { terminalSince: steady.now - long, runningSince: null, lastState: contradictedState('x') },
    }],
    ['4.9/8 5.2/12 RollbackDue operator', 'it did not become stable', unstable],
    ['S 4.5/8 ScaleDue operator', 'B101 an edit of its width alone', { from: adaptive, edit: { job: { parallelism: 3 } }, world: wide }],
    ['S 4.5/6 ScaleDue operator', 'P14 B101 how wide it is could not be seen', {
      from: adaptive,
      edit: { job: { parallelism: 3 } },
      world: { ...wide, blind: ['GetResourceRequirements'] },
    }],
  ]

  test.each(rows)('%s: %s', (want, title, given) => {
    const world = jobWorld(given)
    const { reason, waitingFor, unblockedBy, row, situation } = world.situation
    expect(`${row} ${situation} ${unblockedBy.who}`).toBe(want)
    const [id = ''] = row.split(' ')
    const [why, wait, effects, events] = told[`${id} ${title}`] ?? expect.fail(want)
    const short = (text: string): string => text.replaceAll(/[0-9a-f]{32}/gu, 'ID')
    expect(short(reason).slice(0, 110)).toBe(why)
    expect(short(waitingFor)).toBe(wait ?? short(reason))
    const actions = world.next
    expect(actions.map(({ _tag }) => _tag).filter(it => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(it)).join(' ')).toBe(effects)
    expect(actions.flatMap(it => (it._tag === 'EmitEvent' ? [it.reason] : [])).join(' ')).toBe(events)
    expect(unblockedBy.what).toContain(
      (situation === 'Blocked' || situation === 'RecordLost' ? wayOn[id] : wayOn[situation] ?? wayOn[title])
        ?? 'the next round goes on by itself',
    )
  })

  test('there is no row of the table that is not here, but those that only look', () => {
    const reached = rows.map(([row]) => row)
    // A: job/autoscale/autoscaler-situation.test.ts
    const ofOthers = /^(?:5\.|S\d|A\d)/u
    expect(decisionRows.filter(it => !ofOthers.test(it) && !reached.some(row => row.startsWith(`${it} `)))).toEqual(
      // R2: what restores a session job never has to be looked at; kept so that the answer is handled whole
      ['Q5', 'Q7', 'R2', 'U3'],
    )
  })
})
