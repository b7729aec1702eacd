import {
  type BlueGreenRecord,
  type BlueGreenState,
  type ChildMetadata,
  type ChildTemplate,
  type FailedTarget,
  type FlinkBlueGreenDeploymentSpec,
  type FlinkBlueGreenDeploymentStatus,
  type Transition,
  flinkBlueGreenDeploymentType,
} from './blue-green-resource.ts'
import { contradictedState } from '../../contract/resource/last-state.ts'
import { listOf, mapOf } from '../../crd/collection-type.ts'
import { defaultsOf, opaque, type Table, type ValueType } from '../../crd/field.ts'
import { flinkDeploymentSpec, ingressSpec } from '../../crd/flink-deployment-spec-fields.ts'
import { lastState } from '../../crd/operation-fields.ts'
import { objectOf } from '../../crd/object-type.ts'
import { celRules, checked } from '../../crd/schema-checks.ts'
import { integer, oneOf, oneOfOpen, text, textOrJson } from '../../crd/scalar-type.ts'
import { condition, jobStatus, noJobStatus } from '../../crd/status-parts.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../../contract/resource/finding.ts'
import type { Json } from '../../contract/resource/json.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { identityOf } from '../../contract/resource/resource-type.ts'
import { encode } from '../../crd/decode-error.ts'
import { decodeResource, type ResourceCodec } from '../../crd/decode-resource.ts'
import { parseRecordedSpec } from '../../crd/recorded-spec.ts'
import { schemaText } from '../../crd/schema-text.ts'

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
  ingress: { type: ingressSpec, default: null, doc: 'Ingress to the serving child.' },
  template: { type: template, default: null, doc: 'The template of the children.' },
  configuration: { type: mapOf(text), default: {}, doc: 'Options of the transitions: kubernetes.operator.bluegreen.*' },
}

/** Each child runs one job. */
const hasJob = celRules({
  rule: 'has(self.template) && has(self.template.spec) && has(self.template.spec.job)',
  message: 'must be set: each child runs one job',
  fieldPath: '.template.spec.job',
})

export const blueGreenSpec = checked(
  objectOf<FlinkBlueGreenDeploymentSpec>('FlinkBlueGreenDeploymentSpec', blueGreenSpecFields),
  hasJob,
)

const colour = oneOf(['BLUE', 'GREEN'])

/** Strict: a transition in progress must be readable as a whole (P14). */
const transition = objectOf<Transition>('transition', {
  id: { type: text, required: true, doc: 'Generated once.' },
  attempt: { type: integer, required: true, doc: 'Monotone over the life of the resource.' },
  mintedAt: { type: integer, required: true, doc: 'Epoch milliseconds.' },
  kind: { type: oneOf(['First', 'Switch', 'InPlace']), required: true, doc: 'How the transition reaches the target.' },
  colour: { type: colour, required: true, doc: 'The child that the transition creates or changes.' },
  step: { type: oneOf(['Savepoint', 'Apply', 'Await', 'Retire', 'Revert']), required: true, doc: 'The current step.' },
  targetGeneration: { type: integer, required: true, doc: 'metadata.generation of the target spec.' },
  target: { type: text, required: true, doc: 'The target spec, as JSON text.' },
  activeUid: { type: text, default: null, doc: 'uid of the child that served when the transition started.' },
  jobId: { type: text, default: null, doc: 'The job of which the savepoint was requested.' },
  jobStartTime: { type: integer, default: null, doc: 'When that job was started, in epoch milliseconds.' },
  savepointPath: { type: text, default: null, doc: 'The path of the source, for older versions.' },
  source: {
    type: lastState,
    default: null,
    unreadable: contradictedState("status.operation.source can't be read"),
    doc: 'The state that the child starts from.',
  },
  sourceMark: { type: text, default: null, doc: 'Binds the source to this transition.' },
  childUid: { type: text, default: null, doc: 'uid of the child that was observed to match the target.' },
  childGeneration: { type: integer, default: null, doc: 'Its generation.' },
  readySince: { type: integer, default: null, doc: 'Since when the child has been ready without a break, in epoch milliseconds.' },
  readyMark: { type: text, default: null, doc: 'The mark of its status that proves this.' },
  giveUpAt: { type: integer, required: true, doc: 'When the operator gives up the transition, in epoch milliseconds.' },
})

