import { apacheValues } from './apache-values.ts'
import type { Values } from './helm.ts'

const sidecar = {
  name: 'log-shipper',
  image: 'shipper:1',
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [{ name: 'spool', mountPath: '/spool' }],
}

/** Ways to install the operator: each is rendered, looked at, and shown to an API server. */
export const valueSets: Readonly<Record<string, Values>> = {
  'as it comes': {},
  'those of the Apache operator': apacheValues,
  'two namespaces': { watchNamespaces: ['team-a', 'team-b'] },
  'all namespaces, accounts of jobs in two': { jobNamespaces: ['team-a', 'team-b'] },
  'rights to nodes': { watchNamespaces: ['team-a'], rbac: { nodesRule: { create: true } } },
  'one replica without leader election': { replicas: 1, leaderElection: { enabled: false } },
  'three replicas that share eight shards': { replicas: 3, leaderElection: { shards: 8, leaseName: 'flink' } },
  'image by digest, from a private registry': {
    image: { repository: 'registry.example.org/flink-operator', digest: `sha256:${'a'.repeat(64)}`, pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'registry' }],
  },
  'everything a pod can have': {
    operatorPod: {
      annotations: { 'example.org/a': 'b' },
      labels: { team: 'streaming' },
      env: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
      envFrom: [{ secretRef: { name: 'zookeeper' } }],
      resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '1Gi' } },
      sidecarContainers: [sidecar],
      initContainers: [{ ...sidecar, name: 'before' }],
      volumes: [{ name: 'spool', emptyDir: {} }],
      volumeMounts: [{ name: 'spool', mountPath: '/spool' }],
      nodeSelector: { pool: 'system' },
      tolerations: [{ key: 'system', operator: 'Exists' }],
      affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
      topologySpreadConstraints: [{
        maxSkew: 1,
        topologyKey: 'topology.kubernetes.io/zone',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { 'app.kubernetes.io/name': 'flink-operator' } },
      }],
      priorityClassName: 'system-cluster-critical',
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.0.0.10'] },
      terminationGracePeriodSeconds: 60,
    },
  },
  'default configuration over the built-in one': {
    defaultConfiguration: {
      'flink-conf.yaml': 'kubernetes.operator.reconcile.interval: 15 s\nparallelism.default: 2 # for all\n',
      'log4j-console.properties': 'rootLogger.level = DEBUG\n',
    },
  },
  'default configuration in place of the built-in one': {
    defaultConfiguration: {
      append: false,
      'config.yaml': 'kubernetes:\n  operator:\n    reconcile.interval: 15 s\ntaskmanager.numberOfTaskSlots: 4\n',
    },
  },
  'no default configuration': { defaultConfiguration: { create: false, 'flink-conf.yaml': 'parallelism.default: 2' } },
  'accounts and rights by somebody else': {
    crds: { install: false },
    operatorServiceAccount: { create: false, name: 'theirs' },
    jobServiceAccount: { create: false, name: 'jobs' },
    rbac: { create: false },
  },
  'accounts for a cloud': {
    watchNamespaces: ['team-a'],
    operatorServiceAccount: { annotations: { 'example.org/role': 'operator' }, name: 'operator' },
    jobServiceAccount: { annotations: { 'example.org/role': 'jobs' }, name: 'jobs' },
    rbac: { jobRole: { name: 'jobs' }, jobRoleBinding: { name: 'jobs' } },
  },
  'watched and guarded': {
    podDisruptionBudget: { create: true },
    networkPolicy: {
      create: true,
      metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
      egress: { restrict: true, flinkPorts: [8081, 18081], extra: [{ ports: [{ port: 2181, protocol: 'TCP' }] }] },
    },
    metrics: { scrapeAnnotations: false, dashboards: { create: true, annotations: { folder: 'Flink' } } },
    operatorHealth: { port: 9000 },
    logLevel: 'debug',
  },
  'with the Prometheus operator': {
    metrics: {
      podMonitor: {
        create: true,
        labels: { release: 'prometheus' },
        metricRelabelings: [{ action: 'drop', regex: 'nodejs_.*', sourceLabels: ['__name__'] }],
      },
      rules: { create: true, labels: { release: 'prometheus' } },
    },
  },
  'the webhook, its certificate made by the chart': {
    watchNamespaces: ['team-a'],
    webhook: { create: true, failurePolicy: 'Ignore', timeoutSeconds: 5 },
  },
  'the webhook, its certificate made by cert-manager': {
    webhook: { create: true, certificate: { source: 'cert-manager', issuerRef: { kind: 'ClusterIssuer', name: 'ours' } } },
  },
  'the webhook in the operator, for a client CA': {
    webhook: { create: true, deployment: 'operator', clientCa: { secretName: 'api-server-ca' } },
  },
  'the webhook for a client CA, in two namespaces': {
    watchNamespaces: ['team-a', 'team-b'],
    webhook: {
      create: true,
      replicas: 3,
      clientCa: { secretName: 'api-server-ca', key: 'tls.crt' },
      podDisruptionBudget: { create: true },
      networkPolicy: { apiServerCidrs: ['10.0.0.0/28', 'fd00::1/128'] },
      serviceAccount: { name: 'reviewer' },
    },
  },
  'the webhook that looks, whoever asks, with everything a pod can have': {
    webhook: { create: true, lookUpsWithoutClientCa: true, pod: { labels: { team: 'a' }, priorityClassName: 'p' } },
    operatorPod: {
      env: [
        { name: 'FLINK_OPERATOR_PLUGINS', value: '/plugins/a.mjs' },
        { name: 'DIGEST', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      ],
      envFrom: [{ secretRef: { name: 'zookeeper' } }],
      sidecarContainers: [sidecar],
      volumes: [{ name: 'plugins', configMap: { name: 'plugins' } }, { name: 'spool', emptyDir: {} }],
      volumeMounts: [{ name: 'plugins', mountPath: '/plugins' }],
      nodeSelector: { pool: 'system' },
    },
  },
  'validation alone, by a certificate of somebody else': {
    webhook: {
      create: true,
      mutator: { create: false },
      port: 10_443,
      objectSelector: { matchLabels: { team: 'a' } },
      certificate: { source: 'secret', secretName: 'theirs', caBundle: 'Q0E=' },
    },
    networkPolicy: { create: true },
  },
  'the planner page, opened to the cluster': {
    watchNamespaces: ['team-a'],
    planner: { create: true, fleet: true, hosts: ['planner.example.com'], certificate: { secretName: 'planner-tls' } },
    networkPolicy: { create: true },
  },
  'the planner page, its certificate made by cert-manager': {
    planner: { create: true, certificate: { source: 'cert-manager' } },
  },
  'other names': {
    nameOverride: 'jobs',
    fullnameOverride: 'flink-jobs',
    podDisruptionBudget: { create: true, maxUnavailable: null, minAvailable: '50%' },
  },
}

/** Kinds that an API server knows only where somebody installed them. */
export const foreignKinds: readonly string[] = ['PodMonitor', 'PrometheusRule', 'Certificate', 'Issuer']
