import { type ReportedMetric, reportedMetrics } from '@flink-operator/core/action'
import { jobStates } from '@flink-operator/core/resource'
import { cycleRows } from '@flink-operator/core/autoscaler'
import { lifecycleStates } from '@flink-operator/core/codec'
import { autoscalerRows } from './autoscaler-metrics.ts'
import { statesOfKind } from './kind-states.ts'

/** A metric of the reference operator (session-snapshot-bluegreen.md, section 8.2), and the same value here. */
export interface ReferenceName {
  readonly scope: 'system' | 'namespace' | 'resource'
  /** The name in its documentation; `<…>` stands for each of `values`. */
  readonly name: string
  readonly values: readonly string[]
  /** The label, if it is part of a group of Flink metrics that is a label in Prometheus. */
  readonly label: string | null
  /** PromQL, with `<…>` as in the name; null: no metric here has the value, and `note` says why. */
  readonly query: string | null
  readonly note: string
  /** A gauge or counter that deploy/prometheus/reference-names.yaml provides under the reference's name, for existing dashboards. */
  readonly isRecorded: boolean
}

const row = (
  scope: ReferenceName['scope'],
  name: string,
  query: string | null,
  more: Partial<Pick<ReferenceName, 'values' | 'label' | 'note' | 'isRecorded'>> = {},
): ReferenceName => ({ scope, name, query, values: [], label: null, note: '', isRecorded: query !== null, ...more })

const perNamespace = 'namespace, kind'
const count = (metric: string, matchers: string): string => `sum by (${perNamespace}) (${metric}${matchers === '' ? '' : `{${matchers}}`})`
const p95 = (metric: string, matchers: string, by = ''): string =>
  `histogram_quantile(0.95, sum by (${by}le) (rate(${metric}_bucket{${matchers}}[1h])))`
const jobs = 'kind=~"FlinkDeployment|FlinkSessionJob"'
const deployments = 'label_replace(sum by (namespace<by>) (<metric>), "kind", "FlinkDeployment", "", "")'
const ofDeployments = (metric: string, by = ''): string => deployments.replace('<metric>', metric).replace('<by>', by)
const ofSnapshots = (matchers: string): string =>
  `label_replace(sum by (namespace) (flink_operator_snapshots{${matchers}}), "kind", "FlinkStateSnapshot", "", "")`
const blueGreen = 'kind="FlinkBlueGreenDeployment"'
const summary = { isRecorded: false, note: 'There a summary of the last 1,000 values, here a histogram: any quantile, over any time.' }
const byKind = { isRecorded: false, note: 'By kind, and not by resource: series stay bounded.' }
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const noAnswer = 'result=~"Unreachable|Timeout"'
const requests = 'flink_operator_kubernetes_requests_total'

const cycles = (matchers: string): string => `sum by (namespace, kind) (flink_operator_autoscaler_cycles_total{${matchers}})`
/** Rows of a cycle that came to a decision. */
const decidedRows = cycleRows.slice(cycleRows.indexOf('memory-pressure'))
/** The metrics that the reference averages over the window; of all others it takes the newest value. */
const averages: ReadonlySet<ReportedMetric> = new Set(['LOAD', 'TRUE_PROCESSING_RATE', 'TARGET_DATA_RATE'])
const autoscalerGauges = reportedMetrics.map(metric =>
  row('resource', `AutoScaler.jobVertexID.<id>.${metric}.${averages.has(metric) ? 'Average' : 'Current'}`, autoscalerRows[metric].name, {
    isRecorded: false,
    note: 'By the labels `name` and `vertex`.',
  })
)

