import type { JobManagerDeploymentStatus, FlinkDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import { listOf, mapOf } from './collection-type.ts'
import { condition, jobStatus, lifecycleStates, noJobStatus, noReconciliationStatus, reconciliationStatus } from './status-parts.ts'
import { defaultsOf, opaque, type ValueType } from './field.ts'
import { objectOf } from './object-type.ts'
import { operation } from './operation-fields.ts'
import { initialOperatorRecord, operatorRecord } from './operator-record-fields.ts'
import { integer, int32, oneOfOpen, text, textOrJson } from './scalar-type.ts'

const jobManagerStatuses: readonly JobManagerDeploymentStatus[] = ['READY', 'DEPLOYED_NOT_READY', 'DEPLOYING', 'MISSING', 'ERROR']

const taskManager = objectOf<NonNullable<FlinkDeploymentStatus['taskManager']>>('taskManager', {
  labelSelector: { type: text, default: '', doc: 'Selects the TaskManager pods.' },
  replicas: { type: int32, default: 0, doc: 'Number of TaskManagers that the job needs.' },
}, { tolerant: true })

const fields = {
  jobStatus: { type: jobStatus, default: noJobStatus, doc: 'The job as last observed.' },
  error: { type: textOrJson, default: null, doc: 'The last error, as JSON text.' },
  observedGeneration: { type: integer, default: null, doc: 'The generation whose spec the operator last accepted.' },
  lifecycleState: { type: oneOfOpen(lifecycleStates), default: 'CREATED', doc: 'Summary of the status.' },
  clusterInfo: { type: mapOf(text, 'tolerant'), default: {}, doc: 'Version, revision, cores, memory and size of state of the cluster.' },
  jobManagerDeploymentStatus: {
    // MISSING would mean that a query found no Deployment
    type: oneOfOpen(jobManagerStatuses),
    default: 'MISSING',
    unreadable: 'DEPLOYING',
    doc: 'State of the JobManager Deployment.',
  },
  reconciliationStatus: {
    type: reconciliationStatus,
    default: noReconciliationStatus,
    doc: 'The deployed spec and the progress of its deployment.',
  },
  taskManager: { type: taskManager, default: null, doc: 'For the scale subresource.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operation: { type: opaque(operation), default: null, doc: 'The operation in progress: write-ahead record of this operator.' },
  operatorRecord: { type: opaque(operatorRecord), default: initialOperatorRecord, doc: 'Records of this operator.' },
} as const

const status = objectOf<FlinkDeploymentStatus>('FlinkDeploymentStatus', fields, { tolerant: true })

/**
 * `status` of a FlinkDeployment (api-and-config.md, sections 5.1 to 5.3; control-flow.md, section 1.1). Fields of newer operators are not
 * pruned.
 */
export const flinkDeploymentStatus: ValueType<FlinkDeploymentStatus> = {
  ...status,
  schema: { ...status.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** The status of a resource that no operator has processed yet. */
export const initialFlinkDeploymentStatus: FlinkDeploymentStatus = defaultsOf<FlinkDeploymentStatus>(fields)
