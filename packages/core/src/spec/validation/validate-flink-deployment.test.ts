import { describe, expect, test } from 'vitest'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import { operatorOptions } from '../../options/operator-options.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { firstError } from './rule.ts'
import { validateFlinkDeployment } from './validate-flink-deployment.ts'

const decoded = (spec: JsonObject): FlinkDeploymentSpec => {
  const resource = decodeFlinkDeployment({ metadata: { name: 'a', namespace: 'b' }, spec })
  if (resource._tag === 'Left') throw new Error(JSON.stringify(resource.left))
  return resource.right.spec
}

const directories = { 'state.checkpoints.dir': 's3://b/cp', 'state.savepoints.dir': 's3://b/sp' }
const good: JsonObject = {
  flinkVersion: 'v1_20',
  serviceAccount: 'flink',
  flinkConfiguration: directories,
  jobManager: { resource: { memory: '2g' } },
  taskManager: { resource: { memory: '2g' } },
  job: { jarURI: 'local:///a.jar', parallelism: 1, upgradeMode: 'savepoint' },
}
const job = (over: JsonObject): JsonObject => ({ job: { ...(good['job'] as JsonObject), ...over } })
const conf = (over: JsonObject): JsonObject => ({ flinkConfiguration: { ...directories, ...over } })
const without = (key: string): JsonObject => ({
  flinkConfiguration: Object.fromEntries(Object.entries(directories).filter(([it]) => it !== key)),
})

interface Over {
  readonly name?: string
  readonly recorded?: JsonObject
  readonly defaults?: Readonly<Record<string, string>>
}

const findings = (over: JsonObject, { name = 'app', recorded, defaults = {} }: Over = {}): readonly Finding[] =>
  validateFlinkDeployment({
    meta: { namespace: 'ns', name },
    spec: decoded({ ...good, ...over }),
    recorded: recorded === undefined ? null : { spec: decoded({ ...good, ...recorded }) },
    defaults: { configuration: defaults, logConfiguration: {} },
    options: operatorOptions(defaults).options,
  })
const errorOf = (over: JsonObject, rest: Over = {}): string | null => firstError(findings(over, rest))?.message ?? null
const advices = (over: JsonObject, rest: Over = {}): readonly string[] =>
  findings(over, rest).filter(({ severity }) => severity === 'Advice').map(({ message }) => message)

const ha = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }

