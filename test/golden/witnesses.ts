import type { GoldenVector } from './family.ts'

/**
 * Vectors of our own for rules that none of the reference operator's vectors here comes to. What they expect was not computed by the
 * reference operator: it is what its documentation and source say (api-and-config.md). They only show that a rule still excuses what it
 * names; they are not counted.
 */
export interface Witness {
  readonly family: string
  readonly vector: GoldenVector
}

const witness = (family: string, id: string, given: GoldenVector['given'], expect: GoldenVector['expect']): Witness => ({
  family,
  vector: { id: `witness/${id}`, given, expect },
})

const metadata = { name: 'app', namespace: 'ns', uid: 'u', generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' }
const resources = { resource: { cpu: 1, memory: '2048m' } }
const job = { jarURI: 'local:///a.jar', parallelism: 2, upgradeMode: 'stateless', state: 'running' }
const spec = {
  image: 'flink:1.20',
  flinkVersion: 'v1_20',
  serviceAccount: 'flink',
  flinkConfiguration: {},
  jobManager: resources,
  taskManager: resources,
  job,
}

const valid = (id: string, change: object, message: string | null = null): Witness =>
  witness('validation', id, { kind: 'FlinkDeployment', operatorConfig: {}, resource: { metadata, spec: { ...spec, ...change } } }, {
    valid: message === null,
    message,
  })

const edit = (id: string, before: object, after: object, expect: GoldenVector['expect']): Witness =>
  witness('spec-diff', id, {
    kind: 'FlinkDeployment',
    deployedSpec: { ...spec, ...before },
    newSpec: { ...spec, ...after },
    deploymentMode: 'native',
  }, expect)

const overrides = 'pipeline.jobvertex-parallelism-overrides'
const change = (path: string, type: string, from: unknown, to: unknown): object => ({ path, type, from, to })
const logFile = { 'log4j-console.properties': 'a' }

const savepoint = (name: string, at: string, more: object): object => ({
  metadata: { name, labels: { 'snapshot.trigger-type': 'PERIODIC' }, creationTimestamp: at, finalizers: ['f'], ...more },
  spec: { savepoint: {} },
  status: { state: 'COMPLETED', path: `s3://b/${name}` },
})

const canonical = 'execution.state-recovery.ignore-unclaimed-state'
const probe = { failureThreshold: 2_147_483_647, httpGet: { path: '/config', port: 'rest' }, periodSeconds: 1 }
const file = 'kubernetes.pod-template-file.jobmanager'
const deployed = {
  '$internal.application.program-args': '',
  '$internal.flink.version': 'v1_20',
  'execution.checkpointing.externalized-checkpoint-retention': 'RETAIN_ON_CANCELLATION',
  'execution.shutdown-on-application-finish': 'false',
  'execution.submit-failed-job-on-application-error': 'true',
  'execution.target': 'kubernetes-application',
  'jobmanager.memory.process.size': '2 gb',
  'kubernetes.cluster-id': 'app',
  'kubernetes.container.image.ref': 'flink:1.20',
  'kubernetes.jobmanager.annotations': 'flinkdeployment.flink.apache.org/generation:1',
  'kubernetes.jobmanager.cpu.amount': '1.0',
  'kubernetes.jobmanager.replicas': '1',
  'kubernetes.namespace': 'ns',
  [file]: '<generated>',
  'kubernetes.rest-service.exposed.type': 'ClusterIP',
  'kubernetes.service-account': 'flink',
  'kubernetes.taskmanager.cpu.amount': '1.0',
  'parallelism.default': '2',
  'pipeline.jars': 'local:///a.jar',
  'pipeline.name': 'app',
  'taskmanager.memory.process.size': '2 gb',
  'web.cancel.enable': 'false',
}
const configured = (id: string, more: object, change: Readonly<Record<string, string>>, without: readonly string[] = []): Witness =>
  witness('effective-config', id, {
    what: 'deploy',
    operatorConfig: {},
    resource: { metadata, spec: { ...spec, ...more, mode: 'native' } },
  }, {
    config: Object.fromEntries(Object.entries({ ...deployed, ...change }).filter(([key]) => !without.includes(key))),
    files: { [file]: { spec: { containers: [{ name: 'flink-main-container', startupProbe: probe }] } } },
  })

const stopped = { ...job, upgradeMode: 'savepoint', state: 'suspended' }
const lastSavepoint = { timeStamp: 1, location: 's3://b/sp-1', triggerType: 'UPGRADE', formatType: 'CANONICAL', triggerNonce: null }
const kept = { ...spec, flinkConfiguration: { 'state.checkpoints.dir': 's3://b/cp', 'state.savepoints.dir': 's3://b/sp' } }
const noTrigger = { formatType: null, triggerId: null, triggerTimestamp: null, triggerType: null }
const jobId = '00000000000000000000000000000123'
/** A job that was suspended with a savepoint, of which only the history tells, is resumed. */
const resumed = witness('reconcile', 'S-PATH', {
  kind: 'FlinkDeployment',
  now: '2026-01-01T12:00:00Z',
  operatorConfig: {},
  firstDeployment: false,
  lastReconciledSpecIsStable: true,
  lastReconciledSpec: { ...kept, job: stopped },
  resource: {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: { ...metadata, generation: 3 },
    spec: { ...kept, job: { ...stopped, state: 'running' } },
    status: {
      jobStatus: {
        jobId,
        state: 'FINISHED',
        startTime: '1',
        updateTime: '1',
        upgradeSavepointPath: null,
        savepointInfo: { lastSavepoint },
      },
      jobManagerDeploymentStatus: 'MISSING',
      reconciliationStatus: { state: 'DEPLOYED' },
      observedGeneration: 2,
    },
  },
  observed: {
    haMetadataAvailable: false,
    checkpointInHaMetadata: false,
    jobManagerDeploymentPresent: false,
    jobManagerNeverStarted: false,
    stopWithSavepoint: 's3://b/sp-new',
    cancel: 'ok',
  },
}, {
  calls: [{ call: 'deployApplicationCluster', savepointPath: 's3://b/sp-1', jobId: '<generated>', parallelism: 2, image: 'flink:1.20' }],
  events: [{ reason: 'SpecChanged' }, { reason: 'Submit' }],
  status: {
    jobManagerDeploymentStatus: 'DEPLOYING',
    clusterInfo: {},
    error: null,
    observedGeneration: 3,
    lifecycleState: 'DEPLOYED',
    jobStatus: {
      jobId: '<generated>',
      jobName: null,
      startTime: '1',
      state: 'RECONCILING',
      upgradeSavepointPath: null,
      checkpointInfo: { ...noTrigger, lastCheckpoint: null, lastPeriodicCheckpointTimestamp: 0 },
      savepointInfo: { ...noTrigger, lastSavepoint, savepointHistory: [], lastPeriodicSavepointTimestamp: 0 },
    },
    reconciliationStatus: {
      state: 'DEPLOYED',
      lastReconciledSpecPresent: true,
      lastReconciledSpecIsStable: false,
      firstDeployment: false,
      lastReconciledJob: { state: 'running', upgradeMode: 'savepoint', savepointTriggerNonce: null, checkpointTriggerNonce: null },
    },
  },
})

const lastState = { ...job, upgradeMode: 'last-state' }
const withHa = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }
/** A job whose first deployment is recorded, which tells that it began empty, restarts while an edit switches HA off. */
const leavingHa = witness('upgrade-mode', 'UM-HA-OFF', {
  kind: 'FlinkDeployment',
  now: '2026-01-01T12:00:00Z',
  operatorConfig: {},
  firstDeployment: false,
  lastReconciledSpecIsStable: true,
  lastReconciledSpec: { ...kept, flinkConfiguration: { ...kept.flinkConfiguration, ...withHa }, job },
  resource: {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: { ...metadata, generation: 3 },
    spec: { ...kept, job: lastState },
    status: {
      jobStatus: { jobId, state: 'RESTARTING', startTime: '1', updateTime: '1', upgradeSavepointPath: null },
      jobManagerDeploymentStatus: 'READY',
      reconciliationStatus: { state: 'DEPLOYED' },
    },
  },
  observed: {
    haMetadataAvailable: true,
    jobManagerDeploymentPresent: true,
    jobManagerNeverStarted: false,
    lastCompletedCheckpoint: null,
    pendingCheckpoint: null,
  },
}, {
  available: false,
  suspendMode: null,
  restoreMode: null,
  allowFallback: true,
  allowOtherReconcileActions: true,
  calls: [],
  jobStateAfter: 'RESTARTING',
  specUpgradeModeAfter: 'last-state',
})

