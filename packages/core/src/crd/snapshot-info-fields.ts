import type {
  CheckpointInfo,
  CheckpointRecord,
  CheckpointType,
  SavepointFormatType,
  SavepointInfo,
  SavepointRecord,
  SnapshotTriggerType,
} from '../contract/resource/job-status.ts'
import { listOf } from './collection-type.ts'
import { defaultsOf } from './field.ts'
import { objectOf } from './object-type.ts'
import { integer, nonce, oneOfOpen, text } from './scalar-type.ts'

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