const failedTarget = objectOf<FailedTarget>('failed', {
  generation: { type: integer, required: true, doc: 'metadata.generation of the spec whose transition failed.' },
  times: { type: integer, required: true, doc: 'Number of failed transitions.' },
  retryAt: { type: integer, required: true, doc: 'When the operator retries, in epoch milliseconds.' },
  reason: { type: text, default: '', doc: 'Why the last attempt failed.' },
})

const recordFields = {
  attempts: { type: integer, default: 0, doc: 'Number of transitions started so far.' },
  activeUid: { type: text, default: null, doc: 'uid of the serving child.' },
  suspendedPath: { type: text, default: null, doc: 'Savepoint of the suspension of the child.' },
  failed: { type: failedTarget, default: null, doc: 'The spec whose transition failed.' },
  abandoned: { type: text, default: null, doc: 'Id of the last switch that was given up.' },
  createNotBefore: { type: integer, default: null, doc: 'The operator creates no child before this time. Epoch milliseconds.' },
} as const

/** `status.operatorRecord`. Unreadable parts take their initial values. */
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
  jobStatus: { type: jobStatus, default: noJobStatus, doc: 'Only the state is set: the overall job state of both children.' },
  blueGreenState: { type: oneOfOpen(states), default: null, doc: 'Which child serves, and the transition in progress.' },
  lastReconciledSpec: { type: textOrJson, default: null, doc: 'The serving spec, as JSON text.' },
  lastReconciledTimestamp: { type: text, default: null, doc: 'When the state last changed.' },
  abortTimestamp: { type: text, default: null, doc: 'When the operator gives up the transition in progress.' },
  deploymentReadyTimestamp: { type: text, default: null, doc: 'Since when the new child has been ready.' },
  savepointTriggerId: { type: text, default: null, doc: "Flink's trigger id of the savepoint in progress." },
  error: { type: text, default: null, doc: 'The last error.' },
  observedGeneration: { type: integer, default: null, doc: 'The last generation that the operator has processed.' },
  conditions: { type: listOf(condition, 'tolerant'), default: [], doc: 'Conditions.' },
  operation: { type: opaque(transition), default: null, doc: 'The write-ahead record of the transition in progress.' },
  operatorRecord: {
    type: opaque(operatorRecord),
    default: defaultsOf<BlueGreenRecord>(recordFields),
    doc: 'Additional records of this operator.',
  },
} as const

const status = objectOf<FlinkBlueGreenDeploymentStatus>('FlinkBlueGreenDeploymentStatus', statusFields, { tolerant: true })

/** The API server keeps fields of newer operators. `jobStatus` has the type of a FlinkDeployment; only its state is used here. */
export const blueGreenStatus: ValueType<FlinkBlueGreenDeploymentStatus> = {
  ...status,
  schema: { ...status.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** The status of a resource that no operator has reconciled. */
export const initialBlueGreenStatus: FlinkBlueGreenDeploymentStatus = defaultsOf<FlinkBlueGreenDeploymentStatus>(statusFields)

export const flinkBlueGreenDeployment: ResourceCodec<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus> = {
  ...identityOf(flinkBlueGreenDeploymentType),
  spec: blueGreenSpec,
  status: blueGreenStatus,
  specByField: objectOf('FlinkBlueGreenDeploymentSpec', blueGreenSpecFields, { tolerant: true }),
}

/** Decodes a FlinkBlueGreenDeployment. Unreadable parts are reported in `unread` and never fail the rest (P11, F14). */
export const decodeFlinkBlueGreenDeployment = (
  json: unknown,
): Either<DecodeError, Resource<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus>> =>
  decodeResource(flinkBlueGreenDeployment, json)

/** Encodes the status in the JSON form of the reference operator. Fields of `original` that this version does not know are kept (B46). */
export const encodeBlueGreenStatus = (status: FlinkBlueGreenDeploymentStatus, original: Json): Json =>
  blueGreenStatus.encodeOver(status, original)

/** The content of `lastReconciledSpec`: the spec under the key `spec`, and no other key (api-and-config.md, section 6). */
export const encodeBlueGreenSpec = (spec: FlinkBlueGreenDeploymentSpec): string =>
  `{"spec":${schemaText(encode(blueGreenSpec, spec), blueGreenSpec.schema)}}`

/** Left: the deployed spec is unknown; the text in the status stays unchanged. */
export const decodeBlueGreenSpec = (text: string): Either<DecodeError, FlinkBlueGreenDeploymentSpec> =>
  pipe(parseRecordedSpec(blueGreenSpec)(text), E.map(({ spec }) => spec))
