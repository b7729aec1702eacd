import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { Json } from '../resource/json.ts'
import {
  type AskedRedeploy,
  type DeployOperation,
  type DeploySource,
  type Incarnation,
  type Operation,
  operationPurposes,
  type RestoreSource,
  type SubmitOperation,
  type SuspendOperation,
  type TearDownOperation,
  type UnreadableOperation,
} from '../resource/operation.ts'
import { suspendModes } from '../resource/suspend-mode.ts'
import { upgradeModes } from '../resource/upgrade-mode.ts'
import { unionOf } from './collection-type.ts'
import { decodeErrorOf, under } from './decode-error.ts'
import type { Table, ValueType } from './field.ts'
import { lastState } from './last-state-fields.ts'
import { objectOf } from './object-type.ts'
import { boolean, integer, nonce, oneOf, text } from './scalar-type.ts'

export const incarnation = objectOf<Incarnation>('incarnation', {
  deploymentUid: { type: text, default: null, doc: 'uid of the JobManager Deployment.' },
  podUid: { type: text, default: null, doc: 'uid of the JobManager pod.' },
  restartCount: { type: integer, default: null, doc: 'How often its container was restarted.' },
  jobStartTime: { type: integer, default: null, doc: 'Start time of the job, in epoch milliseconds.' },
})

const reason = { type: text, required: true, doc: 'Why this source.' } as const
const tag = <A extends string>(name: A) => ({ type: oneOf([name]), required: true, doc: 'Variant.' }) as const

const empty = objectOf<RestoreSource & { _tag: 'Empty' }>('Empty', {
  _tag: tag('Empty'),
  reason,
  left: { type: lastState, default: undefined, doc: 'What the job was left with, and does not go on from since a person says stateless.' },
})
const path = objectOf<RestoreSource & { _tag: 'Path' }>('Path', {
  _tag: tag('Path'),
  path: { type: text, required: true, doc: 'Path of the savepoint or checkpoint.' },
  reason,
})

const submitSource = unionOf<SubmitOperation['source']>('_tag', {
  Empty: empty as ValueType<SubmitOperation['source']>,
  Path: path as ValueType<SubmitOperation['source']>,
})

export const deploySource: ValueType<DeploySource> = unionOf<DeploySource>('_tag', {
  Empty: empty as ValueType<DeploySource>,
  Path: path as ValueType<DeploySource>,
  LastState: objectOf<DeploySource & { _tag: 'LastState' }>('LastState', {
    _tag: tag('LastState'),
    restorePath: { type: text, default: null, doc: 'Restore path of the configuration.' },
    reason,
  }) as ValueType<DeploySource>,
  NoJob: objectOf<DeploySource & { _tag: 'NoJob' }>('NoJob', {
    _tag: tag('NoJob'),
    jobs: { type: oneOf(['Kept', 'Gone']), required: true, doc: 'What becomes of the jobs of the cluster before.' },
    reason,
  }) as ValueType<DeploySource>,
})

/** What every operation has. Strict: what is under way is either known or not (unknown is not absent, P14). */
const base = {
  id: { type: text, required: true, doc: 'Minted once.' },
  attempt: { type: integer, required: true, doc: 'Monotone over the life of the resource.' },
  mintedAt: { type: integer, required: true, doc: 'Epoch milliseconds.' },
  targetGeneration: { type: integer, required: true, doc: 'metadata.generation of the spec that it works towards.' },
  purpose: { type: oneOf(operationPurposes), required: true, doc: 'Why it was begun.' },
  jobId: { type: text, default: null, doc: 'The job that is stopped or started.' },
  incarnation: { type: incarnation, default: null, doc: 'What was seen when it began.' },
  giveUpAt: { type: integer, required: true, doc: 'After this moment people are told, in epoch milliseconds.' },
} as const

const askedRedeploy = objectOf<AskedRedeploy>('redeploy', {
  nonce: { type: nonce, required: true, doc: 'The savepointRedeployNonce that asked.' },
  path: { type: text, required: true, doc: 'What the job starts from next.' },
})

