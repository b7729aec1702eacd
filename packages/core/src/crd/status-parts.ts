import {
  type CheckpointInfo,
  type CheckpointRecord,
  type CheckpointType,
  type SavepointFormatType,
  type SavepointInfo,
  type SavepointRecord,
  type SnapshotTriggerType,
  type ReconciliationState,
  type ReconciliationStatus,
  type JobStatus,
  jobStates,
  type LifecycleState,
} from '../contract/resource/job-status.ts'
import { listOf } from './collection-type.ts'
import { defaultsOf } from './field.ts'
import { objectOf } from './object-type.ts'
import { integer, nonce, oneOfOpen, text, textOrJson } from './scalar-type.ts'
import type { Condition } from '../contract/resource/condition.ts'

const triggerTypes: readonly SnapshotTriggerType[] = ['MANUAL', 'PERIODIC', 'UPGRADE', 'UNKNOWN']
const savepointFormats: readonly SavepointFormatType[] = ['CANONICAL', 'NATIVE', 'UNKNOWN']
const checkpointTypes: readonly CheckpointType[] = ['FULL', 'INCREMENTAL', 'UNKNOWN']

const triggerType = { type: oneOfOpen(triggerTypes), default: null, unreadable: 'UNKNOWN', doc: 'Why it was taken.' } as const
const timeStamp = { type: integer, default: 0, doc: 'When it was triggered, in epoch milliseconds.' }
const triggerNonce = { type: nonce, default: null, doc: 'The nonce that triggered it.' }
const triggerId = { type: text, default: null, doc: 'Id of the snapshot in progress; null: none.' }
const triggerTimestamp = { type: integer, default: null, doc: 'When the snapshot in progress was triggered, in epoch milliseconds.' }
const savepointFormat = {
  type: oneOfOpen(savepointFormats),
  default: null,
  unreadable: 'UNKNOWN',
  doc: 'Format of the savepoint.',
} as const
const checkpointType = { type: oneOfOpen(checkpointTypes), default: null, unreadable: 'UNKNOWN', doc: 'Type of the checkpoint.' } as const

const savepointRecord = objectOf<SavepointRecord>('savepoint', {
  timeStamp,
  location: { type: text, default: null, doc: 'Path of the savepoint.' },
  triggerType,
  formatType: savepointFormat,
  triggerNonce,
}, { tolerant: true, identity: ['timeStamp', 'location'] })

const checkpointRecord = objectOf<CheckpointRecord>('checkpoint', {
  timeStamp,
  triggerType,
  formatType: checkpointType,
  triggerNonce,
}, { tolerant: true, identity: ['timeStamp'] })

const savepointInfoFields = {
  lastSavepoint: { type: savepointRecord, default: null, doc: 'The last one that was completed.' },
  triggerId,
  triggerTimestamp,
  triggerType,
  formatType: savepointFormat,
  savepointHistory: { type: listOf(savepointRecord, 'tolerant'), default: [], doc: 'Completed savepoints, oldest first.' },
  lastPeriodicSavepointTimestamp: { type: integer, default: 0, doc: 'When the last periodic one was triggered, in epoch milliseconds.' },
}

const checkpointInfoFields = {
  lastCheckpoint: { type: checkpointRecord, default: null, doc: 'The last one that was completed.' },
  triggerId,
  triggerTimestamp,
  triggerType,
  formatType: checkpointType,
  lastPeriodicCheckpointTimestamp: { type: integer, default: 0, doc: 'When the last periodic one was triggered, in epoch milliseconds.' },
}

/** Legacy tracking of savepoints and checkpoints in the status (api-and-config.md, section 5.3). */
export const savepointInfo = objectOf<SavepointInfo>('savepointInfo', savepointInfoFields, { tolerant: true })
export const checkpointInfo = objectOf<CheckpointInfo>('checkpointInfo', checkpointInfoFields, { tolerant: true })
export const noSavepointInfo: SavepointInfo = defaultsOf<SavepointInfo>(savepointInfoFields)
export const noCheckpointInfo: CheckpointInfo = defaultsOf<CheckpointInfo>(checkpointInfoFields)

/** In the order of the reference operator's enumeration (control-flow.md, section 1.5). */
export const lifecycleStates: readonly LifecycleState[] = [
  'CREATED',
  'SUSPENDED',
  'UPGRADING',
  'DEPLOYED',
  'STABLE',
  'ROLLING_BACK',
  'ROLLED_BACK',
  'FAILED',
  'DELETING',
  'DELETED',
]
const reconciliationStates: readonly ReconciliationState[] = ['UPGRADING', 'DEPLOYED', 'ROLLING_BACK', 'ROLLED_BACK']

const jobStatusFields = {
  jobName: { type: text, default: null, doc: 'Name that Flink reports.' },
  jobId: { type: text, default: null, doc: "Flink's id of the job: of the current one, or of the next one." },
  state: {
    type: oneOfOpen(jobStates),
    default: null,
    unreadable: 'RECONCILING',
    doc: 'Last known state of the job. RECONCILING: unknown.',
  },
  startTime: { type: text, default: null, doc: 'Epoch milliseconds as text.' },
  updateTime: { type: text, default: null, doc: 'When the operator last observed a change of the state, in epoch milliseconds as text.' },
  upgradeSavepointPath: { type: textOrJson, default: null, doc: 'Path from which the next stateful deployment restores.' },
  savepointInfo: { type: savepointInfo, default: noSavepointInfo, doc: 'Savepoints. Deprecated in favour of FlinkStateSnapshot.' },
  checkpointInfo: { type: checkpointInfo, default: noCheckpointInfo, doc: 'Checkpoints. Deprecated in favour of FlinkStateSnapshot.' },
} as const

const reconciliationStatusFields = {
  reconciliationTimestamp: { type: integer, default: 0, doc: 'When the last reconciliation began, in epoch milliseconds.' },
  lastReconciledSpec: { type: textOrJson, default: null, doc: 'The spec that was deployed, as JSON text.' },
  lastStableSpec: { type: textOrJson, default: null, doc: 'The last stable spec, as JSON text: the target of a rollback.' },
  state: { type: oneOfOpen(reconciliationStates), default: 'UPGRADING', doc: 'Progress of the deployment of the spec.' },
} as const

/** The parts of a status that FlinkDeployment and FlinkSessionJob share (api-and-config.md, section 5.1). */
export const jobStatus = objectOf<JobStatus>('jobStatus', jobStatusFields, { tolerant: true })
export const noJobStatus: JobStatus = defaultsOf<JobStatus>(jobStatusFields)
export const reconciliationStatus = objectOf<ReconciliationStatus>('reconciliationStatus', reconciliationStatusFields, { tolerant: true })
export const noReconciliationStatus: ReconciliationStatus = defaultsOf<ReconciliationStatus>(reconciliationStatusFields)

/** Fields of a condition. */
export const condition = objectOf<Condition>('condition', {
  type: { type: text, required: true, doc: 'Type of the condition.' },
  status: { type: oneOfOpen(['True', 'False', 'Unknown'] as const), required: true, doc: 'True, False or Unknown.' },
  reason: { type: text, default: '', doc: 'Reason, in one word.' },
  message: { type: text, default: '', doc: 'Explanation for users.' },
  lastTransitionTime: { type: text, default: '', doc: 'When status last changed.' },
  observedGeneration: { type: integer, default: undefined, doc: 'The generation that the condition describes.' },
}, { identity: ['type'] })
