import type { ValueType } from '../../../codec/field.ts'
import { lastState } from '../../../codec/last-state-fields.ts'
import { objectOf } from '../../../codec/object-type.ts'
import { incarnation } from '../../../codec/operation-fields.ts'
import { boolean, integer, oneOf, text } from '../../../codec/scalar-type.ts'
import { phases } from '../state/phase.ts'
import type { ApplicationOperation, JobStop, JobSubmit } from './application-operation.ts'
import type { JobDefinition } from './job-definition.ts'
import { jobDefinitionFields } from './job-definition-fields.ts'

/** Strict, all of it: what is under way is either known or not (P14). */
const definition = objectOf<JobDefinition>('definition', jobDefinitionFields)

const stop = objectOf<JobStop>('stop', {
  how: { type: oneOf(['Savepoint', 'Cancel']), required: true, doc: 'How it is stopped.' },
  hash: { type: text, required: true, doc: 'Hash of the cluster in which it runs.' },
  jobId: { type: text, required: true, doc: 'The job.' },
  triggerId: { type: text, default: '', doc: "Flink's trigger id." },
  askedAt: { type: integer, required: true, doc: 'When it was asked, in epoch milliseconds.' },
  incarnation: { type: incarnation, default: null, doc: 'The life of the JobManager that was asked.' },
  path: { type: text, default: '', doc: 'The savepoint of this stop.' },
  endedAt: { type: integer, default: null, doc: 'Since when the job is over, in epoch milliseconds.' },
})

const submit = objectOf<JobSubmit>('submit', {
  hash: { type: text, required: true, doc: 'Hash of the cluster.' },
  jobId: { type: text, required: true, doc: 'Id of the job, minted.' },
  definition: { type: definition, required: true, doc: 'What is submitted.' },
  source: { type: lastState, required: true, doc: 'What it is restored from.' },
  sentAt: { type: integer, default: null, doc: 'When it was last sent, in epoch milliseconds.' },
  incarnation: { type: incarnation, default: null, doc: 'The life of the JobManager that it was sent to.' },
  isRefused: { type: boolean, default: false, doc: 'Was it surely refused?' },
  isAnswered: { type: boolean, default: false, doc: 'Did the program of the only call end, with an error?' },
})

/** `status.operation`. */
export const applicationOperation: ValueType<ApplicationOperation> = objectOf<ApplicationOperation>('operation', {
  id: { type: text, required: true, doc: 'Minted once.' },
  attempt: { type: integer, required: true, doc: 'Monotone over the life of the resource.' },
  mintedAt: { type: integer, required: true, doc: 'Epoch milliseconds.' },
  kind: { type: oneOf(['Deploy', 'Rescale', 'Teardown', 'Delete']), required: true, doc: 'What is done.' },
  phase: { type: oneOf(phases), required: true, doc: 'The state, as status.phase has it.' },
  progressAt: { type: integer, required: true, doc: 'The last progress, in epoch milliseconds.' },
  targetGeneration: { type: integer, required: true, doc: 'metadata.generation of the spec that is worked towards.' },
  hash: { type: text, required: true, doc: 'The hash that is worked towards.' },
  version: { type: text, default: '', doc: 'Its colour.' },
  colourlessHash: { type: text, default: '', doc: 'The hash without the colour.' },
  definition: { type: definition, default: null, doc: 'The job that is submitted.' },
  isStateless: { type: boolean, default: false, doc: 'A person asked for a start without state.' },
  isForcedBefore: { type: boolean, default: false, doc: 'forceRollback was set when it began.' },
  replicasBefore: { type: integer, default: null, doc: 'Replicas of the TaskManagers before a rescale.' },
  source: { type: lastState, default: null, doc: 'BlueGreen: what the new job goes on from.' },
  stop: { type: stop, default: null, doc: 'The job that is told to end.' },
  submit: { type: submit, default: null, doc: 'The job that is submitted.' },
})
