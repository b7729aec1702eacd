import { boolean, duration, integer, list, map, size, text } from '../flink-configuration/option-types.ts'
import { resourceOption, startOption, systemOption } from './operator-option.ts'

const second = 1_000
const minute = 60 * second

/** api-and-config.md, section 12.1: the operator's process, errors, artifacts. Durations in milliseconds. */
export const processOptions = {
  leaderElectionEnabled: startOption({
    key: 'leader-election.enabled',
    type: boolean,
    default: true,
    doc: 'An operator writes nothing before it holds a Lease. False: nothing keeps two operators of the same resources apart.',
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
    doc: 'A leader that could not renew for so long stops.',
  }),
  leaderElectionRetryPeriod: startOption({
    key: 'leader-election.retry-period',
    type: duration,
    default: 2 * second,
    doc: 'Time between attempts to get or renew the Lease.',
  }),
  leaderElectionShards: startOption({
    key: 'leader-election.shards',
    type: integer,
    default: 1,
    doc:
      'More than 1: the replicas share the resources, which are spread over so many shards, each with a Lease. The same for all replicas.',
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
      'Once in this time the `restartNonce` of a canary resource (label `flink.apache.org/canary: "true"`) is raised, and a round has to see it; else the liveness probe fails.',
  }),
  startupStopOnInformerError: startOption({
    key: 'startup.stop-on-informer-error',
    type: boolean,
    default: false,
    doc:
      'Stop where resources can not be watched at the start. Else it is told and tried again, and what can be watched is looked after; the reference operator stops by default.',
  }),
  terminationTimeout: startOption({
    key: 'termination.timeout',
    type: duration,
    default: 10 * second,
    doc: 'Time for rounds under way when the operator is told to stop.',
  }),
  pluginsModules: startOption({
    key: 'plugins.modules',
    type: list,
    default: [],
    doc:
      'Files of ESM modules with mutators, validators and listeners, in the order in which they are asked; after those of the environment variable FLINK_OPERATOR_PLUGINS.',
  }),
  pluginsOptions: startOption({
    key: 'plugins.options',
    type: map,
    default: {},
    doc: 'Handed to each module of plugins.modules that is a function.',
  }),
  exceptionStacktraceEnabled: systemOption({
    key: 'exception.stacktrace.enabled',
    type: boolean,
    default: false,
    doc: "Flink's stack trace of a job that failed in status.error.",
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
    doc: 'Most causes of a job that failed in the throwableList of status.error.',
  }),
  exceptionLabelMapper: systemOption({
    key: 'exception.label.mapper',
    type: map,
    default: {},
    doc: 'Regular expression (of JavaScript) to label: the label is added to errors in whose message, or that of a cause, it is found.',
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
    doc: 'Most job exceptions that become events in one round, the newest; 0: none.',
  }),
  eventsShowValues: systemOption({
    key: 'events.show-values',
    type: boolean,
    default: false,
    doc:
      'Events, `plan` and `explain` tell the values of all fields that an edit changes, but for secrets that are known by name or form. False: those of a list of fields (parallelism, image, memory, …); of others that they changed. Whoever may read events reads the values.',
  }),
  ingressManage: systemOption({ key: 'ingress.manage', type: boolean, default: true, doc: 'False: ingresses are never touched.' }),
  zookeeperAllowedQuorums: systemOption({
    key: 'zookeeper.allowed-quorums',
    type: list,
    default: [],
    doc:
      'ZooKeeper ensembles that the operator may connect to for the HA metadata of jobs, each as host:port,host:port with the chroot if there is one. Of any other it reads nothing.',
  }),
  clusterResourceViewRefreshInterval: systemOption({
    key: 'cluster.resource-view.refresh-interval',
    type: duration,
    default: -minute,
    doc: "Time between the autoscaler's looks at free capacity; negative: off. A negative value can only be the default.",
  }),
  userArtifactsBaseDir: systemOption({
    key: 'user.artifacts.base.dir',
    type: text,
    default: '/opt/flink/artifacts',
    doc: 'Directory that the jars of session jobs are fetched to.',
  }),
  userArtifactsAllowedSchemes: systemOption({
    key: 'user.artifacts.allowed-schemes',
    type: list,
    default: ['https'],
    doc: 'URI schemes that jars of session jobs may be fetched from.',
  }),
  userArtifactsDisallowRestrictedHosts: systemOption({
    key: 'user.artifacts.disallow-restricted-hosts',
    type: boolean,
    default: true,
    doc: 'Refuse jars from loopback, link-local, site-local and multicast addresses.',
  }),
  userArtifactsHttpHeader: resourceOption({
    key: 'user.artifacts.http.header',
    type: map,
    default: null,
    doc:
      'HTTP headers for fetching a jar; sent to the host of jarURI alone, and dropped where it redirects to another. Those of the operator go only to hosts of kubernetes.operator.user.artifacts.http.header-hosts.',
  }),
  userArtifactsHttpHeaderHosts: systemOption({
    key: 'user.artifacts.http.header-hosts',
    type: list,
    default: [],
    doc:
      "Hosts (name, or name:port) that get the headers of the operator's own kubernetes.operator.user.artifacts.http.header: a job names the host that its jar comes from. Headers in the flinkConfiguration of a job or its cluster go to any host.",
  }),
  userArtifactsMaxSize: systemOption({
    key: 'user.artifacts.max-size',
    type: size,
    default: 1_073_741_824,
    doc: 'A larger jar of a session job is refused.',
  }),
  userArtifactsMaxRedirects: systemOption({
    key: 'user.artifacts.max-redirects',
    type: integer,
    default: 5,
    doc: 'Redirects that are followed to the jar of a session job.',
  }),
  userArtifactsFetchTimeout: systemOption({
    key: 'user.artifacts.fetch-timeout',
    type: duration,
    default: 5 * minute,
    doc: 'Time limit of fetching the jar of a session job and bringing it to its cluster.',
  }),
} as const
