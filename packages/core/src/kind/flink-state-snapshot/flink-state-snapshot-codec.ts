import type {
  FlinkStateSnapshotSpec,
  FlinkStateSnapshotStatus,
  SavepointSpec,
  SnapshotRecord,
  SnapshotState,
} from './flink-state-snapshot.ts'
import type { JobReference } from '../../contract/resource/job-status.ts'
import { listOf } from '../../crd/collection-type.ts'
import { defaultsOf, type Table } from '../../crd/field.ts'
import { objectOf } from '../../crd/object-type.ts'
import { celRules, checked } from '../../crd/schema-checks.ts'
import { boolean, int32, integer, jsonObject, oneOf, oneOfOpen, text } from '../../crd/scalar-type.ts'
import { condition } from '../../crd/status-parts.ts'
import type { Either } from 'fp-ts/lib/Either.js'
import type { DecodeError } from '../../contract/resource/finding.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import type { Json } from '../../contract/resource/json.ts'
import { identityOf, resourceTypes } from '../../contract/resource/resource-type.ts'
import { decodeResource, type ResourceCodec } from '../../crd/decode-resource.ts'

const jobReference = objectOf<JobReference>('jobReference', {
  kind: { type: oneOf(['FlinkDeployment', 'FlinkSessionJob']), default: null, doc: 'Kind of the job.' },
  name: { type: text, default: null, doc: 'Name of the job.' },
})

const savepoint = objectOf<SavepointSpec>('savepoint', {
  path: { type: text, default: null, doc: 'Target directory; with alreadyExists the path of the savepoint itself.' },
  formatType: { type: oneOf(['CANONICAL', 'NATIVE', 'UNKNOWN']), default: 'CANONICAL', doc: 'Format. Default: CANONICAL.' },
  disposeOnDelete: {
    type: boolean,
    default: true,
    doc: 'If true, the operator deletes the savepoint together with this resource. Default: true.',
  },
  alreadyExists: {
    type: boolean,
    default: false,
    doc: 'If true, the savepoint already exists and the operator triggers nothing. Default: false.',
  },
})

export const flinkStateSnapshotSpecFields: Table<FlinkStateSnapshotSpec> = {
  jobReference: { type: jobReference, default: null, doc: 'The job, in the same namespace.' },
  savepoint: { type: savepoint, default: null, doc: 'Requests a savepoint. Set either this or checkpoint.' },
  checkpoint: { type: jsonObject, default: null, doc: 'Requests a checkpoint: an empty object.' },
  backoffLimit: { type: int32, default: -1, doc: 'How often the operator retries a failed snapshot; -1: without limit. Default: -1.' },
}

const exists = 'has(self.savepoint) && has(self.savepoint.alreadyExists) && self.savepoint.alreadyExists'

/** The rules of `validated-state-snapshot.ts` that need no other resource. */
const snapshotRules = celRules(
  { rule: 'has(self.savepoint) != has(self.checkpoint)', message: 'must have either savepoint or checkpoint' },
  {
    rule: `has(self.jobReference) || (${exists})`,
    message: 'must be set, unless savepoint.alreadyExists is true',
    fieldPath: '.jobReference',
  },
  {
    rule: `!(${exists}) || (has(self.savepoint.path) && self.savepoint.path != '')`,
    message: 'must be set, since savepoint.alreadyExists is true',
    fieldPath: '.savepoint.path',
  },
)

export const flinkStateSnapshotSpec = checked(
  objectOf<FlinkStateSnapshotSpec>('FlinkStateSnapshotSpec', flinkStateSnapshotSpecFields),
  snapshotRules,
)

const recordFields = {
  attempts: { type: integer, default: 0, doc: 'Attempts begun so far.' },
  jobId: { type: text, default: null, doc: 'The job that got the request.' },
  jobStartTime: { type: integer, default: null, doc: 'Start time of that job, in epoch milliseconds.' },
  kind: { type: oneOfOpen(['savepoint', 'checkpoint']), default: null, doc: 'What the operator requested.' },
  retryAt: { type: integer, default: null, doc: 'The operator does not retry before this time. Epoch milliseconds.' },
} as const

/** `status.operatorRecord`; a field that can't be read gets its initial value. */
const operatorRecord = objectOf<SnapshotRecord>('snapshotRecord', recordFields, { tolerant: true })

const states: readonly SnapshotState[] = ['TRIGGER_PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'ABANDONED']

const statusFields = {
  // unreadable must not mean TRIGGER_PENDING: a second trigger would take a second snapshot
  state: { type: oneOfOpen(states), default: 'TRIGGER_PENDING', unreadable: 'IN_PROGRESS', doc: 'State of the snapshot.' },
  triggerId: { type: text, default: null, doc: "Flink's id of the operation." },
  triggerTimestamp: { type: text, default: null, doc: 'When it was triggered.' },
  resultTimestamp: { type: text, default: null, doc: 'When it ended.' },
  path: { type: text, default: null, doc: 'Path of the snapshot.' },
  error: { type: text, default: null, doc: 'The last failure.' },
  failures: { type: int32, default: 0, doc: 'Failed attempts.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operatorRecord: {
    type: operatorRecord,
    default: defaultsOf<SnapshotRecord>(recordFields),
    doc: 'What the operator has to remember between rounds.',
  },
} as const

export const flinkStateSnapshotStatus = objectOf<FlinkStateSnapshotStatus>('FlinkStateSnapshotStatus', statusFields, { tolerant: true })

/** The status of a resource that no operator has reconciled yet. */
export const initialSnapshotStatus: FlinkStateSnapshotStatus = defaultsOf<FlinkStateSnapshotStatus>(statusFields)

export const flinkStateSnapshot: ResourceCodec<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus> = {
  ...identityOf(resourceTypes.FlinkStateSnapshot),
  spec: flinkStateSnapshotSpec,
  status: flinkStateSnapshotStatus,
  specByField: objectOf('FlinkStateSnapshotSpec', flinkStateSnapshotSpecFields, { tolerant: true }),
}

/** Decodes a FlinkStateSnapshot. `unread` reports the fields that can't be read; they never fail the rest (P11, F14). */
export const decodeFlinkStateSnapshot = (json: unknown): Either<DecodeError, Resource<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus>> =>
  decodeResource(flinkStateSnapshot, json)

/** The status in the reference operator's JSON form; fields of `original` that this version doesn't know are kept (B46). */
export const encodeStateSnapshotStatus = (status: FlinkStateSnapshotStatus, original: Json): Json =>
  flinkStateSnapshotStatus.encodeOver(status, original)
