import type { JsonObject } from '../resource/json.ts'
import type { SavepointFormatType } from '../resource/flink-deployment-status.ts'
import { objectOf } from './object-type.ts'
import { boolean, int32, jsonObject, oneOf, oneOfOpen, text } from './scalar-type.ts'

/** The job that a snapshot is taken of, in the same namespace. */
export interface JobReference {
  readonly kind: 'FlinkDeployment' | 'FlinkSessionJob' | null
  readonly name: string | null
}

export interface SavepointSpec {
  readonly path: string | null
  readonly formatType: SavepointFormatType
  readonly disposeOnDelete: boolean
  readonly alreadyExists: boolean
}

/** `spec` of a FlinkStateSnapshot (api-and-config.md, section 5.5). */
export interface FlinkStateSnapshotSpec {
  readonly jobReference: JobReference | null
  readonly savepoint: SavepointSpec | null
  readonly checkpoint: JsonObject | null
  readonly backoffLimit: number
}

export type SnapshotState = 'TRIGGER_PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'ABANDONED'

/** `status` of a FlinkStateSnapshot; times are ISO-8601 text. */
export interface FlinkStateSnapshotStatus {
  readonly state: SnapshotState
  readonly triggerId: string | null
  readonly triggerTimestamp: string | null
  readonly resultTimestamp: string | null
  readonly path: string | null
  readonly error: string | null
  readonly failures: number
}

const jobReference = objectOf<JobReference>('jobReference', {
  kind: { type: oneOf(['FlinkDeployment', 'FlinkSessionJob']), default: null, doc: 'Kind of the job.' },
  name: { type: text, default: null, doc: 'Name of the job.' },
})

const savepoint = objectOf<SavepointSpec>('savepoint', {
  path: { type: text, default: null, doc: 'Target directory; with alreadyExists the path of the savepoint itself.' },
  formatType: { type: oneOf(['CANONICAL', 'NATIVE', 'UNKNOWN']), default: 'CANONICAL', doc: 'Format. Default: CANONICAL.' },
  disposeOnDelete: { type: boolean, default: true, doc: 'Is the savepoint deleted together with this resource? Default: true.' },
  alreadyExists: { type: boolean, default: false, doc: 'A savepoint that exists already: nothing is triggered. Default: false.' },
})

export const flinkStateSnapshotSpec = objectOf<FlinkStateSnapshotSpec>('FlinkStateSnapshotSpec', {
  jobReference: { type: jobReference, default: null, doc: 'The job, in the same namespace.' },
  savepoint: { type: savepoint, default: null, doc: 'Asks for a savepoint. Either this or checkpoint.' },
  checkpoint: { type: jsonObject, default: null, doc: 'Asks for a checkpoint: an empty object.' },
  backoffLimit: { type: int32, default: -1, doc: 'How often a failed snapshot is tried again; -1: without limit. Default: -1.' },
})

const states: readonly SnapshotState[] = ['TRIGGER_PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'ABANDONED']

export const flinkStateSnapshotStatus = objectOf<FlinkStateSnapshotStatus>('FlinkStateSnapshotStatus', {
  // anything but TRIGGER_PENDING: a second trigger would take a second snapshot
  state: { type: oneOfOpen(states), default: 'TRIGGER_PENDING', unreadable: 'IN_PROGRESS', doc: 'How far it is.' },
  triggerId: { type: text, default: null, doc: 'Flink\'s id of the operation.' },
  triggerTimestamp: { type: text, default: null, doc: 'When it was triggered.' },
  resultTimestamp: { type: text, default: null, doc: 'When it ended.' },
  path: { type: text, default: null, doc: 'Path of the snapshot.' },
  error: { type: text, default: null, doc: 'The last failure.' },
  failures: { type: int32, default: 0, doc: 'Failed attempts.' },
}, { tolerant: true })