const upgraded = { ...kept, job: { ...job, upgradeMode: 'savepoint' } }
const restored = { upgradeSavepointPath: 's3://b/sp-1' }
/** The operator before had begun to cancel a job of which it is known what it was started from, and Flink shows that it restarts. */
const notCancelling = witness('observe', 'S-CANCEL', {
  kind: 'FlinkDeployment',
  now: '2026-01-01T12:00:00Z',
  operatorConfig: {},
  firstDeployment: false,
  lastReconciledSpecIsStable: false,
  lastReconciledSpec: upgraded,
  resource: {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: { ...metadata, generation: 3 },
    spec: { ...kept, job: lastState },
    status: {
      jobStatus: { jobId, state: 'CANCELLING', jobName: 'n', startTime: '1', updateTime: '1', ...restored },
      observedGeneration: 3,
      reconciliationStatus: { state: 'UPGRADING' },
      jobManagerDeploymentStatus: 'READY',
    },
  },
  observed: {
    jobManagerDeployment: {
      metadata: { creationTimestamp: '2026-01-01T00:00:00Z', annotations: { 'flinkdeployment.flink.apache.org/generation': '3' } },
      status: { replicas: 1, availableReplicas: 1 },
    },
    jobManagerPortReady: true,
    jobManagerPods: [],
    job: { state: 'RESTARTING', name: 'n', startTime: 5 },
    clusterInfo: { 'flink-version': '1.20.1' },
  },
}, {
  status: {
    jobManagerDeploymentStatus: 'READY',
    clusterInfo: { 'flink-version': '1.20.1' },
    jobStatus: {
      checkpointInfo: { ...noTrigger, lastCheckpoint: null, lastPeriodicCheckpointTimestamp: 0 },
      jobId,
      jobName: 'n',
      savepointInfo: { ...noTrigger, lastPeriodicSavepointTimestamp: 0, lastSavepoint: null, savepointHistory: [] },
      startTime: '5',
      state: 'RESTARTING',
      ...restored,
    },
    error: null,
    observedGeneration: 3,
    reconciliationStatus: {
      state: 'UPGRADING',
      lastReconciledSpecPresent: true,
      lastReconciledSpecIsStable: false,
      lastReconciledJob: { state: 'running', upgradeMode: 'savepoint', savepointTriggerNonce: null, checkpointTriggerNonce: null },
      firstDeployment: false,
    },
    lifecycleState: 'UPGRADING',
  },
  events: [{ type: 'Normal', reason: 'JobStatusChanged', message: 'Job status changed from CANCELLING to RESTARTING', component: 'Job' }],
})

