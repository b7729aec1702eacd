import type { FlinkSessionJobStatus, FlinkSessionJobSpec } from '../../contract/resource/flink-session-job.ts'
import { listOf } from '../../crd/collection-type.ts'
import { defaultsOf, opaque, type ValueType } from '../../crd/field.ts'
import { objectOf } from '../../crd/object-type.ts'
import { sessionJobOperation } from '../../crd/operation-fields.ts'
import { initialOperatorRecord, operatorRecord } from '../../crd/operator-record-fields.ts'
import { integer, oneOfOpen, textOrJson } from '../../crd/scalar-type.ts'
import { condition, jobStatus, lifecycleStates, noJobStatus, noReconciliationStatus, reconciliationStatus } from '../../crd/status-parts.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../../contract/resource/finding.ts'
import type { Json } from '../../contract/resource/json.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { identityOf, resourceTypes } from '../../contract/resource/resource-type.ts'
import { decodeResource, type ResourceCodec } from '../../crd/decode-resource.ts'
import { flinkSessionJobSpec, flinkSessionJobSpecFields } from '../../crd/job-spec-fields.ts'
import { adoptedAsNew } from '../../crd/recorded-spec.ts'

const statusFields = {
  jobStatus: { type: jobStatus, default: noJobStatus, doc: 'The job, as it was last observed.' },
  error: { type: textOrJson, default: null, doc: 'The last error, as JSON text.' },
  observedGeneration: { type: integer, default: null, doc: 'The generation whose spec the operator last accepted.' },
  lifecycleState: { type: oneOfOpen(lifecycleStates), default: 'CREATED', doc: 'A summary of the other fields.' },
  reconciliationStatus: { type: reconciliationStatus, default: noReconciliationStatus, doc: 'The submitted spec and its progress.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operation: {
    type: opaque(sessionJobOperation),
    default: null,
    doc: 'The operation in progress of this operator: its write-ahead record.',
  },
  operatorRecord: {
    type: opaque(operatorRecord),
    default: initialOperatorRecord,
    doc: 'Facts that this operator remembers between reconciles.',
  },
} as const

const status = objectOf<FlinkSessionJobStatus>('FlinkSessionJobStatus', statusFields, { tolerant: true })

/**
 * `status` of a FlinkSessionJob (api-and-config.md, section 5.1): the status of a FlinkDeployment without the fields of its cluster.
 * Unknown fields of newer operators are kept.
 */
export const flinkSessionJobStatus: ValueType<FlinkSessionJobStatus> = {
  ...status,
  schema: { ...status.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** The status of a resource that no operator has touched. */
export const initialFlinkSessionJobStatus: FlinkSessionJobStatus = defaultsOf<FlinkSessionJobStatus>(statusFields)

export const flinkSessionJob: ResourceCodec<FlinkSessionJobSpec, FlinkSessionJobStatus> = {
  ...identityOf(resourceTypes.FlinkSessionJob),
  spec: flinkSessionJobSpec,
  status: flinkSessionJobStatus,
  specByField: objectOf('FlinkSessionJobSpec', flinkSessionJobSpecFields, { tolerant: true }),
}

/** Reads a FlinkSessionJob. Parts that cannot be read are reported in `unread` and never fail the rest (B41, P11, F14). */
export const decodeFlinkSessionJob = (json: unknown): E.Either<DecodeError, Resource<FlinkSessionJobSpec, FlinkSessionJobStatus>> =>
  pipe(
    decodeResource(flinkSessionJob, json),
    E.map(resource => ({ ...resource, status: adoptedAsNew(json, resource.status) })),
  )

/** The status in the reference operator's JSON form; fields of `original` that this version doesn't know are kept (B46). */
export const encodeSessionJobStatus = (status: FlinkSessionJobStatus, original: Json): Json =>
  flinkSessionJobStatus.encodeOver(status, original)
