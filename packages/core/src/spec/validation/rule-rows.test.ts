import { describe, expect, test } from 'vitest'
import { conf, foundBy, highAvailability, job, memory, only, type RuleGiven } from '../../../fixtures/validated-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'

type Row = readonly [id: string, what: string, over: JsonObject, finds: readonly string[], given?: RuleGiven]

const state = (recordedJob: JsonObject): RuleGiven => ({ recorded: { flinkVersion: 'v1_19', ...job(recordedJob) } })
const versionLocked = ['flinkVersion: Changing flinkVersion after last-state suspend is not allowed.']
const noName = (
  name: string,
): readonly string[] => [
  `metadata.name: The FlinkDeployment name: ${name} is invalid, must consist of lower case alphanumeric characters or '-', start with an alphabetic character, `
  + "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123'), and the length must be no more than 45 characters.",
]
const jobManager = (over: JsonObject): JsonObject => ({ jobManager: { ...memory('2g'), ...over } })
const taskManager = (over: JsonObject): JsonObject => ({ taskManager: { ...memory('2g'), ...over } })
const noMemory = (component: string, field: string): readonly string[] => [
  `${field}: ${component} resource memory must be defined using \`spec.${field}.resource.memory\` or \`spec.${field}.resources.requests.memory\``,
]

