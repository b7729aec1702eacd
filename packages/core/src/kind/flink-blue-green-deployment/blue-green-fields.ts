import type {
  BlueGreenRecord,
  BlueGreenState,
  ChildMetadata,
  ChildTemplate,
  FailedTarget,
  FlinkBlueGreenDeploymentSpec,
  FlinkBlueGreenDeploymentStatus,
  Transition,
} from './blue-green-resource.ts'
import { contradictedState } from '../../resource/last-state.ts'
import { listOf, mapOf } from '../../codec/collection-type.ts'
import { defaultsOf, opaque, type Table, type ValueType } from '../../codec/field.ts'
import { flinkDeploymentSpec, ingressSpec } from '../../codec/flink-deployment-spec-fields.ts'
import { lastState } from '../../codec/last-state-fields.ts'
import { objectOf } from '../../codec/object-type.ts'
import { integer, oneOf, oneOfOpen, text, textOrJson } from '../../codec/scalar-type.ts'
import { condition, jobStatus, noJobStatus } from '../../codec/status-parts.ts'

const metadataTable = objectOf<ChildMetadata>('metadata', {
  labels: { type: mapOf(text), default: null, whenNull: 'omit', doc: 'Labels of the children.' },
  annotations: { type: mapOf(text), default: null, whenNull: 'omit', doc: 'Annotations of the children.' },
})

const metadata: ValueType<ChildMetadata> = {
  ...metadataTable,
  schema: { ...metadataTable.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

const template = objectOf<ChildTemplate>('template', {
  metadata: { type: metadata, default: null, doc: 'Labels and annotations of the children.' },
  spec: { type: flinkDeploymentSpec, default: null, doc: 'Spec of the children, as of a FlinkDeployment.' },
})

export const blueGreenSpecFields: Table<FlinkBlueGreenDeploymentSpec> = {
  ingress: { type: ingressSpec, default: null, doc: 'Ingress in front of the child that serves.' },
  template: { type: template, default: null, doc: 'What the children are made of.' },
  configuration: { type: mapOf(text), default: {}, doc: 'Options of the transitions: kubernetes.operator.bluegreen.*' },
}

export const blueGreenSpec = objectOf<FlinkBlueGreenDeploymentSpec>('FlinkBlueGreenDeploymentSpec', blueGreenSpecFields)

const colour = oneOf(['BLUE', 'GREEN'])

/** Strict: what is under way is either known or not (P14). */
const transition = objectOf<Transition>('transition', {
  id: { type: text, required: true, doc: 'Minted once.' },
  attempt: { type: integer, required: true, doc: 'Monotone over the life of the resource.' },
  mintedAt: { type: integer, required: true, doc: 'Epoch milliseconds.' },
  kind: { type: oneOf(['First', 'Switch', 'InPlace']), required: true, doc: 'How the target is reached.' },
  colour: { type: colour, required: true, doc: 'The child that is brought up or changed.' },
  step: { type: oneOf(['Savepoint', 'Apply', 'Await', 'Retire', 'Revert']), required: true, doc: 'How far it is.' },
  targetGeneration: { type: integer, required: true, doc: 'metadata.generation of the spec that it works towards.' },
  target: { type: text, required: true, doc: 'That spec, as JSON text.' },
  activeUid: { type: text, default: null, doc: 'uid of the child that served when it began.' },
  jobId: { type: text, default: null, doc: 'The job that was asked for the savepoint.' },
  jobStartTime: { type: integer, default: null, doc: 'When that job was started, in epoch milliseconds.' },
  savepointPath: { type: text, default: null, doc: 'The path of the source, for older versions.' },
  source: {
    type: lastState,
    default: null,
    unreadable: contradictedState("status.operation.source can't be read"),
    doc: 'What the child starts from.',
  },
  sourceMark: { type: text, default: null, doc: 'Binds the source to this transition.' },
  childUid: { type: text, default: null, doc: 'uid of the child as it is to be.' },
  childGeneration: { type: integer, default: null, doc: 'Its generation.' },
  readySince: { type: integer, default: null, doc: 'Since when it is ready without a break, in epoch milliseconds.' },
  readyMark: { type: text, default: null, doc: 'By which mark of its status that is known.' },
  giveUpAt: { type: integer, required: true, doc: 'After this moment it is given up, in epoch milliseconds.' },
})

const failedTarget = objectOf<FailedTarget>('failed', {
  generation: { type: integer, required: true, doc: 'metadata.generation of the spec that was not reached.' },
  times: { type: integer, required: true, doc: 'How often it was not reached.' },
  retryAt: { type: integer, required: true, doc: 'Not before this moment is it tried again. Epoch milliseconds.' },
  reason: { type: text, default: '', doc: 'Why the last attempt failed.' },
})

const recordFields = {
  attempts: { type: integer, default: 0, doc: 'Transitions begun so far.' },
  activeUid: { type: text, default: null, doc: 'uid of the child that serves.' },
  suspendedPath: { type: text, default: null, doc: 'What the child left when it was suspended.' },
  failed: { type: failedTarget, default: null, doc: 'The spec that was not reached.' },
  abandoned: { type: text, default: null, doc: 'Id of the switch that was given up last.' },
  createNotBefore: { type: integer, default: null, doc: 'No child is created before this moment. Epoch milliseconds.' },
} as const

/** `status.operatorRecord`; what can't be read of it takes its initial value. */
const operatorRecord = objectOf<BlueGreenRecord>('blueGreenRecord', recordFields, { tolerant: true })

const states: readonly BlueGreenState[] = [
  'INITIALIZING_BLUE',
  'ACTIVE_BLUE',
  'ACTIVE_GREEN',
  'SAVEPOINTING_BLUE',
  'SAVEPOINTING_GREEN',
  'TRANSITIONING_TO_BLUE',
  'TRANSITIONING_TO_GREEN',
]

const statusFields = {
  jobStatus: { type: jobStatus, default: noJobStatus, doc: 'Its state alone: what both children amount to.' },
  blueGreenState: { type: oneOfOpen(states), default: null, doc: 'Which child serves, and what is under way.' },
  lastReconciledSpec: { type: textOrJson, default: null, doc: 'The spec that serves, as JSON text.' },
  lastReconciledTimestamp: { type: text, default: null, doc: 'When the state last changed.' },
  abortTimestamp: { type: text, default: null, doc: 'When the transition that is under way is given up.' },
  deploymentReadyTimestamp: { type: text, default: null, doc: 'Since when the new child is ready.' },
  savepointTriggerId: { type: text, default: null, doc: "Flink's id of the savepoint that is being taken." },
  error: { type: text, default: null, doc: 'The last error.' },
  observedGeneration: { type: integer, default: null, doc: 'The generation whose spec was last taken over.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operation: { type: opaque(transition), default: null, doc: 'The transition that is under way: its write-ahead record.' },
  operatorRecord: {
    type: opaque(operatorRecord),
    default: defaultsOf<BlueGreenRecord>(recordFields),
    doc: 'What this operator remembers.',
  },
} as const

const status = objectOf<FlinkBlueGreenDeploymentStatus>('FlinkBlueGreenDeploymentStatus', statusFields, { tolerant: true })

/** Fields of newer operators are not pruned. `jobStatus` is the FlinkDeployment's; only its state is of use here. */
export const blueGreenStatus: ValueType<FlinkBlueGreenDeploymentStatus> = {
  ...status,
  schema: { ...status.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** The status of a resource that no operator has touched. */
export const initialBlueGreenStatus: FlinkBlueGreenDeploymentStatus = defaultsOf<FlinkBlueGreenDeploymentStatus>(statusFields)
