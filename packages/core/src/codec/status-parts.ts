import type { Condition } from '../resource/condition.ts'
import type { ReconciliationState, ReconciliationStatus } from '../resource/job-lifecycle-status.ts'
import type { JobStatus } from '../resource/job-status.ts'
import { jobStates } from '../resource/job-state.ts'
import type { LifecycleState } from '../resource/lifecycle-state.ts'
import { defaultsOf } from './field.ts'
import { objectOf } from './object-type.ts'
import { integer, oneOfOpen, text, textOrJson } from './scalar-type.ts'
import { checkpointInfo, noCheckpointInfo, noSavepointInfo, savepointInfo } from './snapshot-info-fields.ts'

/** In order of the reference's enumeration (control-flow.md, section 1.5). */
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
  jobId: { type: text, default: null, doc: "Flink's id of the job, the present one or the next." },
  state: {
    type: oneOfOpen(jobStates),
    default: null,
    unreadable: 'RECONCILING',
    doc: 'Last known state of the job. RECONCILING: not known.',
  },
  startTime: { type: text, default: null, doc: 'Epoch milliseconds as text.' },
  updateTime: { type: text, default: null, doc: 'When a look last saw another state, in epoch milliseconds as text.' },
  upgradeSavepointPath: { type: textOrJson, default: null, doc: 'What the next stateful deployment restores from.' },
  savepointInfo: { type: savepointInfo, default: noSavepointInfo, doc: 'Savepoints. Deprecated in favour of FlinkStateSnapshot.' },
  checkpointInfo: { type: checkpointInfo, default: noCheckpointInfo, doc: 'Checkpoints. Deprecated in favour of FlinkStateSnapshot.' },
} as const

const reconciliationStatusFields = {
  reconciliationTimestamp: { type: integer, default: 0, doc: 'When the last reconciliation began, in epoch milliseconds.' },
  lastReconciledSpec: { type: textOrJson, default: null, doc: 'The spec that was deployed, as JSON text.' },
  lastStableSpec: { type: textOrJson, default: null, doc: 'The last spec that worked, as JSON text: the target of a roll-back.' },
  state: { type: oneOfOpen(reconciliationStates), default: 'UPGRADING', doc: 'How far the deployment of the spec is.' },
} as const

/** The parts of a status that FlinkDeployment and FlinkSessionJob share (api-and-config.md, section 5.1). */
export const jobStatus = objectOf<JobStatus>('jobStatus', jobStatusFields, { tolerant: true })
export const noJobStatus: JobStatus = defaultsOf<JobStatus>(jobStatusFields)
export const reconciliationStatus = objectOf<ReconciliationStatus>('reconciliationStatus', reconciliationStatusFields, { tolerant: true })
export const noReconciliationStatus: ReconciliationStatus = defaultsOf<ReconciliationStatus>(reconciliationStatusFields)

export const condition = objectOf<Condition>('condition', {
  type: { type: text, required: true, doc: 'Type of the condition.' },
  status: { type: oneOfOpen(['True', 'False', 'Unknown'] as const), required: true, doc: 'True, False or Unknown.' },
  reason: { type: text, default: '', doc: 'Why, in one word.' },
  message: { type: text, default: '', doc: 'Why, for people.' },
  lastTransitionTime: { type: text, default: '', doc: 'When status last changed.' },
  observedGeneration: { type: integer, default: undefined, doc: 'The generation that the condition was made for.' },
}, { identity: ['type'] })
