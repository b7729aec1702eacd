import type { AdoptedJob, ManualSnapshot, OperatorRecord } from '../resource/operator-record.ts'
import { upgradeModes } from '../resource/upgrade-mode.ts'
import { contradictedState, nothingRecorded } from '../resource/last-state.ts'
import { defaultsOf } from './field.ts'
import { objectOf } from './object-type.ts'
import { lastState } from './last-state-fields.ts'
import { incarnation, deploySource } from './operation-fields.ts'
import { integer, nonce, oneOf, text } from './scalar-type.ts'

const moment = (doc: string) => ({ type: integer, default: null, doc: `${doc} Epoch milliseconds.` }) as const

const manualSnapshot = objectOf<ManualSnapshot>('manualSnapshot', {
  nonce: { type: nonce, required: true, doc: 'The trigger nonce.' },
  askedAt: { type: integer, required: true, doc: 'When it was first triggered, in epoch milliseconds.' },
  retryAt: moment('Not before this moment is it tried again.'),
})

const adoptedJob = objectOf<AdoptedJob>('adoptedJob', {
  jobId: { type: text, required: true, doc: 'Id of the job.' },
  uid: { type: text, required: true, doc: 'Uid of the resource.' },
})

const fields = {
  attempts: { type: integer, default: 0, doc: 'Operations begun so far.' },
  deployedAttempt: { type: text, default: null, doc: 'The attempt whose objects are deployed.' },
  deployedSource: { type: deploySource, default: null, doc: 'What the deployed cluster was started from.' },
  unstartedDeployment: {
    type: text,
    default: null,
    doc: 'Uid of the JobManager Deployment of the attempt, while nothing was seen to run in it.',
  },
  terminalSince: moment('Since when the job is known to be terminal or suspended.'),
  jobMissedSince: moment('When the running job was first missed.'),
  scalingBlindSince: moment("Since when it can't be told whether an edit that only scales could be taken in place."),
  restMissedSince: moment("Since when Flink's REST does not answer, while Kubernetes shows a JobManager that is available."),
  jobManagerDownSince: moment('Since when the JobManager is deployed and not ready.'),
  deletingSince: moment('Since when the deletion waits for a savepoint.'),
  podTroubleSince: moment('When a mount or image problem was first seen.'),
  incarnation: { type: incarnation, default: null, doc: 'The JobManager and job that were last seen.' },
  adoptedJob: { type: adoptedJob, default: null, doc: 'A job whose id another operator chose, and whose it was seen to be.' },
  lastState: {
    type: lastState,
    default: nothingRecorded,
    unreadable: contradictedState("status.operatorRecord.lastState can't be read"),
    doc: 'What the next start of the job goes on from.',
  },
  askedMode: {
    type: oneOf(upgradeModes),
    default: null,
    doc: 'upgradeMode of the last valid spec that was recorded.',
  },
  retryAt: moment('Not before this moment is a failed operation tried again.'),
  lastPeriodicSavepointTrigger: moment('When a periodic savepoint was last due.'),
  lastPeriodicCheckpointTrigger: moment('When a periodic checkpoint was last due.'),
  manualSavepoint: { type: manualSnapshot, default: null, doc: 'The savepoint that a nonce asked for.' },
  manualCheckpoint: { type: manualSnapshot, default: null, doc: 'The checkpoint that a nonce asked for.' },
  runningSince: moment('Since when the job was seen running without interruption.'),
  errorOwner: { type: text, default: null, doc: 'Who wrote status.error.' },
}

/** `status.operatorRecord`: what we keep beside the reference operator's fields; what can't be read of it takes its initial value. */
export const operatorRecord = objectOf<OperatorRecord>('operatorRecord', fields, { tolerant: true })

/** The record of a resource that was never touched by this operator. */
export const initialOperatorRecord: OperatorRecord = defaultsOf<OperatorRecord>(fields)
