import { boolean, duration, integer, list, map, size, text } from '../flink/configuration/option.ts'
import { resourceOption, startOption, systemOption } from './operator-option.ts'

const second = 1_000
const minute = 60 * second

/** api-and-config.md, section 12.1: the operator's process, errors, artifacts. Durations in milliseconds. */
export const processOptions = {
  leaderElectionEnabled: startOption({
    key: 'leader-election.enabled',
    type: boolean,
    default: true,
    doc: 'The operator writes nothing before it holds a Lease. False: two operators may write to the same resources at once.',
  }),
  leaderElectionLeaseName: startOption({
    key: 'leader-election.lease-name',
    type: text,
    default: 'flink-operator',
    doc: 'Name of the Lease, in the namespace of the operator; the same for all replicas.',
  }),
  leaderElectionLeaseDuration: startOption({
    key: 'leader-election.lease-duration',
    type: duration,
    default: 15 * second,
    doc: 'How long a Lease is valid after its last renewal.',
  }),
  leaderElectionRenewDeadline: startOption({
    key: 'leader-election.renew-deadline',
    type: duration,
    default: 10 * second,
    doc: 'A leader stops if it can not renew the Lease for this time.',
  }),
  leaderElectionRetryPeriod: startOption({
    key: 'leader-election.retry-period',
    type: duration,
    default: 2 * second,
    doc: 'Time between attempts to acquire or renew the Lease.',
  }),
  leaderElectionShards: startOption({
    key: 'leader-election.shards',
    type: integer,
    default: 1,
    doc:
      'More than 1: the resources are divided into this many shards, each with a Lease, and the replicas share the shards. The same for all replicas.',
  }),
  healthProbeEnabled: startOption({
    key: 'health.probe.enabled',
    type: boolean,
    default: true,
    doc: 'Serve the health of the operator over HTTP.',
  }),
  healthProbePort: startOption({ key: 'health.probe.port', type: integer, default: 8085, doc: 'Port of the health probe.' }),
  healthCanaryResourceTimeout: systemOption({
    key: 'health.canary.resource.timeout',
    type: duration,
    default: minute,
    doc:
      'Once in this time the operator increments the `restartNonce` of a canary resource (label `flink.apache.org/canary: "true"`). If no round observes the change, the liveness probe fails.',
  }),
  startupStopOnInformerError: startOption({
    key: 'startup.stop-on-informer-error',
    type: boolean,
    default: false,
    doc:
      'Stop if resources can not be watched at the start. False: the operator reports it, retries, and manages the resources that it can watch. The reference operator stops by default.',
  }),
  terminationTimeout: startOption({
    key: 'termination.timeout',
    type: duration,
    default: 10 * second,
    doc: 'Time that running rounds get to finish after a shutdown signal.',
  }),
  pluginsModules: startOption({
    key: 'plugins.modules',
    type: list,
    default: [],
    doc:
      'Files of ESM modules with mutators, validators and listeners, in the order of their calls; after those of the environment variable FLINK_OPERATOR_PLUGINS.',
  }),
  pluginsOptions: startOption({
    key: 'plugins.options',
    type: map,
    default: {},
    doc: 'Argument for each module of plugins.modules that exports a function.',
  }),
  exceptionStacktraceEnabled: systemOption({
    key: 'exception.stacktrace.enabled',
    type: boolean,
    default: false,
    doc: "Include Flink's stack trace of a failed job in status.error.",
  }),
  exceptionStacktraceMaxLength: systemOption({
    key: 'exception.stacktrace.max.length',
    type: integer,
    default: 2048,
    doc: 'Longest stack trace in status.error.',
  }),
  exceptionFieldMaxLength: systemOption({
    key: 'exception.field.max.length',
    type: integer,
    default: 2048,
    doc: 'Longest text of one field in status.error.',
  }),
  exceptionThrowableListMaxCount: systemOption({
    key: 'exception.throwable.list.max.count',
    type: integer,
    default: 2,
    doc: 'Largest number of causes of a failed job in the throwableList of status.error.',
  }),
  exceptionLabelMapper: systemOption({
    key: 'exception.label.mapper',
    type: map,
    default: {},
    doc: 'Regular expression (JavaScript) to label: an error gets the label if its message or that of a cause matches.',
  }),
  eventsExceptionsStacktraceLines: systemOption({
    key: 'events.exceptions.stacktrace-lines',
    type: integer,
    default: 5,
    doc: 'Lines of the stack trace in the event of a job exception.',
  }),
  eventsExceptionsLimitPerReconciliation: systemOption({
    key: 'events.exceptions.limit-per-reconciliation',
    type: integer,
    default: 10,
    doc: 'Largest number of job exceptions reported as events in one round, newest first; 0: none.',
  }),
  eventsShowValues: systemOption({
    key: 'events.show-values',
    type: boolean,
    default: false,
    doc:
      'Events, `plan` and `explain` show the values of all fields that an edit changes, except secrets recognized by name or form. False: they show values only for a list of fields (parallelism, image, memory, …), and for others only that they changed. All users who may read events can read the values.',
  }),
  ingressManage: systemOption({ key: 'ingress.manage', type: boolean, default: true, doc: 'False: ingresses are never touched.' }),
  zookeeperAllowedQuorums: systemOption({
    key: 'zookeeper.allowed-quorums',
    type: list,
    default: [],
    doc:
      'ZooKeeper ensembles that the operator may connect to for the HA metadata of jobs, each as host:port,host:port with its chroot, if any. The operator connects to no other ensemble.',
  }),
  clusterResourceViewRefreshInterval: systemOption({
    key: 'cluster.resource-view.refresh-interval',
    type: duration,
    default: -minute,
    doc:
      'Before a scale-up of a job with a cluster of its own, the autoscaler checks that the nodes have room for its TaskManagers. This is the least time between two queries of the nodes, for all jobs together; negative, which only the default may be: no check. The operator needs the right to list nodes and pods of the whole cluster.',
  }),
  userArtifactsBaseDir: systemOption({
    key: 'user.artifacts.base.dir',
    type: text,
    default: '/opt/flink/artifacts',
    doc: 'Directory for the downloaded jars of session jobs.',
  }),
  userArtifactsAllowedSchemes: systemOption({
    key: 'user.artifacts.allowed-schemes',
    type: list,
    default: ['https'],
    doc: 'URI schemes allowed for jars of session jobs.',
  }),
  userArtifactsDisallowRestrictedHosts: systemOption({
    key: 'user.artifacts.disallow-restricted-hosts',
    type: boolean,
    default: true,
    doc: 'Reject jars at loopback, link-local, site-local and multicast addresses.',
  }),
  userArtifactsHttpHeader: resourceOption({
    key: 'user.artifacts.http.header',
    type: map,
    default: null,
    doc:
      'HTTP headers for the download of a jar. They are sent only to the host of jarURI, and dropped on a redirect to another host. Headers of the operator are sent only to the hosts in kubernetes.operator.user.artifacts.http.header-hosts.',
  }),
  userArtifactsHttpHeaderHosts: systemOption({
    key: 'user.artifacts.http.header-hosts',
    type: list,
    default: [],
    doc:
      "Hosts (name, or name:port) that get the headers of the operator's own kubernetes.operator.user.artifacts.http.header: the user of a job chooses the host of its jar. Headers in the flinkConfiguration of a job or its cluster are sent to any host.",
  }),
  userArtifactsMaxSize: systemOption({
    key: 'user.artifacts.max-size',
    type: size,
    default: 1_073_741_824,
    doc: 'Largest size of a jar of a session job.',
  }),
  userArtifactsMaxRedirects: systemOption({
    key: 'user.artifacts.max-redirects',
    type: integer,
    default: 5,
    doc: 'Largest number of redirects in the download of a jar of a session job.',
  }),
  userArtifactsFetchTimeout: systemOption({
    key: 'user.artifacts.fetch-timeout',
    type: duration,
    default: 5 * minute,
    doc: 'Time limit for the download of the jar of a session job and its upload to the cluster.',
  }),
} as const
