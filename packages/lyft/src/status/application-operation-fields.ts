import { type ValueType, lastState, objectOf, incarnation, boolean, integer, oneOf, text } from '@flink-operator/core/crd'
import { phases } from '../state/state-row.ts'
import type { ApplicationOperation, JobStop, JobSubmit } from './application-operation.ts'
import { type JobDefinition, jobDefinitionFields } from './job-definition.ts'

/** Strict: an operation in progress must be readable as a whole (P14). */
const definition = objectOf<JobDefinition>('definition', jobDefinitionFields)

const stop = objectOf<JobStop>('stop', {
  how: { type: oneOf(['Savepoint', 'Cancel']), required: true, doc: 'How the operator stops the job.' },
  hash: { type: text, required: true, doc: 'Hash of the cluster in which it runs.' },
  jobId: { type: text, required: true, doc: 'The job.' },
  triggerId: { type: text, default: '', doc: "Flink's trigger id." },
  askedAt: { type: integer, required: true, doc: 'When the stop was requested, in epoch milliseconds.' },
  incarnation: { type: incarnation, default: null, doc: 'The JobManager instance that received the request.' },
  path: { type: text, default: '', doc: 'The savepoint of this stop.' },
  endedAt: { type: integer, default: null, doc: 'When the job was observed to have ended, in epoch milliseconds.' },
})

const submit = objectOf<JobSubmit>('submit', {
  hash: { type: text, required: true, doc: 'Hash of the cluster.' },
  jobId: { type: text, required: true, doc: 'Generated id of the job.' },
  definition: { type: definition, required: true, doc: 'The submitted job definition.' },
  source: { type: lastState, required: true, doc: 'The state that the job restores.' },
  sentAt: { type: integer, default: null, doc: 'When it was last sent, in epoch milliseconds.' },
  incarnation: { type: incarnation, default: null, doc: 'The JobManager instance that received it.' },
  isRefused: { type: boolean, default: false, doc: 'Whether Flink definitely refused it.' },
  isAnswered: { type: boolean, default: false, doc: 'Whether the program of the only call ended with an error.' },
})

/** `status.operation`. */
export const applicationOperation: ValueType<ApplicationOperation> = objectOf<ApplicationOperation>('operation', {
  id: { type: text, required: true, doc: 'Generated once.' },
  attempt: { type: integer, required: true, doc: 'Monotone over the life of the resource.' },
  mintedAt: { type: integer, required: true, doc: 'Epoch milliseconds.' },
  kind: { type: oneOf(['Deploy', 'Rescale', 'Teardown', 'Delete']), required: true, doc: 'The kind of operation.' },
  phase: { type: oneOf(phases), required: true, doc: 'The state, as status.phase has it.' },
  progressAt: { type: integer, required: true, doc: 'The last progress, in epoch milliseconds.' },
  targetGeneration: { type: integer, required: true, doc: 'metadata.generation of the target spec.' },
  hash: { type: text, required: true, doc: 'The target hash.' },
  version: { type: text, default: '', doc: 'Its colour.' },
  colourlessHash: { type: text, default: '', doc: 'The hash without the colour.' },
  definition: { type: definition, default: null, doc: 'The job to submit.' },
  isStateless: { type: boolean, default: false, doc: 'The user asked for a start without state.' },
  isForcedBefore: { type: boolean, default: false, doc: 'forceRollback was set when it began.' },
  replicasBefore: { type: integer, default: null, doc: 'Replicas of the TaskManagers before a rescale.' },
  source: { type: lastState, default: null, doc: 'BlueGreen: the state that the new job restores.' },
  stop: { type: stop, default: null, doc: 'The job to stop.' },
  submit: { type: submit, default: null, doc: 'The job to submit.' },
})
