import type { LastState, PathEvidence, UnknownState } from '../contract/resource/last-state.ts'
import { unionOf } from './collection-type.ts'
import type { ValueType, Table } from './field.ts'
import { objectOf } from './object-type.ts'
import { nonce, oneOf, text, boolean, integer } from './scalar-type.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { Json } from '../contract/resource/json.ts'
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
} from '../contract/resource/operation.ts'
import { suspendModes } from '../contract/resource/suspend-mode.ts'
import { upgradeModes } from '../contract/resource/upgrade-mode.ts'
import { decodeErrorOf, under } from './decode-error.ts'

const tag = <A extends string>(name: A) => ({ type: oneOf([name]), required: true, doc: 'Variant.' }) as const
const run = {
  type: text,
  default: undefined,
  doc: 'Start time of the run that ended with it, as in `jobStatus.startTime`; `none` if no run of the attempt was observed.',
} as const
const reasons: readonly UnknownState[] = ['NothingRecorded', 'JobRuns', 'DeployUnderWay', 'Contradicted']
const evidence: readonly PathEvidence[] = ['Stop', 'Checkpoints', 'Source', 'Person', 'Adopted']

/** `status.operatorRecord.lastState`. A value that does not decode counts as Unknown, never as absent. */
export const lastState: ValueType<LastState> = unionOf<LastState>('_tag', {
  NeverStarted: objectOf<LastState & { _tag: 'NeverStarted' }>('NeverStarted', { _tag: tag('NeverStarted') }) as ValueType<LastState>,
  Path: objectOf<LastState & { _tag: 'Path' }>('Path', {
    _tag: tag('Path'),
    path: { type: text, required: true, doc: 'Path of the savepoint or checkpoint.' },
    seen: { type: oneOf(evidence), required: true, doc: 'Evidence for it.' },
    run,
  }) as ValueType<LastState>,
  InHighAvailability: objectOf<LastState & { _tag: 'InHighAvailability' }>('InHighAvailability', {
    _tag: tag('InHighAvailability'),
    jobId: { type: text, required: true, doc: 'The job whose HA metadata it is.' },
  }) as ValueType<LastState>,
  None: objectOf<LastState & { _tag: 'None' }>('None', {
    _tag: tag('None'),
    reason: { type: text, required: true, doc: 'Why no state has to be kept.' },
    run,
  }) as ValueType<LastState>,
  Unknown: objectOf<LastState & { _tag: 'Unknown' }>('Unknown', {
    _tag: tag('Unknown'),
    why: { type: oneOf(reasons), required: true, doc: 'Category of the reason.' },
    reason: { type: text, required: true, doc: 'Why the state is unknown, as a sentence.' },
    toldNonce: { type: nonce, default: null, doc: 'The savepointRedeployNonce of the spec when the operator asked the user to act.' },
  }) as ValueType<LastState>,
})

/** Fields of an incarnation of a JobManager. */
export const incarnation = objectOf<Incarnation>('incarnation', {
  deploymentUid: { type: text, default: null, doc: 'uid of the JobManager Deployment.' },
  podUid: { type: text, default: null, doc: 'uid of the JobManager pod.' },
  restartCount: { type: integer, default: null, doc: 'Number of restarts of its container.' },
  jobStartTime: { type: integer, default: null, doc: 'Start time of the job, in epoch milliseconds.' },
})

const reason = { type: text, required: true, doc: 'Why this source.' } as const

const empty = objectOf<RestoreSource & { _tag: 'Empty' }>('Empty', {
  _tag: tag('Empty'),
  reason,
  left: {
    type: lastState,
    default: undefined,
    doc: 'The last state of the job, which the start ignores because the user chose stateless.',
  },
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
    jobs: { type: oneOf(['Kept', 'Gone']), required: true, doc: 'Whether the jobs of the previous cluster are kept.' },
    reason,
  }) as ValueType<DeploySource>,
})

