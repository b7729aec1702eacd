import type { FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import { listOf } from '../../codec/collection-type.ts'
import { defaultsOf, opaque, type ValueType } from '../../codec/field.ts'
import { objectOf } from '../../codec/object-type.ts'
import { sessionJobOperation } from '../../codec/operation-fields.ts'
import { initialOperatorRecord, operatorRecord } from '../../codec/operator-record-fields.ts'
import { integer, oneOfOpen, textOrJson } from '../../codec/scalar-type.ts'
import {
  condition,
  jobStatus,
  lifecycleStates,
  noJobStatus,
  noReconciliationStatus,
  reconciliationStatus,
} from '../../codec/status-parts.ts'

const statusFields = {
  jobStatus: { type: jobStatus, default: noJobStatus, doc: 'The job, as it was last seen.' },
  error: { type: textOrJson, default: null, doc: 'The last error, as JSON text.' },
  observedGeneration: { type: integer, default: null, doc: 'The generation whose spec was last taken over.' },
  lifecycleState: { type: oneOfOpen(lifecycleStates), default: 'CREATED', doc: 'What all the rest amounts to.' },
  reconciliationStatus: { type: reconciliationStatus, default: noReconciliationStatus, doc: 'What was submitted, and how far it is.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operation: { type: opaque(sessionJobOperation), default: null, doc: 'What this operator has under way: its write-ahead record.' },
  operatorRecord: { type: opaque(operatorRecord), default: initialOperatorRecord, doc: 'What this operator remembers.' },
} as const

const status = objectOf<FlinkSessionJobStatus>('FlinkSessionJobStatus', statusFields, { tolerant: true })

/** `status` of a FlinkSessionJob (api-and-config.md, section 5.1): a deployment's without its cluster. Fields of newer operators stay. */
export const flinkSessionJobStatus: ValueType<FlinkSessionJobStatus> = {
  ...status,
  schema: { ...status.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** The status of a resource that no operator has touched. */
export const initialFlinkSessionJobStatus: FlinkSessionJobStatus = defaultsOf<FlinkSessionJobStatus>(statusFields)
