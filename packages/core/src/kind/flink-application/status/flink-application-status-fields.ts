import { listOf } from '../../../codec/collection-type.ts'
import { defaultsOf, opaque, type ValueType } from '../../../codec/field.ts'
import { objectOf } from '../../../codec/object-type.ts'
import { boolean, instant, integer, oneOfOpen, text } from '../../../codec/scalar-type.ts'
import { condition } from '../../../codec/status-parts.ts'
import { applicationOperation } from './application-operation-fields.ts'
import { applicationRecord, noApplicationRecord } from './application-record-fields.ts'
import type {
  ApplicationClusterStatus,
  ApplicationError,
  ApplicationJobStatus,
  FlinkApplicationStatus,
  Health,
  VersionStatus,
} from './flink-application-status.ts'
import { jobDefinitionFields } from './job-definition-fields.ts'

/** As Go writes them: left out where nothing is set. */
const word = (doc: string) => ({ type: text, default: '', whenDefault: 'omit', doc }) as const
const count = (doc: string) => ({ type: integer, default: 0, whenDefault: 'omit', doc }) as const
const moment = (doc: string) => ({ type: instant, default: null, whenNull: 'omit', doc }) as const
const health = {
  type: oneOfOpen<Health>(['', 'Green', 'Yellow', 'Red']),
  default: '',
  whenDefault: 'omit',
  doc: 'Green, Yellow or Red.',
} as const

const lastSeenError = objectOf<ApplicationError>('lastSeenError', {
  appError: { type: text, default: '', doc: 'What was answered.' },
  method: { type: text, default: '', doc: 'Which call failed; UnknownMethod: none of Flink.' },
  errorCode: { type: text, default: '', doc: 'Status of the answer, or FAILED.' },
  isRetryable: { type: boolean, default: false, doc: 'Is it tried again?' },
  isFailFast: { type: boolean, default: false, doc: 'Is it final?' },
  maxRetries: { type: integer, default: 0, doc: 'How often it is tried again.' },
  lastErrorUpdateTime: moment('When it was last met.'),
}, { tolerant: true })

const clusterStatusFields = {
  clusterOverviewURL: word('Where its web page is.'),
  health,
  numberOfTaskManagers: count('TaskManagers that are available.'),
  healthyTaskManagers: count('Those that sent a heartbeat within two minutes.'),
  numberOfTaskSlots: count('Slots of all of them.'),
  availableTaskSlots: { type: integer, default: 0, doc: 'Slots that are free.' },
} as const
const clusterStatus = objectOf<ApplicationClusterStatus>('clusterStatus', clusterStatusFields, { tolerant: true })

const jobStatusFields = {
  jobOverviewURL: word('Where its web page is.'),
  jobID: word("Flink's id of the job."),
  health,
  state: word("Flink's word for its state."),
  ...jobDefinitionFields,
  startTime: moment('When it was started.'),
  jobRestartCount: count('How often it was restored.'),
  completedCheckpointCount: count('Checkpoints that were completed.'),
  failedCheckpointCount: count('Checkpoints that failed.'),
  restorePath: word('What it was last restored from.'),
  restoreTime: moment('When it was last restored.'),
  lastFailingTime: moment('When it was last seen failing.'),
  lastCheckpoint: word('Path of the newest checkpoint that was seen.'),
  lastCheckpointTime: moment('When that was completed.'),
  runningTasks: count('Tasks that run.'),
  totalTasks: count('All tasks.'),
} as const
const jobStatus = objectOf<ApplicationJobStatus>('jobStatus', jobStatusFields, { tolerant: true })

/** Of nothing that was seen. */
export const noClusterStatus: ApplicationClusterStatus = defaultsOf<ApplicationClusterStatus>(clusterStatusFields)
export const noApplicationJob: ApplicationJobStatus = defaultsOf<ApplicationJobStatus>(jobStatusFields)

const versionStatus = objectOf<VersionStatus>('versionStatus', {
  appVersion: word('blue or green.'),
  versionHash: word('Hash of the version.'),
  clusterStatus: { type: clusterStatus, default: noClusterStatus, doc: 'Its cluster.' },
  jobStatus: { type: jobStatus, default: noApplicationJob, doc: 'Its job.' },
}, { tolerant: true, identity: ['versionHash'] })

const fields = {
  phase: { type: text, default: '', unreadable: 'unreadable', doc: 'State of the application; empty: New.' },
  startedAt: moment('When the operator first saw it.'),
  lastUpdatedAt: moment('When the status was last written.'),
  reason: word('Why it is as it is.'),
  deploymentMode: word('Dual or BlueGreen: what counts, whatever the spec says later.'),
  deployHash: { type: text, default: '', doc: 'Hash of the version that is live.' },
  deployVersion: word('Its colour.'),
  updatingHash: word('BlueGreen: hash of the version that comes up.'),
  updatingVersion: word('BlueGreen: its colour.'),
  failedDeployHash: word('A spec of this hash was given up, and is not tried again.'),
  rollbackHash: word('What was put back, or went on, when an update was given up.'),
  teardownHash: word('BlueGreen: the present spec counts as the live one after a teardown.'),
  inPlaceUpdatedFromHash: word('The hash before the last rescale in place.'),
  savepointTriggerId: word("Flink's id of the savepoint that is being taken."),
  savepointPath: word('What the job is restored from next.'),
  retryCount: count('How often the present step was tried again.'),
  lastSeenError: { type: lastSeenError, default: null, whenNull: 'omit', doc: 'The error that is retried.' },
  clusterStatus: { type: clusterStatus, default: noClusterStatus, doc: 'Dual: the Flink cluster.' },
  jobStatus: { type: jobStatus, default: noApplicationJob, doc: 'Dual: the job. BlueGreen: its id alone.' },
  versionStatuses: { type: listOf(versionStatus, 'tolerant'), default: [], doc: 'BlueGreen: the versions.' },
  observedGeneration: { type: integer, default: null, whenNull: 'omit', doc: 'The generation whose spec was last taken over.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operation: { type: opaque(applicationOperation), default: null, doc: 'What is under way: its write-ahead record.' },
  operatorRecord: { type: opaque(applicationRecord), default: noApplicationRecord, doc: 'What this operator remembers.' },
} as const

const status = objectOf<FlinkApplicationStatus>('FlinkApplicationStatus', fields, { tolerant: true })

/** Fields of other operators are not pruned (lyft-flinkapplication.md, section 1.1). */
export const flinkApplicationStatus: ValueType<FlinkApplicationStatus> = {
  ...status,
  schema: { ...status.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** Of a resource that no operator has touched. */
export const initialApplicationStatus: FlinkApplicationStatus = defaultsOf<FlinkApplicationStatus>(fields)
