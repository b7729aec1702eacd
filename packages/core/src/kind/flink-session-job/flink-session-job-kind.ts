import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../crd/crd.ts'
import { flinkSessionJob, decodeFlinkSessionJob, encodeSessionJobStatus } from './flink-session-job-codec.ts'
import { sessionClusterNameIn } from '../../crd/recorded-spec.ts'
import { deploymentNamePath, type FlinkSessionJobStatus, type FlinkSessionJobSpec } from '../../contract/resource/flink-session-job.ts'
import { jobReferencePath } from '../../contract/resource/job-status.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'
import type { DecisionTable } from '../../contract/round/row.ts'
import { jobSubTables, reportedRows, tablesInWords } from '../../job/job-tables.ts'
import { lostRows } from './recovery/lost-job.ts'
import { othersRows } from './recovery/others-jobs.ts'
import { classification, classify } from './classify-session-job.ts'
import { clusterChangesRow } from './upgrade/upgrade.ts'
import type { Action } from '../../contract/action/action.ts'
import type { Env } from '../../contract/env.ts'
import { decide } from './decide-session-job.ts'
import { type FlinkSessionJobDesired, validate } from './validated-session-job.ts'
import { type FlinkSessionJobObserved, roundOf, type FlinkSessionJobFacts } from './session-job-round.ts'
import { summarize } from './summarize-session-job.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { KindAdmission } from '../../contract/round/admission.ts'
import { type SessionCluster, sessionCluster } from './cluster/session-cluster.ts'
import { workOf } from './work.ts'
import { jobLifecycleStates } from '../../job/report/lifecycle.ts'
import type { Kind } from '../../contract/round/kind.ts'
import { explain } from './report/explain-session-job.ts'
import { observe } from './observe/observe-session-job.ts'
import { onFailure } from './on-session-job-failure.ts'

/** The CRD of api-and-config.md, section 1: the printer columns of the reference operator, followed by ours. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'A job that runs in a session cluster, beside others: a FlinkDeployment without spec.job, in the same namespace.',
    status: "`operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  spec: flinkSessionJob.spec,
  status: flinkSessionJob.status,
  othersMay: null,
  hasFinalizer: true,
  ownsObjects: false,
  eventReasons: {
    SessionClusterReady: 'Reason of the condition `ClusterReady`: the JobManager of the session cluster is ready.',
    SessionClusterNotFound:
      'Reason of the condition `ClusterReady`: the FlinkDeployment that `spec.deploymentName` names does not exist. The job continues automatically when it exists.',
    SessionClusterNotReady:
      'Reason of the condition `ClusterReady`: the JobManager of the session cluster is not ready; the job waits for it.',
    SessionClusterUnseen: 'Reason of the condition `ClusterReady`: the FlinkDeployment of the session cluster could not be read.',
    NotASessionCluster:
      'Reason of the condition `ClusterReady`: `spec.deploymentName` names an application, which runs no other job than its own.',
  },
  subresources: { status: {} },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'Last known state of the job'),
    column('Lifecycle State', '.status.lifecycleState', 'State of the whole resource'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Cluster', '.spec.deploymentName', 'FlinkDeployment of the session cluster', 1),
    column('Operation', '.status.operation.kind', 'Operation in progress', 1),
    column('Step', '.status.operation.step', 'Step of that operation', 1),
    column('Job Id', '.status.jobStatus.jobId', "Flink's id of the job", 1),
  ],
}

/**
 * What triggers a round of a FlinkSessionJob. Its FlinkDeployment decides whether the job can be observed and started (E-6, E-55). A
 * FlinkStateSnapshot of the job may be the state to restore from (E-25).
 */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  {
    _tag: 'Referenced',
    type: resourceTypes.FlinkDeployment,
    at: deploymentNamePath,
    named: sessionClusterNameIn,
    values: [
      ...editedValues,
      { path: ['status', 'jobManagerDeploymentStatus'], absent: '' },
      { path: ['status', 'lifecycleState'], absent: '' },
      { path: ['status', 'operation', 'kind'], absent: '' },
      { path: ['status', 'reconciliationStatus', 'state'], absent: '' },
    ],
    over: null,
  },
  {
    _tag: 'Referring',
    type: resourceTypes.FlinkStateSnapshot,
    at: jobReferencePath,
    values: [{ path: ['status', 'state'], absent: 'TRIGGER_PENDING' }],
  },
]

/** The tables that only a session job has. */
const ownTables: readonly DecisionTable[] = [
  { title: 'A session job: its JobManager does not list the job', rows: lostRows },
  { title: 'A session job: jobs of others', rows: othersRows },
  { title: 'A session job: an edit waits for its cluster', rows: [clusterChangesRow] },
]

/** The decision tables of a FlinkSessionJob. */
export const sessionJobTables: readonly DecisionTable[] = [
  ...tablesInWords('A session job', classification),
  ...ownTables,
  ...jobSubTables,
]

/** Ids of the rows that a situation names. A session job is never restored from the HA metadata of its cluster. */
export const decisionRows: readonly string[] = reportedRows(
  [classification.first, classification.unrecorded, classification.recorded, ...ownTables.map(({ rows }) => rows)],
  ['restore/last-state', 'restore/to-query'],
)

/** `(spec, observed status) → actions`: classifies the round, decides, and summarizes the decision as status, events and requeue. */
export const reconcile = (
  _desired: FlinkSessionJobDesired,
  observed: FlinkSessionJobObserved,
  env: Env,
): readonly Action<FlinkSessionJobStatus>[] => {
  const round = roundOf(observed, env)
  return summarize(round, decide(round, classify(round)))
}

/** A missing cluster is no error (api-and-config.md, section 13.3): it may be created later. */
const withoutCluster = ({ _tag }: SessionCluster, { meta, clusterName }: FlinkSessionJobDesired): readonly Finding[] =>
  _tag !== 'Gone' || clusterName === null ? [] : [{
    severity: 'Advice',
    field: 'spec.deploymentName',
    message: `FlinkDeployment ${clusterName} does not exist in namespace ${meta.namespace} yet, and the job waits for it`,
  }]

/** Admission checks the job together with its cluster, if the cluster can be read. */
export const admission: KindAdmission<FlinkSessionJobSpec, FlinkSessionJobStatus, FlinkSessionJobDesired, FlinkSessionJobFacts> = {
  queries: (_resource, { meta: { namespace }, clusterName: name }) =>
    name === null || name === '' ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name }],
  judge: ({ status }, desired, { target }, env) => {
    const cluster = sessionCluster(target, env)
    return [...workOf(desired, status, cluster, env).findings, ...withoutCluster(cluster, desired)]
  },
}

/** FlinkSessionJob: a job in a session cluster, which it shares with other jobs. */
export const flinkSessionJobKind: Kind<
  FlinkSessionJobSpec,
  FlinkSessionJobStatus,
  FlinkSessionJobDesired,
  FlinkSessionJobFacts,
  FlinkSessionJobObserved
> = {
  type: resourceTypes.FlinkSessionJob,
  definition,
  watch,
  optional: { instead: '', isWanted: () => true, reportedAs: null },
  tables: sessionJobTables,
  rows: decisionRows,
  decode: decodeFlinkSessionJob,
  encodeStatus: encodeSessionJobStatus,
  cachedQueries: () => [],
  states: jobLifecycleStates,
  reconciledWith: sessionClusterNameIn,
  validate,
  admission,
  observe,
  reconcile,
  onFailure,
  explain,
}
