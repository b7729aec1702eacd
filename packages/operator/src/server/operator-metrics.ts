import type { OperatorOptions } from '@flink-operator/core'
import type { KindName } from '@flink-operator/kinds'
import type { FlinkHttp } from '@flink-operator/flink-rest-adapter'
import type { Http } from '@flink-operator/k8s-adapter'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { autoscalerMetrics } from '../metrics/autoscaler-metrics.ts'
import { measuredFlink, measuredKubernetes } from '../metrics/call-metrics.ts'
import { lifecycleMetrics } from '../metrics/lifecycle-metrics.ts'
import { making } from '../metrics/metric.ts'
import { pluginRows } from '../metrics/plugin-metrics.ts'
import { processMetrics, type ProcessOptions } from '../metrics/process-metrics.ts'
import { quarantineMetrics } from '../metrics/quarantine-metrics.ts'
import { resourceMetrics } from '../metrics/resource-metrics.ts'
import { type Line, roundMetrics } from '../metrics/round-metrics.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { Attempt } from '../queue.ts'
import type { RoundReport } from '../round.ts'

/** Options that turn groups of metrics off. */
export type MetricSwitches = Pick<
  OperatorOptions,
  | 'jvmMetricsEnabled'
  | 'josdkMetricsEnabled'
  | 'resourceMetricsEnabled'
  | 'resourceLifecycleMetricsEnabled'
  | 'resourceLifecycleNamespaceHistogramsEnabled'
  | 'kubernetesClientMetricsEnabled'
  | 'kubernetesClientMetricsHttpResponseCodeGroupsEnabled'
  | 'kubernetesClientMetricsSlowRequestThreshold'
>

export interface MetricsOptions extends ProcessOptions {
  /** The reconciled kinds and their queues. */
  readonly lines: () => readonly (readonly [kind: string, line: Line])[]
  /** The quarantined resources. */
  readonly quarantined: () => readonly (readonly [kind: KindName, key: ResourceKey])[]
  readonly switches: MetricSwitches
}

/** Metrics of one kind. */
export interface KindMetrics {
  readonly round: (key: ResourceKey, report: RoundReport, attempt: Attempt) => void
  /** A resource could not be read, or the operator has a bug. */
  readonly failed: (result: 'unread' | 'bug') => void
  /** A watch reported a change. */
  readonly change: (event: 'added' | 'modified' | 'deleted') => void
  readonly forget: (key: ResourceKey) => void
}

export interface OperatorMetrics {
  readonly of: (kind: KindName) => KindMetrics
  /** A call of a plugin failed. */
  readonly pluginFailed: (plugin: string, hook: string) => void
  /** The client with measurements. */
  readonly kubernetes: (http: Http) => Http
  readonly flink: (http: FlinkHttp) => FlinkHttp
  readonly text: () => Promise<string>
  readonly contentType: string
}

/**
 * The metrics for Prometheus. Labels come from closed lists, except the namespaces of existing resources: the number of series is
 * bounded by what exists now (B72, P24).
 */
export const createMetrics = ({ switches, lines, quarantined, ...ofProcess }: MetricsOptions): OperatorMetrics => {
  const registry = new Registry()
  const when = (isOn: boolean) => making(isOn ? registry : null)
  const always = when(true)
  const hasResources = switches.resourceMetricsEnabled
  const hasLifecycle = hasResources && switches.resourceLifecycleMetricsEnabled
  const hasKubernetes = switches.kubernetesClientMetricsEnabled

  if (switches.jvmMetricsEnabled) collectDefaultMetrics({ register: registry })
  processMetrics(always, ofProcess)
  quarantineMetrics(always, quarantined)
  const rounds = roundMetrics(when(switches.josdkMetricsEnabled), lines)
  const resources = resourceMetrics(
    when(hasResources),
    lifecycleMetrics(when(hasLifecycle), when(hasLifecycle && switches.resourceLifecycleNamespaceHistogramsEnabled)),
  )
  const autoscaler = autoscalerMetrics(when(hasResources))
  const pluginFailures = always.counter(pluginRows.failures)
  return {
    pluginFailed: (plugin, hook) => pluginFailures.inc({ plugin, hook }),
    of: kind => ({
      round: (key, report, attempt) => {
        rounds.round(kind, report, attempt)
        resources.round(kind, key, report)
        autoscaler.round(kind, key, report)
      },
      failed: result => rounds.failed(kind, result),
      change: event => rounds.change(kind, event),
      forget: key => {
        resources.forget(kind, key)
        autoscaler.forget(kind, key)
      },
    }),
    kubernetes: measuredKubernetes(
      when(hasKubernetes),
      when(hasKubernetes && switches.kubernetesClientMetricsHttpResponseCodeGroupsEnabled),
      { threshold: switches.kubernetesClientMetricsSlowRequestThreshold },
    ),
    flink: measuredFlink(always),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
