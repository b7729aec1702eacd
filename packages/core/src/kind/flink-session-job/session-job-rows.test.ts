import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../fixtures/session-job-round.ts'
import { aSession, listed } from '../../../fixtures/a-session-job.ts'
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
import { notListed, othersId, steadyId as id, orphanId as orphan, submit, suspend } from '../../../fixtures/session-job-operations.ts'
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
import { initialFlinkSessionJobStatus } from './flink-session-job-codec.ts'
import { contradictedState, nothingRecorded } from '../../contract/resource/last-state.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'
import { decisionRows } from './flink-session-job-kind.ts'

const { finalizers } = steady.resource.meta

/** By id and title of a row: the reason, what the round then waits for where that is something else, its effects and its events. */
const reported: Readonly<Record<string, readonly [reason: string, waitingFor: string | null, effects: string, events: string]>> = {
  'deleting a deletion comes before everything else': ['the resource is being deleted', 'the job to be cancelled', 'CancelJob', 'Cleanup'],
  "unreadable B41 F14 a record that can't be read": ["the recorded state can't be read", 'an edit', '', 'Error'],
  'unreadable F14 P16 that goes before an invalid spec, though nothing was submitted': [
    "the recorded state can't be read",
    'an edit',
    '',
    'Error',
  ],
  'invalid-from-the-start P10 an invalid spec that was never submitted': [
    'the spec is invalid, and nothing was started before',
    'an edit',
    '',
    'ValidationError',
  ],
  'finalizer our finalizer comes first': ['our finalizer is added first', null, 'AddFinalizer', ''],
  'without-cluster E-6 there is none': [
    'the FlinkDeployment that spec.deploymentName names does not exist in the namespace of the job',
    null,
    '',
    '',
  ],
  'without-cluster P14 it could not be read': ['the FlinkDeployment of the session cluster could not be read: not seen', null, '', ''],
  'without-cluster E-7 E-55 it is not ready': ['the JobManager of session cluster app is DEPLOYING', null, '', ''],
  'paused A8 whatever was edited': [
    'paused: annotation flinkdeployment.flink.apache.org/pause is set',
    'the end of the pause: annotation flinkdeployment.flink.apache.org/pause is set',
    '',
    'Paused',
  ],
  'stopping a stop goes on': ['the job is being stopped (SAVEPOINT)', 'savepoint ID', 'StopWithSavepoint', 'ClockSkew'],
  'starting a submit goes on': ['the job is being submitted (Upgrade)', 'Flink to list the jar', 'UploadJar', 'ClockSkew'],
  'unrecorded-job P25 B02 two are alive: the one that the status does not tell of': [
    'job ID of this resource is alive, but the status does not record it',
    'job ID to be cancelled',
    'CancelJob',
    'OrphanJob',
  ],
  'unrecorded-job B26 a suspended job is alive again': [
    'a job that should not run is alive',
    'job ID to be cancelled',
    'CancelJob',
    'OrphanJob',
  ],
  'unrecorded-job P25 one that a lost submit of a stateless job made': [
    'job ID was being submitted, and status.operation is gone',
    'job ID to be cancelled',
    'CancelJob',
    'OrphanJob',
  ],
  'started-before P25 or may still make': [
    'The previous operator may have submitted job ID, which Flink does not list. The operator waits ten minutes for',
    'Flink to list the job that the previous operator may have submitted',
    '',
    'RestoreFailed',
  ],
  'unrecorded-job P25 not listed under the recorded id: taken for the job, and stopped with its state': [
    'job ID of this resource is alive, but the status does not record it',
    'savepoint ID',
    'StopWithSavepoint',
    'OrphanJob Suspended',
  ],
  'unrecorded-job P25 as soon as it can be': ['job ID, which is CANCELLING, to be stopped with its state', null, '', ''],
  'record-lost/job-alive P02 the record is lost, and the job runs': [
    'the status records no submit, but a job of the resource is alive',
    'the user to say what the job is restored from',
    '',
    'RestoreFailed',
  ],
  'created-suspended E-9 created suspended': ['the resource was created suspended', null, '', ''],
  'never-started never submitted': ['the job was never started', 'first deployment: submit from empty state', '', ''],
  'record-lost-and-answered P25 the record is lost, and a person says what it goes on from': [
    'the record of the started job is lost, and the user named the path to restore from',
    'first deployment from initialSavepointPath: submit from s3://b/x',
    '',
    '',
  ],
  'record-lost-and-stateless the record is lost, and the job is stateless': [
    'the record of the started job is lost, and the job is stateless',
    'first deployment: submit from empty state',
    '',
    '',
  ],
  'new the operator before had only put its finalizer on': ['the resource is new', 'first deployment: submit from empty state', '', ''],
  'new the same, created suspended': ['the resource was created suspended', null, '', ''],
  'record-lost P25 the record is lost, and nothing runs': [
    'status.reconciliationStatus.lastReconciledSpec is missing',
    'the user to say what the job is restored from',
    '',
    'RestoreFailed',
  ],
  'snapshot-nonce the nonce of a savepoint that completed is recorded before anything else': [
    'a snapshot completed: its nonce is recorded before anything else',
    'the time of the next savepoint',
    '',
    '',
  ],
  'savepoint-pending F04 a savepoint that was requested before the edit can still complete': [
    'savepoint ID, which was requested before the edit',
    null,
    '',
    '',
  ],
  'snapshot a savepoint is asked for': ['savepointTriggerNonce is 1', 'savepoint ID', 'TriggerSavepoint', ''],
  'savepoint-redeploy E-12 a person says what it goes on from': [
    'a new savepointRedeployNonce asks for a start from initialSavepointPath',
    'the job to be cancelled',
    'CancelJob',
    'SpecChanged Suspended',
  ],
  'adopted-rollback the operator before had begun a rollback': [
    'the reference operator had begun a rollback when this operator took over',
    null,
    '',
    '',
  ],
  'edit-taken-back D-35 the user changed the spec back to the running one': [
    'the user changed the spec back to the running one',
    null,
    '',
    'SpecChanged',
  ],
  'adopted-cancel the operator before was cancelling it for an upgrade': [
    'the reference operator was cancelling the job for an upgrade when this operator took over',
    'the operator takes over the cancel of the previous operator',
    '',
    '',
  ],
  'stopped-to-stay D-02 D-03 it is stopped, as it is to be': ['the job is stopped, and the spec asks for a suspended job', null, '', ''],
  'started-before E-11 the operator before submitted it': [
    'the job was submitted before this operator took over',
    'the operator takes over the submit of the previous operator',
    '',
    '',
  ],
  'started-before E-11 B02 it may have': [
    'The previous operator may have submitted job ID, which Flink does not list. If it does not appear: Either set ',
    'Flink to list the job that the previous operator may have submitted',
    '',
    'RestoreFailed',
  ],
  'stopped-before-first-start the job was not started for the first time yet': [
    'the job was not started for the first time yet',
    'first deployment: submit from empty state',
    '',
    '',
  ],
  'resumed-before-first-start B20 B45 created suspended, and to run now': [
    'the resource was created suspended, and its job was never started',
    'first deployment: submit from empty state',
    '',
    '',
  ],
  'suspended/recorded-job-alive P25 recorded as suspended, and alive: what it left is not known': [
    'The status records the job as suspended, but job ID is alive. The operator starts nothing beside it. Restore t',
    'a user: the status is older than the running job',
    '',
    'RestoreFailed',
  ],
  'edited-while-suspended an edit while it is suspended': ['the user edited the spec while the job is suspended', null, '', ''],
  'suspended it is suspended': ['the job is suspended', 'a change', '', ''],
  'same-name-job P25 nothing is started beside a job of the same name that is of nobody': [
    'Job ID runs in the session cluster under the name of this resource, but the status does not record it: an earl',
    'job ID of the same name to be gone',
    '',
    'RestoreFailed',
  ],
  'unclaimed-job A02 nothing is started beside a job of nobody that HA metadata holds': [
    'HA metadata of the session cluster holds job ID, which its JobManager does not list and no FlinkSessionJob cla',
    'the JobManager to recover job ID from its HA metadata',
    '',
    'RestoreFailed',
  ],
  'unclaimed-job P14 it could not be seen': ['the HA metadata of the cluster to become readable', null, '', ''],
  'edit/stop same-name-job it is suspended all the same': [
    'the job runs and can be stopped with a savepoint',
    'savepoint ID',
    'StopWithSavepoint',
    'SpecChanged Suspended',
  ],
  "edit/stop same-name-job nor is one in the way that is another FlinkSessionJob's": [
    'the job runs and can be stopped with a savepoint',
    'savepoint ID',
    'StopWithSavepoint',
    'SpecChanged Suspended',
  ],
  "others-job P21 the status was copied: the job is another FlinkSessionJob's": [
    'status.jobStatus.jobId ID is the job of FlinkSessionJob another: the status was copied, and the operator does ',
    null,
    '',
    'RestoreFailed',
  ],
  'others-job P14 P21 it may be': ['the Kubernetes API to list the other FlinkSessionJobs: the job may be one of theirs', null, '', ''],
  'lost/ha-recovers-it B50 high availability brings it back': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'the JobManager to recover the job from high-availability metadata',
    '',
    'Missing',
  ],
  'lost/forgotten F05 it ended, and Flink forgot it': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'the JobManager to list the job',
    '',
    'Missing',
  ],
  'lost/stateless E-56 stateless, and lost with its JobManager': [
    'the JobManager restarted, and the stateless job is lost',
    'the JobManager restarted without the job, which is stateless: submit from empty state',
    '',
    'RecoverDeployment',
  ],
  'failed it failed, and its last state is known': [
    'the job failed and is restarted: the job was suspended with this state',
    'the job was suspended with this state: submit from s3://b/cp/7',
    '',
    '',
  ],
  'lost/state-known lost with its JobManager, and its last state is known': [
    'the JobManager restarted, and the job is lost',
    'the JobManager restarted without the job, whose last state is known: submit from s3://b/x',
    '',
    'RecoverDeployment',
  ],
  'lost/job-state-unknown E-10 P01 lost with its JobManager, and its last state is not known': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'a user: without high availability the state of the lost job is not known',
    '',
    'Missing',
  ],
  'lost/job-state-unknown P25 which job it was is not known': [
    'Job Not Found. The JobManager lists no such job; if it does not come back: Either set spec.job.initialSavepoin',
    'a user: the id of the job is unknown',
    '',
    'Missing',
  ],
  'others-job P21 the submit of another resource': [
    'the submit of job ID in the status belongs to another resource',
    null,
    '',
    'ClockSkew RestoreFailed',
  ],
  'nothing steady': ['nothing is to be done', 'a change', '', ''],
  'restore/user-decides P01 what it is restored from is not known': [
    'The operator does not know what to restore the job from: x. It starts and deletes nothing. Manual restore requ',
    'the user to restore the job',
    '',
    'RestoreFailed',
  ],
  'restore/path it goes on from its savepoint': [
    'the job was suspended with this state',
    'the job was suspended with this state: submit from s3://b/sp/fc59',
    '',
    '',
  ],
  'restore/empty it goes on from nothing, as it is stateless': [
    'the job is stateless',
    'the job is stateless: submit from empty state',
    '',
    '',
  ],
  'restore/path a rollback that is stopped': [
    'the job was suspended with this state',
    'the job was suspended with this state: submit from s3://b/sp/fc59',
    '',
    '',
  ],
  'edit/retry-later P17 after a failure': ['the time of the next attempt', null, '', ''],
  'edit/stop an edit, with a savepoint': [
    'the job runs and can be stopped with a savepoint',
    'savepoint ID',
    'StopWithSavepoint',
    'SpecChanged Suspended',
  ],
  'edit/stop an edit of a stateless job': ['the job is stateless', 'the job to be cancelled', 'CancelJob', 'SpecChanged Suspended'],
  'edit/user-decides L2 it has ended, and what it left is not known': [
    'Job is in terminal state but last checkpoint is unknown, possibly due to an unrecoverable restore error. Manua',
    'the user to restore the job',
    '',
    'UpgradeFailed',
  ],
  'edit/not-available P14 L2 it has ended, and what it left could not be read': [
    'the job ended; its last checkpoint is being read',
    null,
    '',
    'JobCancelled',
  ],
  'edit/not-available it is being cancelled': ['the job is being cancelled', null, '', 'JobStatusChanged'],
  'edit/not-available it does not run': [
    'a savepoint is required, but the job is RESTARTING and the last-state fallback is disabled',
    null,
    '',
    '',
  ],
  'edit/cluster-changes P01 an edit, while the cluster is changed': [
    'session cluster app is being changed (Deploy): its JobManager may be deleted before the job has ended with its',
    null,
    '',
    '',
  ],
  'edit/suspend-ended it has ended, and is to be suspended': [
    'the job has ended: it is suspended, and its restore source is decided when it is resumed',
    null,
    '',
    'RestoreFailed',
  ],
  'rollback it did not become stable': [
    'the spec did not become stable in time: the cancelled job leaves its last checkpoint',
    'the job to be cancelled',
    'CancelJob',
    'Rollback Suspended',
  ],
  'scaling B101 an edit of its width alone': [
    'the running job is rescaled: a 2 -> 3, b 2 -> 3',
    null,
    'UpdateResourceRequirements',
    'SpecChanged Scaling',
  ],
  'scaling-unrecorded P29 what asked for its width is gone, and it was not recorded': [
    'the job is scaled as was asked, although nothing asks for that any more: it is recorded, and then taken back'.slice(0, 110),
    'the job is scaled as was asked, although nothing asks for that any more: it is recorded, and then taken back',
    '',
    '',
  ],
  'scaling P14 B101 how wide it is could not be seen': [
    'the resource requirements of the job could not be read: not seen',
    'the resource requirements of the job',
    '',
    '',
  ],
}

