import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import { listOf } from '../../crd/collection-type.ts'
import { defaultsOf, opaque, type ValueType } from '../../crd/field.ts'
import { objectOf } from '../../crd/object-type.ts'
import { sessionJobOperation } from '../../crd/operation-fields.ts'
import { initialOperatorRecord, operatorRecord } from '../../crd/operator-record-fields.ts'
import { integer, oneOfOpen, textOrJson } from '../../crd/scalar-type.ts'
import { condition, jobStatus, lifecycleStates, noJobStatus, noReconciliationStatus, reconciliationStatus } from '../../crd/status-parts.ts'

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