describe('rows of api-and-config.md, section 13.1', () => {
  test('P10 a good spec has no error', () => {
    expect(errorOf({})).toBeNull()
  })

  test.each<readonly [string, JsonObject, string] | readonly [string, JsonObject, string, Over]>([
    ['1', {}, 'The FlinkDeployment name: A is invalid', { name: 'A' }],
    ['2a D-14', { flinkVersion: null }, 'Flink Version must be defined.'],
    ['2b D-14', { flinkVersion: 'v1_14' }, 'Flink version v1_14 is not supported by this operator version'],
    ['2c B15', {}, 'Changing flinkVersion after last-state suspend', {
      recorded: { flinkVersion: 'v1_19', ...job({ state: 'suspended', upgradeMode: 'last-state' }) },
    }],
    ['3a', conf({ 'kubernetes.cluster-id': 'x' }), 'Forbidden Flink config key: kubernetes.cluster-id'],
    ['3b', conf({ 'kubernetes.operator.deployment.rollback.enabled': true }), 'HA must be enabled for rollback support.'],
    [
      '3c',
      conf({ 'kubernetes.operator.cluster.health-check.enabled': true, 'kubernetes.operator.jm-deployment-recovery.enabled': false }),
      'Deployment recovery (',
    ],
    ['4a', { ingress: {} }, 'Ingress template must be defined'],
    ['4b', { ingress: { template: 'host:-2' } }, 'Unable to process the Ingress template(host:-2). Error: Invalid port number :-2'],
    [
      '4b, letters',
      { ingress: { template: '{{name}}:x/y' } },
      'Unable to process the Ingress template({{name}}:x/y). Error: Error at index 0 in: "x"',
    ],
    ['5', { logConfiguration: { x: '' } }, 'Invalid log config key: x. Allowed keys are [log4j-console.properties, logback-console.xml]'],
    ['6a', without('state.checkpoints.dir'), 'Checkpoint directory[execution.checkpointing.dir] must be defined'],
    ['6b', without('state.savepoints.dir'), 'Job could not be upgraded with savepoint'],
    [
      '6c',
      { ...without('state.savepoints.dir'), ...job({ upgradeMode: 'stateless', savepointTriggerNonce: 1 }) },
      'Savepoint could not be manually triggered',
    ],
    [
      '6d',
      { flinkConfiguration: { 'kubernetes.operator.periodic.savepoint.interval': '1h' }, ...job({ upgradeMode: 'stateless' }) },
      'Periodic savepoints cannot be enabled',
    ],
    ['6e', {
      flinkConfiguration: { 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': '1h' },
      ...job({ upgradeMode: 'stateless' }),
    }, 'In order to use max-checkpoint age'],
    ['6f', { taskManager: { replicas: 0, resource: { memory: '2g' } } }, 'TaskManager replicas must be larger than 0'],
    ['6g', job({ parallelism: 0 }), 'Job parallelism must be larger than 0'],
    ['7a', { jobManager: null }, 'JobManager resource memory must be defined using'],
    [
      '7b',
      { jobManager: { resource: { memory: 'xyz', ephemeralStorage: 'abc' } } },
      'JobManager resource memory parse error: Character X is neither a decimal digit number, decimal point, nor "e" notation exponential mark.JobManager resource ephemeral storage parse error: Character a is',
    ],
    [
      '7c',
      { jobManager: { resources: { requests: { memory: '0', cpu: 2 }, limits: { cpu: 1, x: '-1' } } } },
      'JobManager resource requirements requests memory must be positive: 0; JobManager resource requirements limits x must not be negative: -1; JobManager resource requirements cpu request (2) must not exceed its limit (1)',
    ],
    ['7d', { jobManager: { replicas: 0, resource: { memory: '2g' } } }, 'JobManager replicas should not be configured less than one.'],
    [
      '7e',
      { jobManager: { replicas: 2, resource: { memory: '2g' } } },
      'High availability should be enabled when starting standby JobManagers.',
    ],
    ['8a', { taskManager: null }, 'TaskManager resource memory must be defined using'],
    [
      '8d',
      { job: null, taskManager: { replicas: 0, resource: { memory: '2g' } } },
      'TaskManager replicas should not be configured less than one.',
    ],
    ['9a', {}, 'Cannot switch from session to job cluster', { recorded: { job: null } }],
    ['9b', { job: null }, 'Cannot switch from job to session cluster', { recorded: {} }],
    ['9c', { mode: 'standalone' }, 'Cannot switch from native kubernetes to standalone kubernetes cluster', { recorded: {} }],
    ['9d', {}, 'Cannot switch from standalone kubernetes to native kubernetes cluster', { recorded: { mode: 'standalone' } }],
    [
      '9e',
      job({ savepointRedeployNonce: 1, initialSavepointPath: ' ' }),
      'InitialSavepointPath must not be empty for savepoint redeployment',
      { recorded: {} },
    ],
    ['10', { serviceAccount: null }, 'spec.serviceAccount must be defined.'],
    [
      '11',
      conf({ 'job.autoscaler.enabled': true, 'job.autoscaler.utilization.target': 2 }),
      'The AutoScalerOption job.autoscaler.utilization.target is invalid, it should be a value within the range [0.0, 1.0]',
    ],
    ['the first in order is the one that is reported', { flinkVersion: 'v1_13', serviceAccount: null }, 'Flink version v1_13'],
  ])('row %s', (...row) => {
    const [, over, message, rest] = row as readonly [string, JsonObject, string, Over?]
    expect(errorOf(over, rest)).toContain(message)
  })

  test('B19 P12 every spelling of the HA setting counts', () => {
    const rollback = { 'kubernetes.operator.deployment.rollback.enabled': 'true', 'high-availability.storageDir': 's3://x' }
    for (
      const [key, value] of [['high-availability', 'KUBERNETES'], ['recovery.mode', 'zookeeper'], [
        'high-availability.type',
        'org.example.Factory',
      ]] as const
    )
      expect(errorOf(conf({ ...rollback, [key]: value }))).toBeNull()
  })

  test('the defaults of the operator and of the namespace count', () => {
    expect(errorOf({}, { defaults: { 'kubernetes.operator.default-configuration.namespace.ns.kubernetes.cluster-id': 'x' } })).toBe(
      'Forbidden Flink config key: kubernetes.cluster-id',
    )
  })

  test('row 7a names both ways to give the memory', () => {
    expect(errorOf({ jobManager: null })).toBe(
      'JobManager resource memory must be defined using `spec.jobManager.resource.memory` or `spec.jobManager.resources.requests.memory`',
    )
    expect(errorOf({ jobManager: null, ...conf({ 'jobmanager.memory.heap.size': '1g' }) })).toBeNull()
    expect(errorOf({ jobManager: { resources: { limits: { memory: '2Gi' } } } })).toBeNull()
  })
})

describe('where the reference is wrong', () => {
  test('C-D01 null replicas are the default', () => {
    expect(errorOf({ jobManager: { replicas: null, resource: { memory: '2g' } } })).toBeNull()
  })
  test('C-D02 an unknown image pull policy is refused', () => {
    expect(errorOf({ imagePullPolicy: 'always' })).toBe('imagePullPolicy must be one of IfNotPresent, Always, Never: always')
    expect(errorOf({ imagePullPolicy: 'Always' })).toBeNull()
  })
  test('C-D05 a native application of Flink 1.x needs a jar, unless it is Python', () => {
    expect(errorOf(job({ jarURI: null }))).toContain('needs spec.job.jarURI')
    expect(errorOf(job({ jarURI: null, entryClass: 'org.apache.flink.client.python.PythonDriver' }))).toBeNull()
    expect(errorOf({ ...job({ jarURI: null }), flinkVersion: 'v2_0' })).toBeNull()
    expect(errorOf({ ...job({ jarURI: null }), mode: 'standalone' })).toBeNull()
  })
  test('the jar of an application is a URI, in standalone mode with a scheme', () => {
    expect(errorOf(job({ jarURI: 'not a uri' }))).toContain('jarURI is not valid')
    expect(errorOf({ ...job({ jarURI: '/opt/a.jar' }), mode: 'standalone' })).toContain('has no scheme')
  })
  test('C-D08 a fraction of a binary unit is right', () => {
    expect(errorOf({ jobManager: { resource: { memory: '1.5Gi' } } })).toBeNull()
  })
  test('C-D08 a number after the unit is a mistake', () => {
    expect(errorOf({ jobManager: { resource: { memory: '2g2' } } })).toContain('JobManager resource memory parse error')
  })
  test('C-D14 a blank interval is off', () => {
    expect(
      errorOf({ flinkConfiguration: { 'kubernetes.operator.periodic.savepoint.interval': ' ' }, ...job({ upgradeMode: 'stateless' }) }),
    ).toBeNull()
  })
  test('C-D17 an option that does not parse is an error', () => {
    expect(errorOf(conf({ 'kubernetes.operator.deployment.rollback.enabled': 'maybe' }))).toBe(
      "Could not parse value 'maybe' for key 'kubernetes.operator.deployment.rollback.enabled'.",
    )
    expect(errorOf(conf({ 'kubernetes.operator.savepoint.history.max.age': 'abc' }))).toContain("Could not parse value 'abc'")
  })
  test('C-D20 other spellings of a forbidden key are forbidden', () => {
    expect(errorOf(conf({ 'high-availability.zookeeper.path.namespace': 'x' }))).toBe(
      'Forbidden Flink config key: high-availability.zookeeper.path.namespace',
    )
  })
  test('C-D21 a value that the file of Flink 1.x can not hold is refused', () => {
    expect(errorOf(conf({ 'env.java.opts.all': '-Da=#' }))).toContain("can not hold a '#'")
    expect(errorOf(job({ args: ['a\nb'] }))).toContain('can not hold a line break')
    expect(errorOf({ ...conf({ 'env.java.opts.all': '-Da=#' }), flinkVersion: 'v2_0' })).toBeNull()
    expect(errorOf(conf({ 'kubernetes.operator.periodic.savepoint.interval': '0 0 12 ? * 6#3' }))).toBeNull()
  })
  test('a spec that is too large to be recorded is refused', () => {
    const long = (count: number): readonly string[] => Array.from({ length: count }, () => 'x'.repeat(100_000))
    expect(errorOf(job({ args: long(5) }))).toContain('too large to be recorded')
    expect(errorOf(job({ args: long(3) }))).toBeNull()
  })
  test('options of a feature that is off are not looked at', () => {
    const over = { 'job.autoscaler.enabled': true, 'job.autoscaler.observed-scalability.coefficient-min': 2 }
    expect(errorOf(conf(over))).toBeNull()
    expect(errorOf(conf({ ...over, 'job.autoscaler.observed-scalability.enabled': true }))).toContain('[0.01, 1.0]')
  })
  test('a metrics window shorter than the reconcile interval is refused', () => {
    expect(
      errorOf(
        conf({ 'job.autoscaler.enabled': true, 'job.autoscaler.metrics.window': '90s', 'kubernetes.operator.reconcile.interval': '2m' }),
      ),
    )
      .toContain(
        '(job.autoscaler.metrics.window=PT1M30S) must not be smaller than the operator reconcile interval (kubernetes.operator.reconcile.interval=PT2M)',
      )
  })
})

describe('advice', () => {
  test.each<readonly [string, JsonObject, string]>([
    ['last-state without HA', job({ upgradeMode: 'last-state' }), 'upgradeMode last-state without high availability'],
    [
      'ZooKeeper HA',
      { ...job({ upgradeMode: 'last-state' }), ...conf({ ...ha, 'high-availability.type': 'zookeeper' }) },
      'HA metadata is not kept in Kubernetes (ZooKeeper)',
    ],
    ['HA without storageDir', conf({ 'high-availability.type': 'kubernetes' }), 'high availability needs high-availability.storageDir'],
    [
      'F9 jars of a session cluster that outlive its JobManager',
      { job: null, flinkConfiguration: { 'web.upload.dir': '/data' } },
      'web.upload.dir without high availability',
    ],
    [
      'F9 several JobManagers of a session cluster, each with jars of its own',
      { job: null, jobManager: { replicas: 2, resource: { memory: '1024m' } }, flinkConfiguration: ha },
      'several JobManagers without web.upload.dir',
    ],
    [
      'H-D02 several JobManagers with the default times of leader election',
      { jobManager: { replicas: 2, resource: { memory: '1024m' } }, ...conf(ha) },
      'two JobManagers may be leader for a moment',
    ],
    ['checkpointing off', {}, 'checkpointing is off'],
    ['savepoint on deletion without a directory', {
      flinkConfiguration: { 'kubernetes.operator.job.savepoint-on-deletion': true },
      ...job({ upgradeMode: 'stateless' }),
    }, 'the deletion can not take its savepoint'],
    [
      'unreadable periodic expression',
      conf({ 'kubernetes.operator.periodic.checkpoint.interval': '*/5 * * * *' }),
      'neither a Flink duration',
    ],
    [
      'misspelt operator key',
      conf({ 'kubernetes.operator.periodic.savepoint.intervall': '1h' }),
      'is kubernetes.operator.periodic.savepoint.interval meant?',
    ],
    ['option of the operator itself', conf({ 'kubernetes.operator.ingress.manage': 'false' }), 'has no effect in a resource'],
    ['two spellings that disagree', conf({ 'execution.checkpointing.dir': 's3://c' }), 'state.checkpoints.dir has no effect'],
    [
      "C-D09 resources in Kubernetes's units",
      { taskManager: { resources: { requests: { memory: '2G' } } } },
      '2G is 2147483648 bytes to Flink, which counts in powers of 1024, and less to Kubernetes: write 2Gi',
    ],
    [
      'M-D09 no whole MiB',
      { taskManager: { resource: { memory: '1500000000' } } },
      '1500000000 is not a whole number of MiB: its container gets 1430 MiB',
    ],
    ['C-D06', conf({ a: [{ b: 1 }] }), 'lose their content'],
    ['C-D07', conf({ a: { b: null } }), 'Flink reads null as the text'],
  ])('%s', (_title, over, message) => {
    expect(advices(over).join('\n')).toContain(message)
    expect(errorOf(over)).toBeNull()
  })

  test.each(['2Gi', '2048Mi', 2147483648])('C-D09 %s below resources means the same to both', memory => {
    expect(advices({ ...conf({ ...ha, 'execution.checkpointing.interval': '1m' }), taskManager: { resources: { requests: { memory } } } }))
      .toEqual([])
  })

  test('a spec with nothing doubtful has none', () => {
    expect(advices(conf({ ...ha, 'execution.checkpointing.interval': '1m' }))).toEqual([])
  })
})

test('all rules are evaluated: each finding names its field', () => {
  const all = findings({ flinkVersion: 'v1_13', serviceAccount: null, imagePullPolicy: 'x', logConfiguration: { a: 'b' } })
  expect(all.filter(({ severity }) => severity === 'Error').map(({ field }) => field)).toEqual([
    'flinkVersion',
    'logConfiguration.a',
    'serviceAccount',
    'imagePullPolicy',
  ])
})
