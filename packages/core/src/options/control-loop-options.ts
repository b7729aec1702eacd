import { boolean, double, duration, integer, oneOf, text } from '../flink/configuration/option.ts'
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
    doc: 'Time between rounds in the steady state.',
  }),
  reconcileParallelism: startOption({
    key: 'reconcile.parallelism',
    old: ['reconciler.max.parallelism'],
    type: integer,
    default: 50,
    doc: 'Largest number of concurrent rounds; -1: no limit.',
  }),
  observerProgressCheckInterval: systemOption({
    key: 'observer.progress-check.interval',
    type: duration,
    default: 10 * second,
    doc: 'Time between rounds while an operation is in progress.',
  }),
  observerRestReadyDelay: systemOption({
    key: 'observer.rest-ready.delay',
    type: duration,
    default: 10 * second,
    doc: 'Delay between the open REST port and READY.',
  }),
  observerRestUnreachableTimeout: systemOption({
    key: 'observer.rest-unreachable.timeout',
    type: duration,
    default: 5 * minute,
    doc:
      "If Flink's REST API does not answer for this time although Kubernetes reports the JobManager as available, the operator reports it, and creates the REST Service again if that is missing. It also reports a JobManager that is not ready for this time, with the cause.",
  }),
  flinkClientTimeout: systemOption({
    key: 'flink.client.timeout',
    old: ['observer.flink.client.timeout'],
    type: duration,
    default: 10 * second,
    doc: 'Time limit of a REST call to Flink, unless the call has its own.',
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
    doc: 'Time limit for the deletion of the Deployments of a cluster.',
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
    doc: 'First delay after an error.',
  }),
  retryMaxInterval: startOption({
    key: 'retry.max.interval',
    type: duration,
    default: null,
    doc: 'Longest delay after errors in a row; unset: no limit.',
  }),
  retryIntervalMultiplier: startOption({
    key: 'retry.interval.multiplier',
    type: double,
    default: 1.5,
    doc: 'Factor between consecutive delays.',
  }),
  retryMaxAttempts: startOption({
    key: 'retry.max.attempts',
    type: integer,
    default: 15,
    doc:
      'After this many errors in a row the operator reports them, and retries no sooner than after the reconcile interval. It never stops retrying. -1: no limit.',
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
      'Largest number of rounds per period that changes may trigger for a resource in the steady state. Operations in progress are not limited. 0 or less: no limit.',
  }),
  watchedNamespaces: systemOption({
    key: 'watched.namespaces',
    type: text,
    default: 'JOSDK_ALL_NAMESPACES',
    doc: 'Namespaces to watch, separated by commas. The environment variable WATCH_NAMESPACES takes precedence.',
  }),
  dynamicNamespacesEnabled: systemOption({
    key: 'dynamic.namespaces.enabled',
    type: boolean,
    default: false,
    doc:
      'Follow changes of watched.namespaces: the operator finishes its rounds, releases the Lease and restarts in the same process with the new namespaces. Needs dynamic.config.enabled; --namespace and WATCH_NAMESPACES take precedence.',
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
    doc: 'Time between reads of the configuration files.',
  }),
  configCacheSize: startOption({ key: 'config.cache.size', type: integer, default: 1000, doc: 'Effective configurations kept in memory.' }),
  configCacheTimeout: startOption({
    key: 'config.cache.timeout',
    type: duration,
    default: 10 * minute,
    doc: 'Time after its last use at which an effective configuration is dropped.',
  }),
} as const
