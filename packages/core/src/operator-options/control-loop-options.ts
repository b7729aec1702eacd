import { boolean, double, duration, integer, oneOf, text } from '../flink-configuration/option-types.ts'
import { startOption, systemOption } from './operator-option.ts'

const second = 1_000
const minute = 60 * second

/** api-and-config.md, section 12.1: control loop and clients. Durations in milliseconds. */
export const controlLoopOptions = {
  reconcileInterval: systemOption({
    key: 'reconcile.interval',
    old: ['reconciler.reschedule.interval'],
    type: duration,
    default: minute,
    doc: 'Time between looks in the steady state.',
  }),
  reconcileParallelism: startOption({
    key: 'reconcile.parallelism',
    old: ['reconciler.max.parallelism'],
    type: integer,
    default: 50,
    doc: 'Rounds at the same time; -1 for no bound.',
  }),
  observerProgressCheckInterval: systemOption({
    key: 'observer.progress-check.interval',
    type: duration,
    default: 10 * second,
    doc: 'Time between looks while something is under way.',
  }),
  observerRestReadyDelay: systemOption({
    key: 'observer.rest-ready.delay',
    type: duration,
    default: 10 * second,
    doc: 'Pause between the open REST port and READY.',
  }),
  observerRestUnreachableTimeout: systemOption({
    key: 'observer.rest-unreachable.timeout',
    type: duration,
    default: 5 * minute,
    doc:
      "After so long without an answer of Flink's REST API, while Kubernetes shows a JobManager that is available, it is told, and its Service is made again if it is missing. A JobManager that is not ready for so long is told with its cause.",
  }),
  flinkClientTimeout: systemOption({
    key: 'flink.client.timeout',
    old: ['observer.flink.client.timeout'],
    type: duration,
    default: 10 * second,
    doc: 'Time limit of a REST call to Flink, unless another is named.',
  }),
  flinkClientCancelTimeout: systemOption({
    key: 'flink.client.cancel.timeout',
    old: ['reconciler.flink.cancel.job.timeout'],
    type: duration,
    default: minute,
    doc: 'Time limit of a cancel call.',
  }),
  resourceCleanupTimeout: systemOption({
    key: 'resource.cleanup.timeout',
    old: ['reconciler.flink.cluster.shutdown.timeout'],
    type: duration,
    default: 5 * minute,
    doc: 'How long the Deployments of a cluster may take to go.',
  }),
  resourceDeletionPropagation: systemOption({
    key: 'resource.deletion.propagation',
    type: oneOf('Foreground', 'Background', 'Orphan'),
    default: 'Foreground',
    doc: 'Propagation policy when JobManager and TaskManager Deployments are deleted.',
  }),
  jobSubmissionTimeout: systemOption({
    key: 'job.submission.timeout',
    type: duration,
    default: 10 * minute,
    doc: 'Time limit of the request that runs a session job.',
  }),
  retryInitialInterval: startOption({
    key: 'retry.initial.interval',
    type: duration,
    default: 5 * second,
    doc: 'First pause after an error.',
  }),
  retryMaxInterval: startOption({
    key: 'retry.max.interval',
    type: duration,
    default: null,
    doc: 'Longest pause after errors in a row; unset: no bound.',
  }),
  retryIntervalMultiplier: startOption({
    key: 'retry.interval.multiplier',
    type: double,
    default: 1.5,
    doc: 'Each pause is this much longer than the one before.',
  }),
  retryMaxAttempts: startOption({
    key: 'retry.max.attempts',
    type: integer,
    default: 15,
    doc:
      'After so many errors in a row that is told, and the resource is tried again no sooner than after the reconcile interval; it is never given up. -1: no limit.',
  }),
  rateLimiterRefreshPeriod: startOption({
    key: 'rate-limiter.refresh-period',
    type: duration,
    default: 15 * second,
    doc: 'Period of rate-limiter.limit.',
  }),
  rateLimiterLimit: startOption({
    key: 'rate-limiter.limit',
    type: integer,
    default: 5,
    doc:
      'So many times in a period a resource at rest is looked at because something of it changed; while something is under way it is never held up. 0 or less: no limit.',
  }),
  watchedNamespaces: systemOption({
    key: 'watched.namespaces',
    type: text,
    default: 'JOSDK_ALL_NAMESPACES',
    doc: 'Namespaces to watch, between commas. The environment variable WATCH_NAMESPACES comes first.',
  }),
  dynamicNamespacesEnabled: systemOption({
    key: 'dynamic.namespaces.enabled',
    type: boolean,
    default: false,
    doc:
      'Follow changes of watched.namespaces: rounds come to their end, the Lease is given back, and the same process begins anew with the new namespaces. Needs dynamic.config.enabled; --namespace and WATCH_NAMESPACES come first.',
  }),
  labelSelector: startOption({
    key: 'label.selector',
    type: text,
    default: null,
    doc: 'Kubernetes label selector of the resources to manage.',
  }),
  dynamicConfigEnabled: startOption({ key: 'dynamic.config.enabled', type: boolean, default: true, doc: 'Watch the configuration files.' }),
  dynamicConfigCheckInterval: startOption({
    key: 'dynamic.config.check.interval',
    type: duration,
    default: 5 * minute,
    doc: 'Time between looks at the configuration files.',
  }),
  configCacheSize: startOption({ key: 'config.cache.size', type: integer, default: 1000, doc: 'Effective configurations kept in memory.' }),
  configCacheTimeout: startOption({
    key: 'config.cache.timeout',
    type: duration,
    default: 10 * minute,
    doc: 'An effective configuration is dropped so long after its last use.',
  }),
} as const