/** Every metric of the reference, in the order of its documentation. */
export const referenceNames: readonly ReferenceName[] = [
  row(
    'system',
    '<Kind>.Lifecycle.State.<State>.TimeSeconds',
    p95('flink_operator_lifecycle_state_seconds', 'kind="<Kind>",lifecycle_state="<State>"'),
    summary,
  ),
  row(
    'system',
    '<Kind>.Lifecycle.Transition.<Name>.TimeSeconds',
    p95('flink_operator_lifecycle_transition_seconds', 'kind="<Kind>",transition="<name>"'),
    {
      ...summary,
      note: `${summary.note} Names in small letters: \`upgrade\`, \`blue_to_green\`.`,
    },
  ),
  row('namespace', 'Count', count('flink_operator_resources', '')),
  row('namespace', 'Lifecycle.State.<State>.Count', count('flink_operator_resources', `${jobs},lifecycle_state="<State>"`), {
    values: lifecycleStates,
  }),
  row(
    'namespace',
    'Lifecycle.State.<State>.TimeSeconds',
    p95('flink_operator_namespace_lifecycle_state_seconds', 'lifecycle_state="<State>"', 'namespace, kind, '),
    summary,
  ),
  row(
    'namespace',
    'Lifecycle.Transition.<Name>.TimeSeconds',
    p95('flink_operator_namespace_lifecycle_transition_seconds', 'transition="<name>"', 'namespace, kind, '),
    summary,
  ),
  row('namespace', 'JmDeploymentStatus.<Status>.Count', ofDeployments('flink_operator_job_manager_deployments{status="<Status>"}'), {
    values: ['READY', 'DEPLOYED_NOT_READY', 'DEPLOYING', 'MISSING', 'ERROR'],
  }),
  row('namespace', 'FlinkVersion.Count', ofDeployments('flink_operator_flink_versions', ', flink_version'), { label: 'flink_version' }),
  row('namespace', 'FlinkMinorVersion.Count', ofDeployments('flink_operator_flink_versions', ', flink_minor_version'), {
    label: 'flink_minor_version',
  }),
  row('namespace', 'ResourceUsage.Cpu', ofDeployments('flink_operator_requested_cpu_cores')),
  row('namespace', 'ResourceUsage.Memory', ofDeployments('flink_operator_requested_memory_bytes')),
  row('namespace', 'ResourceUsage.StateSize', null, {
    note: "Flink's own reporters report it (`lastCheckpointSize`), and `flink-operator top`.",
  }),
  row('namespace', 'Savepoint.Count', ofSnapshots('snapshot_type="savepoint"')),
  row('namespace', 'Checkpoint.Count', ofSnapshots('snapshot_type="checkpoint"')),
  row('namespace', 'Savepoint.State.<State>.Count', ofSnapshots('snapshot_type="savepoint",state="<State>"'), {
    values: statesOfKind('FlinkStateSnapshot'),
  }),
  row('namespace', 'Checkpoint.State.<State>.Count', ofSnapshots('snapshot_type="checkpoint",state="<State>"'), {
    values: statesOfKind('FlinkStateSnapshot'),
  }),
  row('namespace', 'BlueGreenState.<State>.Count', count('flink_operator_resources', `${blueGreen},lifecycle_state="<State>"`), {
    values: statesOfKind('FlinkBlueGreenDeployment'),
  }),
  row('namespace', 'JobStatus.<State>.Count', count('flink_operator_jobs', `${blueGreen},job_state="<State>"`), {
    values: jobStates,
    note: 'Here of every kind with a job.',
  }),
  row('namespace', 'Failures', count('flink_operator_job_failures_total', blueGreen), {
    note: 'Here of every kind with a job; FAILED counts, too.',
  }),
  row('namespace', 'JOSDK.<Execution>.<Result>.TimeSeconds', p95('flink_operator_round_seconds', 'phase="<execution>"', 'kind, '), {
    isRecorded: false,
    note: 'By kind, and not by namespace: `reconcile` and `cleanup`, results in `flink_operator_rounds_total`.',
  }),
  row('resource', 'JOSDK.Reconciliation.Count', 'sum by (kind) (flink_operator_rounds_total)', byKind),
  row('resource', 'JOSDK.Reconciliation.retries.Count', 'sum by (kind) (flink_operator_retries_total)', byKind),
  row('resource', 'JOSDK.Reconciliation.finished.Count', 'sum by (kind) (flink_operator_rounds_total{result="ok"})', byKind),
  row('resource', 'JOSDK.Reconciliation.failed.Count', 'sum by (kind) (flink_operator_rounds_total{result!~"ok|conflict"})', byKind),
  row('resource', 'JOSDK.Reconciliation.cleanup.Count', 'sum by (kind) (flink_operator_rounds_total{phase="cleanup"})', byKind),
  row('resource', 'JOSDK.Resource.Event.Count', 'sum by (kind) (flink_operator_resource_events_total)', byKind),
  row('resource', 'JOSDK.Resource.Event.<Event>.Count', 'sum by (kind) (flink_operator_resource_events_total{event="<event>"})', {
    ...byKind,
    note: `${byKind.note} \`added\`, \`modified\` (there UPDATED), \`deleted\`.`,
  }),
  row('resource', 'AutoScaler.scalings', cycles('verdict="scaled"'), { isRecorded: false, note: 'Of a namespace.' }),
  row('resource', 'AutoScaler.balanced', cycles(`verdict=~"${decidedRows.filter(it => it !== 'scaled').join('|')}"`), {
    isRecorded: false,
    note: 'Of a namespace. The label `verdict` says why nothing was scaled.',
  }),
  row('resource', 'AutoScaler.errors', 'sum by (namespace, kind) (flink_operator_autoscaler_errors_total)', {
    isRecorded: false,
    note: 'Of a namespace. Metrics that Flink does not answer are in `flink_operator_flink_requests_total`.',
  }),
  ...autoscalerGauges,
  row('system', 'KubeClient.HttpRequest.Count', `sum(${requests})`),
  row('system', 'KubeClient.HttpRequest.NumPerSecond', `sum(rate(${requests}[1m]))`),
  row('system', 'KubeClient.HttpRequest.<METHOD>.Count', `sum(${requests}{method="<METHOD>"})`, { values: methods }),
  row('system', 'KubeClient.HttpRequest.Failed.Count', `sum(${requests}{${noAnswer}})`),
  row('system', 'KubeClient.HttpRequest.Failed.NumPerSecond', `sum(rate(${requests}{${noAnswer}}[1m]))`),
  row('system', 'KubeClient.HttpRequest.Slow.Count', 'sum(flink_operator_kubernetes_slow_requests_total)'),
  row('system', 'KubeClient.HttpResponse.Count', `sum(${requests}{result!~"Unreachable|Timeout"})`),
  row('system', 'KubeClient.HttpResponse.NumPerSecond', `sum(rate(${requests}{result!~"Unreachable|Timeout"}[1m]))`),
  row('system', 'KubeClient.HttpResponse.<code>.Count', `sum by (result) (${requests})`, {
    isRecorded: false,
    note: 'In words and not in numbers: `NotFound`, `Conflict`, `Forbidden` …',
  }),
  row('system', 'KubeClient.HttpResponse.<group>.Count', 'sum(flink_operator_kubernetes_responses_total{group="<group>"})', {
    values: ['1xx', '2xx', '3xx', '4xx', '5xx'],
  }),
  row(
    'system',
    'KubeClient.HttpResponse.TimeNanos',
    'histogram_quantile(0.95, sum by (le) (rate(flink_operator_kubernetes_request_seconds_bucket[5m])))',
    {
      isRecorded: false,
      note: 'In seconds.',
    },
  ),
  row('system', 'Status.JVM.*', null, {
    note: 'There is no JVM: `process_*` and `nodejs_*` report CPU, memory, garbage collection and the event loop.',
  }),
]

const logical = { system: 'k8soperator', namespace: 'k8soperator_namespace', resource: 'k8soperator_namespace_resource' }

/** The reference's name in Prometheus. */
export const prometheusName = ({ scope, name }: Pick<ReferenceName, 'scope' | 'name'>): string =>
  `flink_${logical[scope]}_${name.replaceAll('.', '_')}`

/** Each metric with a value in place of `<…>`. */
export const expanded = (of: ReferenceName): readonly { readonly name: string; readonly query: string }[] => {
  const { query, values } = of
  if (query === null) return []
  const fill = (text: string, value: string): string => text.replaceAll(/<\w+>/gu, value)
  return values.length === 0 ? [{ name: prometheusName(of), query }]
    : values.map(value => ({ name: fill(prometheusName(of), value), query: fill(query, value) }))
}
