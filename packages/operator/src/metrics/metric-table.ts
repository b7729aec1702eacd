import { autoscalerRows } from './autoscaler-metrics.ts'
import { flinkRows, kubernetesGroupRows, kubernetesRows } from './call-metrics.ts'
import { lifecycleRows, namespaceLifecycleRows } from './lifecycle-metrics.ts'
import type { Metric } from './metric.ts'
import { pluginRows } from './plugin-metrics.ts'
import { processRows } from './process-metrics.ts'
import { quarantineRows } from './quarantine-metrics.ts'
import { resourceRows } from './resource-metrics.ts'
import { roundRows } from './round-metrics.ts'
import { webhookRows } from '../webhook/webhook-metrics.ts'

/** Metrics that one option turns off together. */
export interface MetricGroup {
  readonly title: string
  /** Key of the option; null: the metrics are always served. */
  readonly option: string | null
  readonly metrics: readonly Metric[]
}

const prefix = 'kubernetes.operator.'

/** Every metric that the operator serves, except those of the Node process and of the webhook. */
export const metricGroups: readonly MetricGroup[] = [
  { title: 'Resources and jobs', option: `${prefix}resource.metrics.enabled`, metrics: Object.values<Metric>(resourceRows) },
  { title: 'Autoscaler', option: `${prefix}resource.metrics.enabled`, metrics: Object.values<Metric>(autoscalerRows) },
  { title: 'Lifecycle', option: `${prefix}resource.lifecycle.metrics.enabled`, metrics: Object.values<Metric>(lifecycleRows) },
  {
    title: 'Lifecycle by namespace',
    option: `${prefix}resource.lifecycle.namespace.histograms.enabled`,
    metrics: Object.values<Metric>(namespaceLifecycleRows),
  },
  { title: 'Rounds and queues', option: `${prefix}josdk.metrics.enabled`, metrics: Object.values<Metric>(roundRows) },
  {
    title: 'Calls to the Kubernetes API',
    option: `${prefix}kubernetes.client.metrics.enabled`,
    metrics: Object.values<Metric>(kubernetesRows),
  },
  {
    title: 'Answers of the Kubernetes API by group',
    option: `${prefix}kubernetes.client.metrics.http.response.code.groups.enabled`,
    metrics: Object.values<Metric>(kubernetesGroupRows),
  },
  { title: "Calls to Flink's REST API", option: null, metrics: Object.values<Metric>(flinkRows) },
  { title: 'Plugins', option: null, metrics: Object.values<Metric>(pluginRows) },
  { title: 'Quarantine', option: null, metrics: Object.values<Metric>(quarantineRows) },
  { title: 'The process, its watches and who leads', option: null, metrics: Object.values<Metric>(processRows) },
]

/** Metrics of the admission webhook, if it is enabled. */
export const webhookGroup: MetricGroup = { title: 'Admission webhook', option: null, metrics: Object.values<Metric>(webhookRows) }