/** What makes it go on: by the row where it is blocked, else by the situation. */
const wayOn: Readonly<Record<string, string>> = {
  'started-before': 'Flink lists the job that the previous operator submitted; else choose ',
  'unrecorded-job': 'the job that the status does not record reaches a state in which it can',
  'record-lost/job-alive': 'restore the status; or stop the running job with a savepoint, and set ',
  'record-lost': 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  'savepoint-pending': 'the savepoint completes or fails; kubernetes.operator.job.upgrade.igno',
  'suspended/recorded-job-alive': 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  'same-name-job': 'stop the job of that name; or set another pipeline.name in spec.flinkC',
  'unclaimed-job': 'the JobManager lists the job that its HA metadata holds and no FlinkSessionJob claim',
  'P14 it could not be seen': 'HA metadata can be read',
  'others-job': 'Kubernetes lists the other FlinkSessionJobs of the namespace',
  'lost/ha-recovers-it': 'the JobManager recovers the job from high-availability metadata; a job ',
  'lost/forgotten': 'Flink has forgotten the job, which has ended. To run it again',
  'lost/job-state-unknown': 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  'restore/user-decides': 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  'edit/retry-later': 'the operator retries at the time of the next attempt; it tries a new edit at once',
  'edit/user-decides': 'choose a state yourself: set spec.job.initialSavepointPath and a new s',
  'edit/not-available': 'the job runs again or its JobManager comes up; or an edit that needs none of its state (spec.job.upg',
  'edit/cluster-changes': 'the change of the session cluster is over',
  Deleting: 'the job is stopped; then the finalizer is removed',
  Unmanageable: 'run the version of the operator that wrote the unreadable status, or mend',
  InvalidFromTheStart: 'an edit of the spec',
  Paused: 'remove the annotation flinkdeployment.flink.apache.org/pause, or wa',
  Suspending: 'the job ends',
  Submitting: 'the jar can be fetched, Flink accepts it and lists the job',
  Settled: 'an edit of the spec',
  'E-6 there is none': 'create a FlinkDeployment of that name without spec.job',
  'P14 it could not be read': 'the FlinkDeployment of the session cluster can be read',
  'E-7 E-55 it is not ready': 'the session cluster becomes ready',
}

