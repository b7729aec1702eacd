import type { Condition } from '../contract/resource/condition.ts'
import type { ReconciliationState, ReconciliationStatus } from '../contract/resource/job-lifecycle-status.ts'
import type { JobStatus } from '../contract/resource/job-status.ts'
import { jobStates } from '../contract/resource/job-state.ts'
import type { LifecycleState } from '../contract/resource/lifecycle-state.ts'
import { defaultsOf } from './field.ts'
import { objectOf } from './object-type.ts'
import { integer, oneOfOpen, text, textOrJson } from './scalar-type.ts'
import { checkpointInfo, noCheckpointInfo, noSavepointInfo, savepointInfo } from './snapshot-info-fields.ts'

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