/** Fields of every operation. Strict: an operation in progress is either known or unknown (unknown is not absent, P14). */
const base = {
  id: { type: text, required: true, doc: 'Id of the operation, generated once.' },
  attempt: { type: integer, required: true, doc: 'Attempt number, increasing over the lifetime of the resource.' },
  mintedAt: { type: integer, required: true, doc: 'Epoch milliseconds.' },
  targetGeneration: { type: integer, required: true, doc: 'metadata.generation of the target spec.' },
  purpose: { type: oneOf(operationPurposes), required: true, doc: 'Why the operation was started.' },
  jobId: { type: text, default: null, doc: 'The job that is stopped or started.' },
  incarnation: { type: incarnation, default: null, doc: 'JobManager and job observed when the operation started.' },
  giveUpAt: { type: integer, required: true, doc: 'When the operator reports that the operation takes too long, in epoch milliseconds.' },
} as const

const askedRedeploy = objectOf<AskedRedeploy>('redeploy', {
  nonce: { type: nonce, required: true, doc: 'The savepointRedeployNonce that requested it.' },
  path: { type: text, required: true, doc: 'Path from which the job starts next.' },
})

const suspendFields: Table<SuspendOperation> = {
  kind: tag('Suspend'),
  ...base,
  mode: { type: oneOf(suspendModes), required: true, doc: 'How the job is stopped.' },
  restoreMode: { type: oneOf(upgradeModes), required: true, doc: 'Upgrade mode that the next restore uses.' },
  step: { type: oneOf(['Requested', 'Terminal', 'TearDown']), required: true, doc: 'How far it is.' },
  seenTerminalAt: { type: integer, default: null, doc: 'When the job was first observed in a terminal state, in epoch milliseconds.' },
  redeploy: { type: askedRedeploy, default: null, doc: 'The savepoint redeploy that the job is stopped for.' },
}

const deployFields: Table<DeployOperation> = {
  kind: tag('Deploy'),
  ...base,
  source: { type: deploySource, required: true, doc: 'What the job starts from.' },
  step: { type: oneOf(['TearDown', 'Create', 'Created', 'Abandon']), required: true, doc: 'How far it is.' },
  deployId: { type: text, default: null, doc: 'Id of the first attempt, which labels its ConfigMaps and Services.' },
  abandonedAt: { type: integer, default: null, doc: 'Since when the operator sends no more requests for it, in epoch milliseconds.' },
}

const tearDownFields: Table<TearDownOperation> = {
  kind: tag('TearDown'),
  ...base,
  deleteHaMetadata: { type: boolean, required: true, doc: 'Whether HA metadata is deleted too.' },
}

const submitFields: Table<SubmitOperation> = {
  kind: tag('Submit'),
  ...base,
  source: { type: submitSource, required: true, doc: 'What the job starts from.' },
  step: { type: oneOf(['Upload', 'Run', 'Refused', 'Abandon']), required: true, doc: 'How far it is.' },
  sentAt: { type: integer, default: null, doc: 'When the run request was last sent, in epoch milliseconds.' },
}

const suspend = objectOf('Suspend', suspendFields) as ValueType<Operation>

/** Operations of a job with its own cluster. */
const withCluster: ValueType<Operation> = unionOf<Operation>('kind', {
  Suspend: suspend,
  Deploy: objectOf('Deploy', deployFields) as ValueType<Operation>,
  TearDown: objectOf('TearDown', tearDownFields) as ValueType<Operation>,
})

/** Operations of a job in a session cluster. */
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
 * `status.operation`: the write-ahead record (design.md, section 3). A record that this version can't read decodes to `Unreadable` and is
 * written back unchanged: treating it as "no operation in progress" could run a job twice (F14).
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

/** Operation of a FlinkDeployment. */
export const operation = operationOf(withCluster)

/** Operation of a FlinkSessionJob. */
export const sessionJobOperation = operationOf(inCluster)
