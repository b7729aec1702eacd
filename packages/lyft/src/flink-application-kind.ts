import { appLabel } from './objects/flink-application-labels.ts'
import {
  pauseAnnotation,
  editedValues,
  type WatchRule,
  type KindStates,
  statesIn,
  textIn,
  type DecisionTable,
  type Kind,
  standaloneAdmission,
} from '@flink-operator/core/round'
import type { Env } from '@flink-operator/core'
import type { Action } from '@flink-operator/core/action'
import { classify } from './classify-flink-application.ts'
import { decide } from './decide-flink-application.ts'
import type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { summarize } from './summarize-flink-application.ts'
import { type Phase, phases } from './state/state-row.ts'
import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '@flink-operator/core/crd'
import { eventReasons } from './event-reasons.ts'
import { flinkApplicationCodec, decodeFlinkApplication, encodeApplicationStatus } from './flink-application-codec.ts'
import { keptSchema } from './kept-schema.ts'
import type { Facts } from '@flink-operator/core/fact'
import { explain } from './explain-flink-application.ts'
import { observe } from './observe-flink-application.ts'
import { onFailure } from './on-flink-application-failure.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import { giveUpRows } from './retry/give-up.ts'
import { stateRows } from './state/table.ts'
import { halfWayRows } from './take-over/half-way.ts'
import { flinkApplicationType } from './type.ts'
import { validate } from './validated-flink-application.ts'

/**
 * Watch events of the resource and of its labelled objects start a round (LD25). Changes of labels and annotations, which are part of the
 * hash, take effect with the next periodic query.
 */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  { _tag: 'Labelled', label: appLabel },
]

type Actions = readonly Action<FlinkApplicationStatus>[]

/** `(spec, observed status) → actions`: classifies the situation, decides what to do, and lists the actions. */
export const reconcile = (desired: ApplicationDesired, observed: ApplicationObserved, env: Env): Actions => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}

const atRest: readonly Phase[] = ['Running', 'DualRunning', 'DeployFailed']

const phaseAndJob = statesIn('phase')

/** In BlueGreen: the job state of the live version. */
const liveVersionState = (status: unknown): string | null => {
  const { versionStatuses, deployHash } = (status ?? {}) as { readonly versionStatuses?: unknown; readonly deployHash?: unknown }
  const versions: readonly unknown[] = Array.isArray(versionStatuses) ? versionStatuses : []
  const live = versions.find(it => textIn(it, 'versionHash') !== null && textIn(it, 'versionHash') === deployHash)
  return textIn((live as { readonly jobStatus?: unknown } | undefined)?.jobStatus, 'state')
}

export const applicationStates: KindStates = {
  all: phases,
  atRest,
  of: status => {
    const { lifecycleState, jobState } = phaseAndJob(status)
    return { lifecycleState, jobState: jobState ?? liveVersionState(status) }
  },
}

/** Lyft's columns first, in their order (lyft-flinkapplication.md, section 1.2). */
export const definition: ResourceDefinition = {
  about: {
    resource:
      "Lyft's FlinkApplication: a job with its own cluster. An update starts a second cluster beside it. The API group is that of Lyft's operator.",
    status:
      "`observedGeneration`, `conditions`, `operation` and `operatorRecord` are this operator's own; all other fields are those of Lyft's operator.",
  },
  spec: { ...flinkApplicationCodec.spec, schema: keptSchema(flinkApplicationCodec.spec.schema) },
  status: { ...flinkApplicationCodec.status, schema: keptSchema(flinkApplicationCodec.status.schema) },
  othersMay: null,
  hasFinalizer: true,
  ownsObjects: true,
  eventReasons,
  subresources: { status: {} },
  columns: [
    column('Phase', '.status.phase', 'State of the application; empty: new'),
    column('Cluster Health', '.status.clusterStatus.health', 'Whether all TaskManagers answer. Dual mode only'),
    column('Job Health', '.status.jobStatus.health', 'Whether all tasks of the job run. Dual mode only'),
    column('Healthy TMs', '.status.clusterStatus.healthyTaskManagers', 'TaskManagers that answer', 1),
    column('Total TMs', '.status.clusterStatus.numberOfTaskManagers', 'Available TaskManagers', 1),
    { ...column('Job Restarts', '.status.jobStatus.jobRestartCount', 'How often Flink restored the job'), type: 'integer' },
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Deploy Hash', '.status.deployHash', 'Hash of the live version', 1),
    column('Error', '.status.lastSeenError.appError', 'The last error', 1),
  ],
}

const applicationTables: readonly DecisionTable[] = [
  { title: 'A FlinkApplication', rows: stateRows },
  { title: 'When is a state of a FlinkApplication given up?', rows: giveUpRows },
  { title: 'What does a half-way status of a FlinkApplication mean?', rows: halfWayRows },
]

/** The kind of Lyft's FlinkApplication: one cluster for each version of its spec, and a job that moves from one cluster to the next. */
export const flinkApplicationKind: Kind<FlinkApplicationSpec, FlinkApplicationStatus, ApplicationDesired, Facts, ApplicationObserved> = {
  type: flinkApplicationType,
  definition,
  watch,
  readsLastApplied: true,
  optional: { instead: '', isWanted: () => false, reportedAs: null },
  tables: applicationTables,
  rows: [...new Set(stateRows.map(({ id }) => id))],
  decode: decodeFlinkApplication,
  encodeStatus: encodeApplicationStatus,
  cachedQueries: () => [],
  states: applicationStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}