export const witnesses: readonly Witness[] = [
  valid('C-D01', { jobManager: { ...resources, replicas: null } }, 'JobManager replicas should not be configured less than one.'),
  valid('C-D02', { imagePullPolicy: 'Sometimes' }),
  valid('C-D05', { job: { ...job, jarURI: null } }),
  valid('C-D17', { flinkConfiguration: { 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': 'soon' } }),
  valid('C-D20', { flinkConfiguration: { 'high-availability.zookeeper.path.namespace': 'x' } }),
  valid('C-D21', { flinkConfiguration: { a: 'b # c' } }),
  edit('B43', { flinkConfiguration: { [overrides]: 'a:1,b:2' } }, { flinkConfiguration: { [overrides]: 'b:2,a:1' } }, {
    type: 'SCALE',
    changes: [change(`flinkConfiguration.${overrides}`, 'SCALE', 'a:1,b:2', 'b:2,a:1')],
    text: `Diff: FlinkDeploymentSpec[flinkConfiguration.${overrides} : {a=1, b=2} -> {b=2, a=1}]`,
  }),
  edit('C-D01 log4j', { logConfiguration: logFile }, { logConfiguration: { 'log4j-console.properties': null } }, {
    type: 'UPGRADE',
    changes: [change('logConfiguration', 'UPGRADE', logFile, { 'log4j-console.properties': null })],
  }),
  configured('C-D01 args', { job: { ...job, args: null } }, {}, ['$internal.application.program-args']),
  configured('C-D13', { job: { ...job, allowNonRestoredState: false }, flinkConfiguration: { [canonical]: 'true' } }, {
    [canonical]: 'true',
    'execution.savepoint.ignore-unclaimed-state': 'false',
  }),
  witness('snapshot-pruning', 'B79', {
    operatorConfig: {},
    flinkConfiguration: { 'kubernetes.operator.savepoint.history.max.count': '1', 'kubernetes.operator.savepoint.history.max.age': '1 h' },
    now: '2026-01-02T00:00:00Z',
    disposeFails: [],
    savepointHistory: [{ timeStamp: 1_767_225_600_000, location: 's3://b/old', triggerType: 'PERIODIC', formatType: 'CANONICAL' }],
    snapshots: [savepoint('going', '2026-01-01T23:00:00Z', { deletionTimestamp: '2026-01-01T23:30:00Z' })],
  }, { disposed: ['s3://b/old'], historyAfter: [], deletedSnapshots: [] }),
  witness('autoscaler-memory', 'A-fraction', {
    what: 'apply-memory',
    resource: { spec: { flinkConfiguration: {}, taskManager: { resource: { cpu: 1, memory: '1.5g' } } } },
    configChanges: { overrides: { 'taskmanager.memory.process.size': '1073741824 bytes' }, removals: [] },
  }, { throws: 'java.lang.IllegalArgumentException' }),
  resumed,
  leavingHa,
  notCancelling,
]