const suspendFields: Table<SuspendOperation> = {
  kind: tag('Suspend'),
  ...base,
  mode: { type: oneOf(suspendModes), required: true, doc: 'How the job is stopped.' },
  restoreMode: { type: oneOf(upgradeModes), required: true, doc: 'What the restore after it uses.' },
  step: { type: oneOf(['Requested', 'Terminal', 'TearDown']), required: true, doc: 'How far it is.' },
  seenTerminalAt: { type: integer, default: null, doc: 'When the job was seen terminal, in epoch milliseconds.' },
  redeploy: { type: askedRedeploy, default: null, doc: 'The savepoint redeploy that the job is stopped for.' },
}

const deployFields: Table<DeployOperation> = {
  kind: tag('Deploy'),
  ...base,
  source: { type: deploySource, required: true, doc: 'What the job starts from.' },
  step: { type: oneOf(['TearDown', 'Create', 'Created', 'Abandon']), required: true, doc: 'How far it is.' },
  deployId: { type: text, default: null, doc: 'Id of its first attempt, which marks its ConfigMaps and Services.' },
  abandonedAt: { type: integer, default: null, doc: 'Since when nothing of it is sent any more, in epoch milliseconds.' },
}

const tearDownFields: Table<TearDownOperation> = {
  kind: tag('TearDown'),
  ...base,
  deleteHaMetadata: { type: boolean, required: true, doc: 'Does HA metadata go as well?' },
}

const submitFields: Table<SubmitOperation> = {
  kind: tag('Submit'),
  ...base,
  source: { type: submitSource, required: true, doc: 'What the job starts from.' },
  step: { type: oneOf(['Upload', 'Run', 'Refused', 'Abandon']), required: true, doc: 'How far it is.' },
  sentAt: { type: integer, default: null, doc: 'When it was last sent to be run, in epoch milliseconds.' },
}

const suspend = objectOf('Suspend', suspendFields) as ValueType<Operation>

/** Of a job that has a cluster for itself. */
const withCluster: ValueType<Operation> = unionOf<Operation>('kind', {
  Suspend: suspend,
  Deploy: objectOf('Deploy', deployFields) as ValueType<Operation>,
  TearDown: objectOf('TearDown', tearDownFields) as ValueType<Operation>,
})

/** Of a job in a cluster that is not its own. */
const inCluster: ValueType<Operation> = unionOf<Operation>('kind', {
  Suspend: suspend,
  Submit: objectOf('Submit', submitFields) as ValueType<Operation>,
})

const isUnreadable = (value: unknown): value is UnreadableOperation =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Unreadable'

const unreadable = (json: Json, errors: t.Errors): UnreadableOperation => {
  const error = decodeErrorOf(errors)
  return { kind: 'Unreadable', json, error: { ...error, path: under('status.operation', error.path) } }
}

/**
 * `status.operation`: our write-ahead record (design.md, section 3). One that this version can't read is a value too, and written back as
 * it was: to take it for "nothing is under way" could run a job twice (F14).
 */
const operationOf = (readable: ValueType<Operation>): ValueType<Operation | UnreadableOperation> => {
  const encodeOver = (value: Operation | UnreadableOperation, original: Json): Json =>
    isUnreadable(value) ? value.json : readable.encodeOver(value, original)
  const validated = (json: unknown) => readable.codec.validate(json, [{ key: '', type: readable.codec, actual: json }])
  return {
    schema: readable.schema,
    ...(readable.parts === undefined ? {} : { parts: readable.parts }),
    codec: new t.Type<Operation | UnreadableOperation, Json, unknown>(
      readable.codec.name,
      (value): value is Operation | UnreadableOperation => isUnreadable(value) || readable.codec.is(value),
      json => t.success(pipe(validated(json), E.getOrElseW(errors => unreadable(json as Json, errors)))),
      value => encodeOver(value, null),
    ),
    encodeOver,
    unreadIn: json => pipe(validated(json), E.match(errors => [unreadable(json as Json, errors).error], () => [])),
  }
}

/** Of a FlinkDeployment. */
export const operation = operationOf(withCluster)

/** Of a FlinkSessionJob. */
export const sessionJobOperation = operationOf(inCluster)