describe('rows Q, R, U, S: which situation is a FlinkSessionJob in, and who makes it go on? (session-snapshot-bluegreen.md, section 2)', () => {
  const rows: readonly (readonly [string, string, GivenJob])[] = [
    ['deleting Deleting operator', 'a deletion comes before everything else', {
      edit: { metadata: { deletionTimestamp: '2023-11-14T22:30:00Z' } },
    }],
    ['unreadable Unmanageable person', "B41 F14 a record that can't be read", { reconciliation: { lastReconciledSpec: 'no json' } }],
    ['unreadable Unmanageable person', 'F14 P16 that goes before an invalid spec, though nothing was submitted', {
      from: fresh,
      edit: { job: { parallelism: -1 } },
      reconciliation: { lastStableSpec: 'no json' },
    }],
    ['invalid-from-the-start InvalidFromTheStart person', 'P10 an invalid spec that was never submitted', {
      from: fresh,
      edit: { job: { parallelism: -1 } },
    }],
    ['finalizer NotYetOurs operator', 'our finalizer comes first', { from: new SessionWorld({ metadata: { finalizers: [] } }) }],
    ['without-cluster WithoutCluster person', 'E-6 there is none', { session: null }],
    ['without-cluster WithoutCluster cluster', 'P14 it could not be read', { world: { unobservable: ['ReadFlinkDeployment'] } }],
    ['without-cluster WithoutCluster cluster', 'E-7 E-55 it is not ready', {
      session: aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' }),
    }],
    ['paused Paused person', 'A8 whatever was edited', { edit: { ...edited, metadata: { annotations: { [pauseAnnotation]: 'true' } } } }],
    ['stopping Suspending cluster', 'a stop goes on', { status: { operation: suspend }, edit: edited }],
    ['starting Submitting cluster', 'a submit goes on', { status: { operation: submit }, jobs: [] }],
    ['unrecorded-job OrphanJob operator', 'P25 B02 two are alive: the one that the status does not tell of', {
      jobs: [listed(id, 'RUNNING', Number(steady.status.jobStatus.startTime)), listed(orphan)],
    }],
    ['unrecorded-job OrphanJob operator', 'B26 a suspended job is alive again', {
      from: suspended,
      jobs: [listed(id, 'RUNNING', suspended.now)],
    }],
    ['unrecorded-job OrphanJob operator', 'P25 one that a lost submit of a stateless job made', {
      ...takenAway,
      jobs: [listed(orphan)],
    }],
    ['started-before Blocked cluster', 'P25 or may still make', { ...takenAway, jobs: [] }],
    ['unrecorded-job OrphanJob operator', 'P25 not listed under the recorded id: taken for the job, and stopped with its state', {
      jobs: [listed(orphan)],
    }],
    ['unrecorded-job Blocked cluster', 'P25 as soon as it can be', { jobs: [listed(orphan, 'CANCELLING')] }],
    [
      'record-lost/job-alive RecordLost person',
      'P02 the record is lost, and the job runs',
      wiped({ jobs: [listed(id)], edit: { metadata: old } }),
    ],
    ['created-suspended SuspendedToRecord operator', 'E-9 created suspended', {
      from: fresh,
      edit: { job: { state: 'suspended' } },
      record: { lastState: { _tag: 'NeverStarted' } },
    }],
    ['never-started FirstDeployment operator', 'never submitted', { from: fresh, record: { lastState: { _tag: 'NeverStarted' } } }],
    [
      'record-lost-and-answered FirstDeployment operator',
      'P25 the record is lost, and a person says what it goes on from',
      wiped({
        edit: { job: { initialSavepointPath: 's3://b/x', savepointRedeployNonce: 2 }, metadata: old },
        record: { ...initialFlinkSessionJobStatus.operatorRecord, lastState: contradictedState('x', 1) },
      }),
    ],
    [
      'record-lost-and-stateless FirstDeployment operator',
      'the record is lost, and the job is stateless',
      wiped({ edit: { ...stateless, metadata: old } }),
    ],
    ['new FirstDeployment operator', 'the operator before had only put its finalizer on', {
      from: new SessionWorld({ metadata: { creationTimestamp: '2023-11-14T22:10:00Z', finalizers } }),
      record: { lastState: nothingRecorded },
    }],
    ['new SuspendedToRecord operator', 'the same, created suspended', {
      from: new SessionWorld({ job: { state: 'suspended' }, metadata: { creationTimestamp: '2023-11-14T22:10:00Z', finalizers } }),
      record: { lastState: nothingRecorded },
    }],
    ['record-lost RecordLost person', 'P25 the record is lost, and nothing runs', wiped({ edit: { metadata: old } })],
    ['snapshot-nonce Settled person', 'the nonce of a savepoint that completed is recorded before anything else', {
      edit: { job: { savepointTriggerNonce: 1, entryClass: 'x' } },
      job: { savepointInfo: pending },
      world: { stops: new Map([[pending.triggerId, { _tag: 'Completed', location: 's3://b/sp/m', checkpointId: null }]]) },
    }],
    ['savepoint-pending Blocked cluster', 'F04 a savepoint that was requested before the edit can still complete', {
      edit: { job: { savepointTriggerNonce: 1, entryClass: 'x' } },
      job: { savepointInfo: pending },
      world: { stops: new Map([[pending.triggerId, { _tag: 'InProgress' }]]) },
    }],
    ['snapshot, snapshot-step/due Snapshot operator', 'a savepoint is asked for', { edit: { job: { savepointTriggerNonce: 1 } } }],
    ['savepoint-redeploy RedeployDue operator', 'E-12 a person says what it goes on from', {
      edit: { job: { initialSavepointPath: 's3://b/x', savepointRedeployNonce: 2 } },
    }],
    ['adopted-rollback AdoptedRollback operator', 'the operator before had begun a rollback', {
      reconciliation: { state: 'ROLLING_BACK' },
    }],
    ['edit-taken-back RunsWhatIsWanted operator', 'D-35 the user changed the spec back to the running one', {
      edit: {},
      reconciliation: {
        state: 'ROLLED_BACK',
        lastReconciledSpec: jobRecord(steady, { job: { entryClass: 'x' } }),
        lastStableSpec: jobRecord(steady),
      },
    }],
    ['adopted-cancel AdoptedCancel operator', 'the operator before was cancelling it for an upgrade', {
      edit: edited,
      reconciliation: { state: 'UPGRADING' },
      job: { state: 'CANCELLING' },
      jobs: [listed(id, 'CANCELLING', Number(steady.status.jobStatus.startTime))],
    }],
    ['stopped-to-stay SuspendedToRecord operator', 'D-02 D-03 it is stopped, as it is to be', {
      from: suspended,
      reconciliation: { state: 'UPGRADING' },
    }],
    ['started-before AlreadyUpgraded operator', 'E-11 the operator before submitted it', { ...writtenAhead, jobs: [listed(unknownId)] }],
    ['started-before Blocked cluster', 'E-11 B02 it may have', { ...writtenAhead, jobs: [] }],
    ['stopped-before-first-start FirstDeployment operator', 'the job was not started for the first time yet', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
      reconciliation: { state: 'UPGRADING' },
    }],
    ['resumed-before-first-start FirstDeployment operator', 'B20 B45 created suspended, and to run now', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
    }],
    ['suspended/recorded-job-alive Blocked person', 'P25 recorded as suspended, and alive: what it left is not known', {
      from: suspended,
      record: { lastState: contradictedState('x') },
      jobs: [listed(id, 'RUNNING', suspended.now)],
    }],
    ['edited-while-suspended SuspendedToRecord operator', 'an edit while it is suspended', { from: suspended, edit: edited }],
    ['suspended Settled person', 'it is suspended', { from: suspended }],
    ['same-name-job Blocked person', 'P25 nothing is started beside a job of the same name that is of nobody', {
      edit: { job: { entryClass: 'x' } },
      jobs: [...steady.jobs, listed(unknownId)],
    }],
    ['edit/stop, upgrade-mode/savepoint UpgradeDue operator', 'same-name-job it is suspended all the same', {
      edit: { job: { state: 'suspended' } },
      jobs: [...steady.jobs, listed(unknownId)],
    }],
    ['edit/stop, upgrade-mode/savepoint UpgradeDue operator', "same-name-job nor is one in the way that is another FlinkSessionJob's", {
      edit: { job: { entryClass: 'x' } },
      jobs: [...steady.jobs, listed(othersId)],
      world: { siblings: [sibling()] },
    }],
    ['unclaimed-job Blocked cluster', 'A02 nothing is started beside a job of nobody that HA metadata holds', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
      world: { configMaps: [haConfigMap(unknownId)] },
    }],
    ['unclaimed-job Blocked cluster', 'P14 it could not be seen', {
      from: neverSubmitted,
      edit: { job: { state: 'running' } },
      world: { unobservable: ['ListConfigMaps'] },
    }],
    ['others-job Disowned operator', "P21 the status was copied: the job is another FlinkSessionJob's", {
      edit: { job: { entryClass: 'x' } },
      job: { jobId: othersId },
      jobs: [listed(othersId, 'RUNNING', Number(steady.status.jobStatus.startTime))],
      world: { siblings: [sibling()] },
    }],
    ['others-job Blocked cluster', 'P14 P21 it may be', {
      edit: { job: { entryClass: 'x' } },
      job: { jobId: othersId },
      jobs: [listed(othersId, 'RUNNING', Number(steady.status.jobStatus.startTime))],
      world: { unobservable: ['ListFlinkSessionJobs'] },
    }],
    ['lost/ha-recovers-it Blocked cluster', 'B50 high availability brings it back', notListed],
    ['lost/forgotten Blocked person', 'F05 it ended, and Flink forgot it', { from: steadyWithoutHa, ...notListed }],
    ['lost/stateless Lost operator', 'E-56 stateless, and lost with its JobManager', {
      from: steadyWithoutHa,
      ...notListed,
      edit: stateless,
      reconciliation: { lastReconciledSpec: jobRecord(steady, stateless), lastStableSpec: jobRecord(steady, stateless) },
      world: { pod: 'uid-other' },
    }],
    ['failed, upgrade-mode/ended-state-known RestartFailed operator', 'it failed, and its last state is known', failed],
    ['lost/state-known Lost operator', 'lost with its JobManager, and its last state is known', {
      from: steadyWithoutHa,
      ...notListed,
      record: { ...notListed.record, lastState: { _tag: 'Path', path: 's3://b/x', seen: 'Stop' } },
      world: { pod: 'uid-other' },
    }],
    ['lost/job-state-unknown Blocked person', 'E-10 P01 lost with its JobManager, and its last state is not known', {
      from: steadyWithoutHa,
      ...notListed,
      world: { pod: 'uid-other' },
    }],
    ['lost/job-state-unknown Blocked person', 'P25 which job it was is not known', {
      ...notListed,
      job: { state: 'RECONCILING', jobId: null },
    }],
    ['others-job Disowned operator', 'P21 the submit of another resource', {
      status: { operation: { ...submit, jobId: unknownId } },
      jobs: [],
    }],
    ['nothing Settled person', 'steady', {}],
    ['restore/user-decides Blocked person', 'P01 what it is restored from is not known', {
      ...stopped,
      record: { lastState: contradictedState('x') },
    }],
    ['restore/path RestoreDue operator', 'it goes on from its savepoint', stopped],
    ['restore/empty RestoreDue operator', 'it goes on from nothing, as it is stateless', {
      ...stopped,
      edit: { job: { state: 'running', upgradeMode: 'stateless' } },
    }],
    ['restore/path RestoreDue operator', 'a rollback that is stopped', { ...stopped, reconciliation: { state: 'ROLLING_BACK' } }],
    ['edit/retry-later Blocked operator', 'P17 after a failure', {
      edit: { job: { entryClass: 'x' } },
      record: { retryAt: steady.now + 1_000 },
    }],
    ['edit/stop, upgrade-mode/savepoint UpgradeDue operator', 'an edit, with a savepoint', { edit: { job: { entryClass: 'x' } } }],
    ['edit/stop, upgrade-mode/stateless UpgradeDue operator', 'an edit of a stateless job', {
      edit: { job: { entryClass: 'x', upgradeMode: 'stateless' } },
    }],
    ['edit/user-decides, upgrade-mode/ended-state-unknown Blocked person', 'L2 it has ended, and what it left is not known', {
      edit: { job: { entryClass: 'x' } },
      jobs: [listed(id, 'FINISHED', Number(steady.status.jobStatus.startTime))],
      job: { state: 'FINISHED' },
      record: { terminalSince: steady.now - long, runningSince: null, lastState: contradictedState('x') },
    }],
    ['edit/not-available, upgrade-mode/last-checkpoint-unread Blocked cluster', 'P14 L2 it has ended, and what it left could not be read', {
      edit: { job: { entryClass: 'x' } },
      jobs: [listed(id, 'CANCELED', Number(steady.status.jobStatus.startTime))],
      job: { state: 'CANCELED' },
      record: { terminalSince: steady.now - long, runningSince: null },
      world: { unobservable: ['GetCheckpoints'] },
    }],
    ['edit/not-available, upgrade-mode/cancelling Blocked cluster', 'it is being cancelled', {
      edit: { job: { entryClass: 'x' } },
      jobs: [listed(id, 'CANCELLING', Number(steady.status.jobStatus.startTime))],
    }],
    ['edit/not-available, upgrade-mode/savepoint-required Blocked cluster', 'it does not run', {
      edit: { job: { entryClass: 'x' }, ...noFallback },
      jobs: [listed(id, 'RESTARTING', Number(steady.status.jobStatus.startTime))],
      job: { state: 'RESTARTING' },
    }],
    ['edit/cluster-changes Blocked cluster', 'P01 an edit, while the cluster is changed', {
      edit: { job: { entryClass: 'x' } },
      session: aSession({}, { operation: aDeploy() }),
    }],
    ['edit/suspend-ended, upgrade-mode/ended-state-unknown SuspendedToRecord operator', 'it has ended, and is to be suspended', {
      edit: { job: { state: 'suspended' } },
      jobs: [listed(id, 'FINISHED', Number(steady.status.jobStatus.startTime))],
      job: { state: 'FINISHED' },
      record: { terminalSince: steady.now - long, runningSince: null, lastState: contradictedState('x') },
    }],
    ['rollback, upgrade-mode/cancel RollbackDue operator', 'it did not become stable', unstable],
    ['scaling, in-place/vertices ScaleDue operator', 'B101 an edit of its width alone', {
      from: adaptive,
      edit: { job: { parallelism: 3 } },
      world: wide,
    }],
    ['scaling, in-place/requirements ScaleDue operator', 'P14 B101 how wide it is could not be seen', {
      from: adaptive,
      edit: { job: { parallelism: 3 } },
      world: { ...wide, unobservable: ['GetResourceRequirements'] },
    }],
    ['scaling-unrecorded ScalingUnrecorded operator', 'P29 what asked for its width is gone, and it was not recorded', {
      from: adaptive,
      record: { requestedScaling: { overrides: null, parallelism: 2, taskManagers: null, sentAt: steady.now - 1_000 } },
      world: wide,
    }],
  ]

  test.each(rows)('%s: %s', (want, title, given) => {
    const world = jobWorld(given)
    const { reason, waitingFor, unblockedBy, row, situation } = world.situation
    expect(`${row} ${situation} ${unblockedBy.who}`).toBe(want)
    const [id = ''] = row.split(', ')
    const [why, wait, effects, events] = reported[`${id} ${title}`] ?? expect.fail(want)
    const short = (text: string): string => text.replaceAll(/[0-9a-f]{32}/gu, 'ID')
    expect(short(reason).slice(0, 110)).toBe(why)
    expect(short(waitingFor)).toBe(wait ?? short(reason))
    const actions = world.next
    expect(actions.map(({ _tag }) => _tag).filter(it => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(it)).join(' ')).toBe(effects)
    expect(actions.flatMap(it => (it._tag === 'EmitEvent' ? [it.reason] : [])).join(' ')).toBe(events)
    expect(unblockedBy.what).toContain(
      (situation === 'Blocked' || situation === 'RecordLost' ? wayOn[title] ?? wayOn[id] : wayOn[situation] ?? wayOn[title])
        ?? 'the operator continues in its next round',
    )
  })

  test('there is no row of the table that is not here, but those that only look', () => {
    const reached = rows.map(([row]) => row)
    // A: job/autoscale/autoscaler-situation.test.ts
    const ofOthers = /^(?:upgrade-mode|checkpoint-age|snapshot-step|autoscaler)/u
    expect(decisionRows.filter(it => !ofOthers.test(it) && !reached.some(row => row.startsWith(`${it} `) || row.startsWith(`${it}, `))))
      .toEqual(
        // what a session job finds of an earlier one: tampered-status.test.ts. restore/wait: what restores a session job never has to be
        // looked at; kept so that the answer is handled whole
        ['cluster-unread', 'unseen', 'record-lost/job-listed-as-ended', 'record-lost/held-by-ha', 'edit/to-query', 'restore/wait'],
      )
  })
})
