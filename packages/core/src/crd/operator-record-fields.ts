import type { AdoptedJob, ManualSnapshot, OperatorRecord, RequestedScaling } from '../contract/resource/operator-record.ts'
import { upgradeModes } from '../contract/resource/upgrade-mode.ts'
import { contradictedState, nothingRecorded } from '../contract/resource/last-state.ts'
import { defaultsOf } from './field.ts'
import { objectOf } from './object-type.ts'
import { lastState, incarnation, deploySource } from './operation-fields.ts'
import { integer, nonce, oneOf, text } from './scalar-type.ts'

const moment = (doc: string) => ({ type: integer, default: null, doc: `${doc} Epoch milliseconds.` }) as const

const manualSnapshot = objectOf<ManualSnapshot>('manualSnapshot', {
  nonce: { type: nonce, required: true, doc: 'The trigger nonce.' },
  askedAt: { type: integer, required: true, doc: 'When it was first triggered, in epoch milliseconds.' },
  retryAt: moment('Earliest time of the next retry.'),
})

const adoptedJob = objectOf<AdoptedJob>('adoptedJob', {
  jobId: { type: text, required: true, doc: 'Id of the job.' },
  uid: { type: text, required: true, doc: 'Uid of the resource.' },
})

const requestedScaling = objectOf<RequestedScaling>('requestedScaling', {
  overrides: { type: text, default: null, doc: 'The requested parallelism of single vertices.' },
  parallelism: { type: integer, default: null, doc: 'The requested parallelism of the vertices that follow that of the job.' },
  taskManagers: { type: integer, default: null, doc: 'The requested number of TaskManagers of a standalone cluster.' },
  sentAt: { type: integer, required: true, doc: 'When it was about to be sent, in epoch milliseconds.' },
})

const fields = {
  attempts: { type: integer, default: 0, doc: 'Number of operations started so far.' },
  deployedAttempt: { type: text, default: null, doc: 'The attempt whose objects are deployed.' },
  deployedSource: { type: deploySource, default: null, doc: 'State from which the deployed cluster was started.' },
  unstartedDeployment: {
    type: text,
    default: null,
    doc: 'Uid of the JobManager Deployment of the attempt, until the operator observes that it runs.',
  },
  terminalSince: moment('Since when the job is known to be terminal or suspended.'),
  jobMissedSince: moment('When the running job was first found missing.'),
  scalingBlindSince: moment('Since when it is unknown whether an edit that only scales can be applied in place.'),
  requestedScaling: {
    type: requestedScaling,
    default: null,
    doc: 'A scaling in place that was asked for, until the operator observes it.',
  },
  restMissedSince: moment("Since when Flink's REST API does not answer although Kubernetes reports the JobManager as available."),
  jobManagerDownSince: moment('Since when the JobManager is deployed and not ready.'),
  deletingSince: moment('Since when the deletion waits for a savepoint.'),
  podTroubleSince: moment('When a mount or image problem was first observed.'),
  incarnation: { type: incarnation, default: null, doc: 'The JobManager and job that were last observed.' },
  adoptedJob: {
    type: adoptedJob,
    default: null,
    doc: 'A job whose id another operator chose, and the resource that it was found to belong to.',
  },
  lastState: {
    type: lastState,
    default: nothingRecorded,
    unreadable: contradictedState("status.operatorRecord.lastState can't be read"),
    doc: 'State from which the next start of the job restores.',
  },
  askedMode: {
    type: oneOf(upgradeModes),
    default: null,
    doc: 'upgradeMode of the last valid recorded spec.',
  },
  retryAt: moment('Earliest time at which a failed operation is retried.'),
  lastPeriodicSavepointTrigger: moment('When a periodic savepoint was last due.'),
  lastPeriodicCheckpointTrigger: moment('When a periodic checkpoint was last due.'),
  manualSavepoint: { type: manualSnapshot, default: null, doc: 'The savepoint that a nonce triggered.' },
  manualCheckpoint: { type: manualSnapshot, default: null, doc: 'The checkpoint that a nonce triggered.' },
  runningSince: moment('Since when the job has been running without interruption.'),
  errorOwner: { type: text, default: null, doc: 'Component that wrote status.error.' },
}

/** `status.operatorRecord`: records of this operator, which the reference operator lacks. A field that does not decode gets its default. */
export const operatorRecord = objectOf<OperatorRecord>('operatorRecord', fields, { tolerant: true })

/** The record of a resource that this operator has never processed. */
export const initialOperatorRecord: OperatorRecord = defaultsOf<OperatorRecord>(fields)
