import { ageColumn, column, whyColumn, type ResourceDefinition } from '../../crd/crd.ts'
import { flinkStateSnapshot, decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from './flink-state-snapshot-codec.ts'
import { jobReferencePath } from '../../contract/resource/job-status.ts'
import { resourceTypes, type ResourceType } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation, retryDelay } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'
import type { SnapshotState, FlinkStateSnapshotStatus, FlinkStateSnapshotSpec } from './flink-state-snapshot.ts'
import { type KindStates, statesIn, type Kind } from '../../contract/round/kind.ts'
import type { DecisionTable } from '../../contract/round/row.ts'
import { snapshotRows, classify } from './classify-state-snapshot.ts'
import { deletionRows, disposalRows } from './delete-snapshot.ts'
import type { Action } from '../../contract/action/action.ts'
import type { Env } from '../../contract/env.ts'
import { decide } from './decide-state-snapshot.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'
import { summarize } from './summarize-state-snapshot.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import { events } from './state-snapshot-conditions.ts'
import { failed } from './state-snapshot-outcome.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import { admission, validate } from './validated-state-snapshot.ts'
import { explain } from './explain-state-snapshot.ts'
import { observe } from './observe-state-snapshot.ts'

/** The table of api-and-config.md, section 1. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'One savepoint or checkpoint of a job in the same namespace.',
    status: 'Only this operator writes `conditions` and `operatorRecord`; all other fields are those of the Apache operator.',
  },
  spec: flinkStateSnapshot.spec,
  status: flinkStateSnapshot.status,
  othersMay: { create: true, delete: true, why: 'the operator creates snapshots (periodic, manual, upgrade) and prunes them' },
  hasFinalizer: true,
  ownsObjects: false,
  eventReasons: {
    SnapshotAbandoned: 'The job of a FlinkStateSnapshot was deleted or ended before the snapshot was complete.',
  },
  subresources: { status: {} },
  columns: [
    column('Path', '.status.path', 'Path of the snapshot'),
    column('Result Timestamp', '.status.resultTimestamp', 'When the snapshot ended'),
    column('Snapshot State', '.status.state', 'State of the snapshot'),
    ageColumn,
    whyColumn,
    column('Error', '.status.error', 'The last error', 1),
  ],
}

/** Watch rule for the resource of the job: the values that decide whether a snapshot of the job is possible (E-25). */
const ofJob = (type: ResourceType): WatchRule => ({
  _tag: 'Referenced',
  type,
  at: jobReferencePath,
  values: [
    ...editedValues,
    { path: ['metadata', 'annotations', pauseAnnotation], absent: '' },
    { path: ['status', 'jobStatus', 'state'], absent: '' },
    { path: ['status', 'jobStatus', 'jobId'], absent: '' },
    { path: ['status', 'operation', 'kind'], absent: '' },
    { path: ['status', 'reconciliationStatus', 'state'], absent: '' },
  ],
  over: { path: ['status', 'state'], values: ['COMPLETED', 'FAILED', 'ABANDONED'] },
})

export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: editedValues },
  ofJob(resourceTypes.FlinkDeployment),
  ofJob(resourceTypes.FlinkSessionJob),
]

/** A record, so that a new state does not compile without a line here. */
const isAtRest: Readonly<Record<SnapshotState, boolean>> = {
  TRIGGER_PENDING: false,
  IN_PROGRESS: false,
  COMPLETED: true,
  FAILED: true,
  ABANDONED: true,
}

export const snapshotStates: KindStates = {
  all: Object.keys(isAtRest),
  atRest: Object.entries(isAtRest).flatMap(([state, rests]) => (rests ? [state] : [])),
  of: statesIn('state'),
}

/** The decision tables of a FlinkStateSnapshot. */
export const stateSnapshotTables: readonly DecisionTable[] = [
  { title: 'A FlinkStateSnapshot', rows: snapshotRows },
  { title: 'The deletion of a FlinkStateSnapshot', rows: [...deletionRows, ...disposalRows] },
]

/** Ids of the rows that a situation names. The row `state-snapshot/deleting` leads to the rows of the deletion. */
export const stateSnapshotRows: readonly string[] = stateSnapshotTables.flatMap(({ rows }) => rows.map(({ id }) => id)).filter(id =>
  id !== 'state-snapshot/deleting'
)

/** `(spec, observed status) → actions`: classifies the situation, decides what it needs, and lists the actions. */
export const reconcile = (desired: SnapshotDesired, observed: SnapshotObserved, env: Env): readonly Action<FlinkStateSnapshotStatus>[] => {
  const round = { desired, observed, env }
  const situation = classify(round)
  return summarize(round, situation, decide(round, situation))
}

/** True if Flink itself refused the request, and not the connection to it failed. The attempt with this id is then over. */
const isRefused = ({ _tag, applied }: AdapterError): boolean =>
  applied === 'No'
  && (_tag === 'Invalid' || _tag === 'Forbidden' || _tag === 'Unauthorized' || _tag === 'UnknownPath' || _tag === 'TooLarge'
    || _tag === 'Other')

/**
 * What to record after a failed action, and when to retry. An attempt that Flink certainly refused has failed. After any other failure, the
 * next round queries the outcome by the recorded trigger id. The operator retries a failed deletion of files until the timeout
 * (delete-snapshot.ts).
 */
export const onFailure = (
  { spec, kind }: SnapshotDesired,
  _observed: SnapshotObserved,
  done: readonly Action<FlinkStateSnapshotStatus>[],
  action: Action<FlinkStateSnapshotStatus>,
  error: AdapterError,
  env: Env,
): readonly Action<FlinkStateSnapshotStatus>[] => {
  const after = retryDelay(env)
  const wait: Action<FlinkStateSnapshotStatus> = { _tag: 'Requeue', after, waitingFor: `the next attempt after ${error._tag}` }
  if (action._tag === 'DisposeSavepoint')
    return [events.cleanupFailed(`Could not dispose of savepoint ${action.path}: ${error.message}`), wait]
  const intent = done.findLast(it => it._tag === 'PersistStatus')
  if ((action._tag === 'TriggerSavepoint' || action._tag === 'TriggerCheckpoint') && intent !== undefined && isRefused(error)) {
    const status = failed(intent.status, spec.backoffLimit, error.message, env)
    return [{ _tag: 'PersistStatus', status, reason: `Flink refused the ${kind}` }, events.failed(kind, error.message), {
      _tag: 'Requeue',
      after: 0,
      waitingFor: 'the next attempt',
    }]
  }
  return [wait]
}

/** FlinkStateSnapshot: one savepoint or checkpoint of a FlinkDeployment's job. */
export const flinkStateSnapshotKind: Kind<
  FlinkStateSnapshotSpec,
  FlinkStateSnapshotStatus,
  SnapshotDesired,
  FlinkStateSnapshotFacts,
  SnapshotObserved
> = {
  type: resourceTypes.FlinkStateSnapshot,
  definition,
  watch,
  optional: {
    instead: 'snapshots are kept in the status',
    isWanted: ({ snapshotResourceEnabled }) => snapshotResourceEnabled,
    reportedAs: 'hasSnapshotController',
  },
  tables: stateSnapshotTables,
  rows: stateSnapshotRows,
  decode: decodeFlinkStateSnapshot,
  encodeStatus: encodeStateSnapshotStatus,
  cachedQueries: () => [],
  states: snapshotStates,
  reconciledWith: () => null,
  validate,
  admission,
  observe,
  reconcile,
  onFailure,
  explain,
}
