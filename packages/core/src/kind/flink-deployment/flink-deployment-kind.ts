import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../crd/crd.ts'
import { flinkDeployment, decodeFlinkDeployment, encodeStatus } from '../../crd/flink-deployment.ts'
import { clusterNameForm } from '../../crd/schema-checks.ts'
import { sessionClusterNameIn } from '../../crd/recorded-spec.ts'
import { deploymentNamePath } from '../../contract/resource/flink-session-job.ts'
import { jobReferencePath } from '../../contract/resource/job-status.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import type { Env } from '../../contract/env.ts'
import { afterJobFailure, type FailedAction } from '../../job/failure/after-job-failure.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SessionClusterDesired, SessionClusterObserved } from './session-cluster/session-cluster-round.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import type { DecisionTable } from '../../contract/round/row.ts'
import { notRenderable } from '../../cluster/deploy/render-first.ts'
import { ingressRows } from '../../cluster/ingress/ingress-step.ts'
import { jobSubTables, reportedRows, tablesInWords } from '../../job/job-tables.ts'
import { lostRows } from './application/recovery/lost-job-manager.ts'
import { unhealthyRows } from './application/recovery/unhealthy-job.ts'
import { endBeforeRedeployRows } from './application/stop/end-first.ts'
import { stopWithoutJobRows, rollbackObstacles } from './application/upgrade/available-upgrade-mode.ts'
import { classification } from './deployment-classification.ts'
import { clusterRows } from './own-cluster.ts'
import { decisionRows as sessionClusterRows, sessionClusterTables } from './session-cluster/classify-session-cluster.ts'
import { jobLifecycleStates } from '../../job/report/lifecycle.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { standaloneAdmission } from '../../contract/round/admission.ts'
import type { Kind } from '../../contract/round/kind.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { type AnyDesired, type AnyObserved, explain, observe, reconcile, validate } from './with-or-without-job.ts'

/** The CRD of api-and-config.md, section 1: the printer columns of the reference operator, followed by ours. */
export const definition: ResourceDefinition = {
  about: {
    resource: 'A Flink cluster: an application, which is one job on its own cluster, or without spec.job a session cluster.',
    status: "`operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  nameChecks: clusterNameForm,
  spec: flinkDeployment.spec,
  status: flinkDeployment.status,
  othersMay: { create: true, delete: true, why: 'children of a FlinkBlueGreenDeployment are created, changed and deleted' },
  hasFinalizer: true,
  ownsObjects: true,
  eventReasons: {},
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.taskManager.replicas',
      statusReplicasPath: '.status.taskManager.replicas',
      labelSelectorPath: '.status.taskManager.labelSelector',
    },
  },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'Last known state of the job'),
    column('Lifecycle State', '.status.lifecycleState', 'State of the whole resource'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Operation', '.status.operation.kind', 'Operation in progress', 1),
    column('Step', '.status.operation.step', 'Step of that operation', 1),
    column('Flink Version', '.spec.flinkVersion', 'Version of Flink', 1),
    column('Job Id', '.status.jobStatus.jobId', "Flink's id of the job", 1),
  ],
}

/**
 * What triggers a round of a FlinkDeployment besides its own objects. A FlinkStateSnapshot of its job that ends may be the state to restore
 * from, and the next snapshot may be due (E-25). A FlinkSessionJob of a session cluster matters because an edit or the deletion of the
 * cluster may wait for it.
 */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  { _tag: 'ClusterObjects' },
  {
    _tag: 'Referring',
    type: resourceTypes.FlinkStateSnapshot,
    at: jobReferencePath,
    values: [{ path: ['status', 'state'], absent: 'TRIGGER_PENDING' }],
  },
  {
    _tag: 'Referring',
    type: resourceTypes.FlinkSessionJob,
    at: deploymentNamePath,
    named: sessionClusterNameIn,
    values: [...editedValues, { path: ['status', 'jobStatus', 'state'], absent: '' }, {
      path: ['status', 'operation', 'kind'],
      absent: '',
    }],
  },
]

/**
 * What to record and when to retry after a failed action, for an application as for a session cluster (`job/failure/after-job-failure.ts`).
 */
export const onFailure = (
  desired: Pick<SessionClusterDesired, 'meta'>,
  observed: Pick<SessionClusterObserved, 'recorded'>,
  done: readonly FlinkDeploymentAction[],
  failed: FlinkDeploymentAction,
  refusal: AdapterError,
  env: Env,
): readonly FlinkDeploymentAction[] =>
  afterJobFailure(desired, observed, done, failed, refusal, env, it => ({ status: refused(it), owner: 'round' }))

/**
 * The API server certainly refused the Deployment, and this round was the first to send it, so it cannot appear later. The attempt returns
 * to the step before the create.
 */
const refused = (
  { failed, error: { applied }, recorded: { operation: before }, durable }: FailedAction<FlinkDeploymentStatus>,
): FlinkDeploymentStatus => {
  const { operation } = durable
  const isBegunHere = !(before?.kind === 'Deploy' && before.id === operation?.id && before.step !== 'TearDown')
  return failed._tag === 'CreateObject' && applied === 'No' && operation?.kind === 'Deploy' && operation.step === 'Create' && isBegunHere
    ? withStatus(durable, { operation: { ...operation, step: 'TearDown' } }) : durable
}

/** The tables that only an application has. */
const ownTables: readonly DecisionTable[] = [
  {
    title: 'An application: its cluster is being deployed, or was deployed by the previous operator',
    rows: [clusterRows.deploying, clusterRows['submitted-before']],
  },
  { title: 'An application: its job can not be stopped', rows: stopWithoutJobRows },
  { title: 'An application: the JobManager is lost', rows: lostRows },
  { title: 'An application: its health check fails', rows: unhealthyRows },
  { title: 'An application: only Flink can delete the stored plan of its job', rows: endBeforeRedeployRows },
]

/** The decision tables of a FlinkDeployment. */
export const deploymentTables: readonly DecisionTable[] = [
  ...tablesInWords('An application', classification),
  ...ownTables,
  ...jobSubTables,
  { title: 'What else forbids a rollback of an application?', rows: rollbackObstacles },
  { title: 'An edit of the ingress', rows: ingressRows },
  { title: 'Before a cluster is stopped or deleted', rows: notRenderable },
  ...sessionClusterTables,
]

/** Ids of the rows that a situation names. An application and a session cluster share some. */
export const decisionRows: readonly string[] = [
  ...new Set([
    ...reportedRows(
      [
        classification.first,
        classification.unrecorded,
        classification.recorded,
        ...ownTables.map(({ rows }) => rows),
        ingressRows,
        notRenderable,
      ],
      ['ingress-edit', 'unhealthy', 'end-before-redeploy', 'starting', 'started-before'],
    ),
    ...sessionClusterRows,
  ]),
]

/** FlinkDeployment: an application cluster with one job, or a session cluster. */
export const flinkDeploymentKind: Kind<FlinkDeploymentSpec, FlinkDeploymentStatus, AnyDesired, FlinkDeploymentFacts, AnyObserved> = {
  type: resourceTypes.FlinkDeployment,
  definition,
  watch,
  optional: null,
  tables: deploymentTables,
  rows: decisionRows,
  decode: decodeFlinkDeployment,
  encodeStatus,
  cachedQueries: ({ namespace, name }) => [{ _tag: 'ReadDeployment', namespace, name }],
  states: jobLifecycleStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}