const rows: readonly Row[] = [
  ['1', '45 characters', {}, [], { name: `a${'b'.repeat(44)}` }],
  ['1', '46 characters', {}, noName(`a${'b'.repeat(45)}`), { name: `a${'b'.repeat(45)}` }],
  ['1', 'one letter', {}, [], { name: 'a' }],
  ['1', 'a digit first', {}, noName('1a'), { name: '1a' }],
  ['1', 'a hyphen last', {}, noName('a-'), { name: 'a-' }],
  ['1', 'a capital', {}, noName('aB'), { name: 'aB' }],
  ['1', 'lines', {}, noName('a\nb'), { name: 'a\nb' }],
  ['2a', 'a version', {}, []],
  ['2a D-14', 'none', { flinkVersion: null }, ['flinkVersion: Flink Version must be defined.']],
  ['2b', 'the oldest', { flinkVersion: 'v1_15' }, []],
  ['2b', 'none', { flinkVersion: null }, []],
  ['2b D-14', 'older', { flinkVersion: 'v1_14' }, ['flinkVersion: Flink version v1_14 is not supported by this operator version']],
  ['2c', 'first deployment', {}, []],
  ['2c B15', 'suspended with last-state', {}, versionLocked, state({ state: 'suspended', upgradeMode: 'last-state' })],
  ['2c', 'suspended with savepoint', {}, [], state({ state: 'suspended', upgradeMode: 'savepoint' })],
  ['2c', 'running with last-state', {}, [], state({ state: 'running', upgradeMode: 'last-state' })],
  ['2c', 'the same version', {}, [], { recorded: job({ state: 'suspended', upgradeMode: 'last-state' }) }],
  ['2c', 'going on without state', job({ upgradeMode: 'stateless' }), [], state({ state: 'suspended', upgradeMode: 'last-state' })],
  ['2c', 'no job any more', { job: null }, [], state({ state: 'suspended', upgradeMode: 'last-state' })],
  ['2c', 'no job before', {}, [], { recorded: { flinkVersion: 'v1_19', job: null } }],
  ['3a', 'a key of the user', conf({ 'kubernetes.cluster': 'x' }), []],
  ['3a', 'namespace', conf({ 'kubernetes.namespace': 'x' }), [
    'flinkConfiguration.kubernetes.namespace: Forbidden Flink config key: kubernetes.namespace',
  ]],
  ['3a', 'cluster id', conf({ 'kubernetes.cluster-id': 'x' }), [
    'flinkConfiguration.kubernetes.cluster-id: Forbidden Flink config key: kubernetes.cluster-id',
  ]],
  ['3a', 'HA cluster id', conf({ 'high-availability.cluster-id': 'x' }), ['flinkConfiguration.high-availability.cluster-id: Forbidden']],
  ['3b', 'rollback without HA', conf({ 'kubernetes.operator.deployment.rollback.enabled': true }), [
    'flinkConfiguration.kubernetes.operator.deployment.rollback.enabled: HA must be',
  ]],
  ['3b', 'rollback with HA', conf({ 'kubernetes.operator.deployment.rollback.enabled': true, ...highAvailability }), []],
  ['3b', 'neither', {}, []],
  [
    '3c',
    'health check without recovery',
    conf({ 'kubernetes.operator.cluster.health-check.enabled': true, 'kubernetes.operator.jm-deployment-recovery.enabled': false }),
    ['flinkConfiguration.kubernetes.operator.cluster.health-check.enabled: Deployment recovery (kubernetes.operator.jm-deployment-recovery.enabled) must be enabled for job health check (kubernetes.operator.cluster.health-check.enabled) support.'],
  ],
  ['3c', 'health check with recovery', conf({ 'kubernetes.operator.cluster.health-check.enabled': true }), []],
  ['3c', 'neither', conf({ 'kubernetes.operator.jm-deployment-recovery.enabled': false }), []],
  ['5', 'log configuration', { logConfiguration: { 'log4j-console.properties': 'a', 'logback-console.xml': 'b' } }, []],
  ['5', 'another file', { logConfiguration: { x: '' } }, [
    'logConfiguration.x: Invalid log config key: x. Allowed keys are [log4j-console.properties, logback-console.xml]',
  ]],
  ['7a', 'a request', { jobManager: { resources: { requests: { memory: '1g' } } } }, []],
  ['7a', 'a limit', { jobManager: { resources: { limits: { memory: '1g' } } } }, []],
  ['7a', 'no memory among the requests', { jobManager: { resources: { requests: { cpu: 1 } } } }, noMemory('JobManager', 'jobManager')],
  ['7a', 'blank', { jobManager: memory(' ') }, noMemory('JobManager', 'jobManager')],
  ['7a', 'by configuration', { jobManager: null, ...conf({ 'jobmanager.memory.process.size': '1g' }) }, []],
  ['7b-c', 'right amounts', jobManager({ resource: { memory: '2g', ephemeralStorage: '1Gi' } }), []],
  ['7b-c', 'nothing said', { jobManager: null }, []],
  ['7b-c', 'storage', jobManager({ resource: { memory: null, ephemeralStorage: 'abc' } }), [
    'jobManager.resource: JobManager resource ephemeral storage parse error: Character a is neither',
  ]],
  ['7b-c', 'requirements', jobManager({ resources: { requests: { cpu: -1 } } }), [
    'jobManager.resources: JobManager resource requirements requests cpu must be positive: -1',
  ]],
  ['7d-e', 'one', jobManager({ replicas: 1 }), []],
  ['7d-e', 'none', jobManager({ replicas: 0 }), ['jobManager.replicas: JobManager replicas should not be configured less than one.']],
  ['7d-e', 'standby without HA', jobManager({ replicas: 2 }), [
    'jobManager.replicas: High availability should be enabled when starting standby JobManagers.',
  ]],
  ['7d-e', 'standby with HA', { ...jobManager({ replicas: 2 }), ...conf(highAvailability) }, []],
  ['7d-e', 'no JobManager', { jobManager: null }, []],
  ['8a', 'no memory', { taskManager: null }, noMemory('TaskManager', 'taskManager')],
  ['8a', 'by configuration', { taskManager: null, ...conf({ 'taskmanager.memory.process.size': '2g' }) }, []],
  ['8a', 'by configuration, without a version', {
    taskManager: null,
    flinkVersion: null,
    ...conf({ 'taskmanager.memory.process.size': '2g' }),
  }, []],
  ['8b-c', 'memory', { taskManager: memory('x') }, [
    'taskManager.resource: TaskManager resource memory parse error: Character X is neither',
  ]],
  ['8b-c', 'requirements', taskManager({ resources: { limits: { cpu: 'x' } } }), [
    'taskManager.resources: TaskManager resource requirements limits cpu parse error: Character x is neither',
  ]],
  ['8d', 'one', taskManager({ replicas: 1 }), []],
  ['8d', 'not said', { taskManager: null }, []],
  ['8d', 'none', taskManager({ replicas: 0 }), ['taskManager.replicas: TaskManager replicas should not be configured less than one.']],
  ['9a-b', 'first deployment', { job: null }, []],
  ['9a-b', 'a job as before', {}, [], { recorded: {} }],
  ['9a-b', 'a session cluster as before', { job: null }, [], { recorded: { job: null } }],
  ['9a-b', 'a job where none was', {}, ['job: Cannot switch from session to job cluster'], { recorded: { job: null } }],
  ['9a-b', 'none where a job was', { job: null }, ['job: Cannot switch from job to session cluster'], { recorded: {} }],
  ['9c-d', 'null is native', { mode: null }, [], { recorded: { mode: 'native' } }],
  ['9c-d', 'first deployment', { mode: 'standalone' }, []],
  ['9c-d', 'another mode', { mode: 'standalone' }, ['mode: Cannot switch from native kubernetes to standalone kubernetes cluster'], {
    recorded: { mode: null },
  }],
  ['9e', 'a path', job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' }), [], { recorded: {} }],
  ['9e', 'no path', job({ savepointRedeployNonce: 1 }), [
    'job.initialSavepointPath: InitialSavepointPath must not be empty for savepoint redeployment',
  ], { recorded: {} }],
  ['9e', 'the same nonce', job({ savepointRedeployNonce: 1 }), [], { recorded: job({ savepointRedeployNonce: 1 }) }],
  ['9e', 'no nonce any more', {}, [], { recorded: job({ savepointRedeployNonce: 1 }) }],
  ['9e', 'first deployment', job({ savepointRedeployNonce: 1 }), []],
  ['9e', 'no job', { job: null }, [], { recorded: {} }],
  ['10', 'none', { serviceAccount: null }, [
    'serviceAccount: spec.serviceAccount must be defined. If you use helm, its value should be the same with the name of jobServiceAccount.',
  ]],
  ['10', 'one', {}, []],
  ['C-D02', 'always', { imagePullPolicy: 'Always' }, []],
  ['C-D02', 'never', { imagePullPolicy: 'Never' }, []],
  ['C-D02', 'if not present', { imagePullPolicy: 'IfNotPresent' }, []],
  ['C-D02', 'blank', { imagePullPolicy: ' ' }, []],
  ['C-D02', 'another', { imagePullPolicy: 'always' }, [
    'imagePullPolicy: imagePullPolicy must be one of IfNotPresent, Always, Never: always',
  ]],
  ['C-D17', 'an option of Flink', only({ 'execution.checkpointing.interval': 'soon' }), [
    "flinkConfiguration.execution.checkpointing.interval: Could not parse value 'soon'",
  ]],
  ['C-D17', 'an option of the operator itself is not read here', conf({ 'kubernetes.operator.reconcile.interval': 'soon' }), []],
]

describe('rules of a FlinkDeployment (api-and-config.md, sections 13.1 and 16)', () => {
  test.each(rows)('row %s: %s', (...row) => {
    const [id, , over, finds, given] = row as unknown as Row
    const found = foundBy(id.split(' ')[0] ?? '', over, given)
    expect(found.map((it, at) => it.slice(0, finds[at]?.length))).toEqual(finds)
  })
})
