import {
  listOf,
  defaultsOf,
  opaque,
  type ValueType,
  objectOf,
  boolean,
  instant,
  integer,
  oneOfOpen,
  text,
  condition,
} from '@flink-operator/core/crd'
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
import { jobDefinitionFields } from './job-definition.ts'

/** Encoded as in Go: fields without a value are omitted. */
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
  appError: { type: text, default: '', doc: 'The error message.' },
  method: { type: text, default: '', doc: 'The call that failed; UnknownMethod: not a call to Flink.' },
  errorCode: { type: text, default: '', doc: 'Status of the answer, or FAILED.' },
  isRetryable: { type: boolean, default: false, doc: 'Whether the operator retries it.' },
  isFailFast: { type: boolean, default: false, doc: 'Whether the error is final.' },
  maxRetries: { type: integer, default: 0, doc: 'The maximum number of retries.' },
  lastErrorUpdateTime: moment('When the error last occurred.'),
}, { tolerant: true })

const clusterStatusFields = {
  clusterOverviewURL: word('URL of its web page.'),
  health,
  numberOfTaskManagers: count('Available TaskManagers.'),
  healthyTaskManagers: count('TaskManagers that sent a heartbeat within two minutes.'),
  numberOfTaskSlots: count('Slots of all TaskManagers.'),
  availableTaskSlots: { type: integer, default: 0, doc: 'Free slots.' },
} as const
const clusterStatus = objectOf<ApplicationClusterStatus>('clusterStatus', clusterStatusFields, { tolerant: true })

const jobStatusFields = {
  jobOverviewURL: word('URL of its web page.'),
  jobID: word("Flink's id of the job."),
  health,
  state: word('State of the job, as Flink reports it.'),
  ...jobDefinitionFields,
  startTime: moment('When it was started.'),
  jobRestartCount: count('How often it was restored.'),
  completedCheckpointCount: count('Checkpoints that were completed.'),
  failedCheckpointCount: count('Checkpoints that failed.'),
  restorePath: word('The savepoint or checkpoint that it last restored.'),
  restoreTime: moment('When it was last restored.'),
  lastFailingTime: moment('When it was last observed failing.'),
  lastCheckpoint: word('Path of the newest observed checkpoint.'),
  lastCheckpointTime: moment('When that checkpoint was completed.'),
  runningTasks: count('Tasks that run.'),
  totalTasks: count('All tasks.'),
} as const
const jobStatus = objectOf<ApplicationJobStatus>('jobStatus', jobStatusFields, { tolerant: true })

/** The initial values, before any observation. */
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
  startedAt: moment('When the operator first reconciled it.'),
  lastUpdatedAt: moment('When the status was last written.'),
  reason: word('The reason for the current state.'),
  deploymentMode: word('Dual or BlueGreen: the mode in force, even if the spec changes later.'),
  deployHash: { type: text, default: '', doc: 'Hash of the live version.' },
  deployVersion: word('Its colour.'),
  updatingHash: word('BlueGreen: hash of the new version.'),
  updatingVersion: word('BlueGreen: its colour.'),
  failedDeployHash: word('Hash of a failed update, which the operator does not try again.'),
  rollbackHash: word('Hash of the version that runs after an update was given up.'),
  teardownHash: word('BlueGreen: hash of the spec that counts as the live one after a teardown.'),
  inPlaceUpdatedFromHash: word('The hash before the last rescale in place.'),
  savepointTriggerId: word("Flink's trigger id of the savepoint in progress."),
  savepointPath: word('The state that the job restores next.'),
  retryCount: count('Number of retries of the current step.'),
  lastSeenError: { type: lastSeenError, default: null, whenNull: 'omit', doc: 'The error that the operator retries.' },
  clusterStatus: { type: clusterStatus, default: noClusterStatus, doc: 'Dual: the Flink cluster.' },
  jobStatus: { type: jobStatus, default: noApplicationJob, doc: 'Dual: the job. BlueGreen: only its id.' },
  versionStatuses: { type: listOf(versionStatus, 'tolerant'), default: [], doc: 'BlueGreen: the versions.' },
  observedGeneration: { type: integer, default: null, whenNull: 'omit', doc: 'The last generation that the operator has processed.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operation: { type: opaque(applicationOperation), default: null, doc: 'The write-ahead record of the operation in progress.' },
  operatorRecord: { type: opaque(applicationRecord), default: noApplicationRecord, doc: 'Additional records of this operator.' },
} as const

const status = objectOf<FlinkApplicationStatus>('FlinkApplicationStatus', fields, { tolerant: true })

/** Fields of other operators are not pruned (lyft-flinkapplication.md, section 1.1). */
export const flinkApplicationStatus: ValueType<FlinkApplicationStatus> = {
  ...status,
  schema: { ...status.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** The status of a resource that no operator has reconciled. */
export const initialApplicationStatus: FlinkApplicationStatus = defaultsOf<FlinkApplicationStatus>(fields)
