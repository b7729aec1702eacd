import { boolean, duration, integer, text } from '../flink/configuration/option.ts'
import { startOption } from './operator-option.ts'

/** api-and-config.md, section 12.4: metrics of the operator. Durations in milliseconds. */
export const metricsOptions = {
  jvmMetricsEnabled: startOption({ key: 'jvm.metrics.enabled', type: boolean, default: true, doc: 'Metrics of the process.' }),
  josdkMetricsEnabled: startOption({ key: 'josdk.metrics.enabled', type: boolean, default: true, doc: 'Metrics of rounds and queues.' }),
  kubernetesClientMetricsEnabled: startOption({
    key: 'kubernetes.client.metrics.enabled',
    type: boolean,
    default: true,
    doc: 'Metrics of calls to the Kubernetes API.',
  }),
  kubernetesClientMetricsHttpResponseCodeGroupsEnabled: startOption({
    key: 'kubernetes.client.metrics.http.response.code.groups.enabled',
    type: boolean,
    default: false,
    doc: 'Count responses by group (1xx to 5xx).',
  }),
  kubernetesClientMetricsSlowRequestThreshold: startOption({
    key: 'kubernetes.client.metrics.slow.request.threshold',
    type: duration,
    default: 5_000,
    doc: 'Calls that take longer count as slow.',
  }),
  resourceMetricsEnabled: startOption({ key: 'resource.metrics.enabled', type: boolean, default: true, doc: 'Metrics of resources.' }),
  resourceLifecycleMetricsEnabled: startOption({
    key: 'resource.lifecycle.metrics.enabled',
    type: boolean,
    default: true,
    doc: 'Metrics of lifecycle states.',
  }),
  resourceLifecycleNamespaceHistogramsEnabled: startOption({
    key: 'resource.lifecycle.namespace.histograms.enabled',
    type: boolean,
    default: true,
    doc: 'Lifecycle histograms per namespace as well.',
  }),
  metricsHistogramSampleSize: startOption({
    key: 'metrics.histogram.sample.size',
    type: integer,
    default: 1000,
    doc: 'Samples of a histogram.',
  }),
  metricsScopeK8soperatorSystem: startOption({
    key: 'metrics.scope.k8soperator.system',
    type: text,
    default: '<host>.k8soperator.<namespace>.<name>.system',
    doc: 'Name of metrics of the operator.',
  }),
  metricsScopeK8soperatorResourcens: startOption({
    key: 'metrics.scope.k8soperator.resourcens',
    type: text,
    default: '<host>.k8soperator.<namespace>.<name>.namespace.<resourcens>.<resourcetype>',
    doc: 'Name of metrics of a namespace.',
  }),
  metricsScopeK8soperatorResource: startOption({
    key: 'metrics.scope.k8soperator.resource',
    type: text,
    default: '<host>.k8soperator.<namespace>.<name>.resource.<resourcens>.<resourcename>.<resourcetype>',
    doc: 'Name of metrics of a resource.',
  }),
} as const
