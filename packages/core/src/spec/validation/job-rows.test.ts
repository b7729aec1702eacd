import { describe, expect, test } from 'vitest'
import { conf, directories, foundBy, highAvailability, job, memory, only, type RuleGiven } from '../../../fixtures/validated-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'

type Row = readonly [id: string, what: string, over: JsonObject, finds: readonly string[], given?: RuleGiven]

const check = (...row: readonly unknown[]): void => {
  const [id, , over, finds, given] = row as unknown as Row
  const found = foundBy(id, over, given)
  expect(found.map((it, at) => it.slice(0, finds[at]?.length))).toEqual(finds)
}

const stateless = job({ upgradeMode: 'stateless' })
const session: JsonObject = { job: null }
const operator = (key: string, value: string | boolean): JsonObject => ({ [`kubernetes.operator.${key}`]: value })
const age = operator('job.upgrade.last-state.max.allowed.checkpoint.age', '1h')
const periodic = operator('periodic.savepoint.interval', '1h')
const needsCheckpoints = [
  'flinkConfiguration: Checkpoint directory[execution.checkpointing.dir] must be defined for last-state and savepoint upgrade modes',
]
const needsSavepoints = [
  'job.upgradeMode: Job could not be upgraded with savepoint while config key[execution.checkpointing.savepoint-dir] is not set',
]
const needsPlace = [
  'job.savepointTriggerNonce: Savepoint could not be manually triggered for the running job while config key[execution.checkpointing.savepoint-dir] is not set',
]
const needsJar = ['job.jarURI: Flink v1_20 needs spec.job.jarURI for a native application cluster, unless the job is a Python job']

describe('rules for jobs (api-and-config.md, section 13.1, row 6)', () => {
  test.each<Row>([
    ['6a', 'savepoint', only({}), needsCheckpoints],
    ['6a', 'last-state', { ...only({}), ...job({ upgradeMode: 'last-state' }) }, needsCheckpoints],
    ['6a', 'blank', conf({ 'state.checkpoints.dir': ' ' }), needsCheckpoints],
    ['6a', 'another spelling', only({ 'state.backend.fs.checkpointdir': 's3://x' }), []],
    ['6a', 'stateless', { ...only({}), ...stateless }, []],
    ['6a', 'no job', { ...only({}), ...session }, []],
    ['6b', 'savepoint', only({}), needsSavepoints],
    ['6b', 'last-state', { ...only({}), ...job({ upgradeMode: 'last-state' }) }, []],
    ['6b', 'a directory', {}, []],
    ['6b', 'no job', { ...only({}), ...session }, []],
    ['6c', 'a nonce', { ...only({}), ...job({ savepointTriggerNonce: 1 }) }, needsPlace],
    ['6c', 'no nonce', only({}), []],
    ['6c', 'a directory', job({ savepointTriggerNonce: 1 }), []],
    ['6c', 'no job', { ...only({}), ...session }, []],
    ['6d', 'a period', only(periodic), [
      'flinkConfiguration.kubernetes.operator.periodic.savepoint.interval: Periodic savepoints cannot be enabled when config key[execution.checkpointing.savepoint-dir] is not set',
    ]],
    ['6d', 'a directory', conf(periodic), []],
    ['6d', 'C-D14 blank is off', only(operator('periodic.savepoint.interval', ' ')), []],
    ['6d', 'no job', { ...only(periodic), ...session }, []],
    ['6e', 'a greatest age', only(age), [
      'flinkConfiguration.kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age: In order to use max-checkpoint age functionality config key[execution.checkpointing.savepoint-dir] must be set to allow',
    ]],
    ['6e', 'a directory', conf(age), []],
    ['6e', 'no greatest age', only({}), []],
    ['6e', 'no job', { ...only(age), ...session }, []],
    ['6f-g', 'parallelism 1', {}, []],
    ['6f-g', 'parallelism 0', job({ parallelism: 0 }), ['job.parallelism: Job parallelism must be larger than 0']],
    ['6f-g', 'replicas make the parallelism', { ...job({ parallelism: 0 }), taskManager: { ...memory('2g'), replicas: 1 } }, []],
    ['6f-g', 'no replicas', { taskManager: { ...memory('2g'), replicas: 0 } }, [
      'taskManager.replicas: TaskManager replicas must be larger than 0',
    ]],
    ['6f-g', 'no TaskManager', { ...job({ parallelism: 0 }), taskManager: null }, ['job.parallelism: Job parallelism']],
    ['6f-g', 'no job', { ...session, taskManager: { ...memory('2g'), replicas: 0 } }, []],
  ])('row %s: %s', check)
})

describe('the jar of an application (C-D05)', () => {
  const noJar = (over: JsonObject = {}): JsonObject => job({ jarURI: null, ...over })
  test.each<Row>([
    ['C-D05', 'no jar', noJar(), needsJar],
    ['C-D05', 'a jar', {}, []],
    ['C-D05', 'other arguments', noJar({ args: ['-p'] }), needsJar],
    ['C-D05', 'another class', noJar({ entryClass: 'org.example.Main' }), needsJar],
    ['C-D05', 'Python gateway', noJar({ entryClass: 'org.apache.flink.client.python.PythonGatewayServer' }), []],
    ['C-D05', 'Python driver', noJar({ entryClass: 'org.apache.flink.client.python.PythonDriver' }), []],
    ...['-py', '--python', '-pym', '--pyModule'].map(arg => ['C-D05', `Python by ${arg}`, noJar({ args: ['a', arg, 'x'] }), []] as const),
    ['C-D05', 'jars by configuration', { ...noJar(), ...conf({ 'pipeline.jars': 'local:///a.jar' }) }, []],
    ['C-D05', 'standalone', { ...noJar(), mode: 'standalone' }, []],
    ['C-D05', 'Flink 2', { ...noJar(), flinkVersion: 'v2_0' }, []],
    ['C-D05', 'no version', { ...noJar(), flinkVersion: null }, []],
    ['C-D05', 'no job', session, []],
    ['9.3', 'no jar', noJar(), []],
    ['9.3', 'no job', session, []],
    ['9.3', 'a URI', {}, []],
    ['9.3', 'no URI', job({ jarURI: 'not a uri' }), ['job.jarURI: jarURI is not valid: ']],
    ['9.3', 'native: a path', job({ jarURI: '/opt/a.jar' }), []],
    ['9.3', 'standalone: a path', { ...job({ jarURI: '/opt/a.jar' }), mode: 'standalone' }, ['job.jarURI: jarURI is not valid: ']],
    ['9.3', 'standalone: a URI', { mode: 'standalone' }, []],
  ])('row %s: %s', check)
})

describe('advice on state (A17)', () => {
  const stateRules = (over: JsonObject, given?: RuleGiven): readonly string[] => foundBy('A17', over, given)
  const lastState = job({ upgradeMode: 'last-state' })
  const steady = { ...highAvailability, 'execution.checkpointing.interval': '1m' }
  const ofType = (type: string): JsonObject => conf({ ...steady, 'high-availability.type': type })
  const noMetadata =
    'flinkConfiguration.high-availability.type: upgradeMode last-state without high availability: if the JobManager is lost, the job can not be restored'
  const unreadable = (where: string): string =>
    `flinkConfiguration.high-availability.type: HA metadata is not kept in Kubernetes (${where}): this operator can not read it, so a last-state upgrade of this job stays blocked while its JobManager`
  const noStorage =
    'flinkConfiguration.high-availability.storageDir: high availability needs high-availability.storageDir: the JobManager will not start without it'
  const isOff =
    'flinkConfiguration.execution.checkpointing.interval: checkpointing is off (execution.checkpointing.interval is not set): after a failure'
  const noSavepoint =
    'flinkConfiguration.execution.checkpointing.savepoint-dir: without execution.checkpointing.savepoint-dir an upgrade across Flink versions'
  const noFinal =
    'flinkConfiguration.kubernetes.operator.job.savepoint-on-deletion: kubernetes.operator.job.savepoint-on-deletion needs execution.checkpointing.savepoint-dir'
  const never = (kind: string): string =>
    `flinkConfiguration.kubernetes.operator.periodic.${kind}.interval: '* *' is neither a Flink duration (10 min) nor a Quartz cron expression`
  const onlyCheckpoints = { 'state.checkpoints.dir': directories['state.checkpoints.dir'], ...steady }
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['nothing doubtful', conf(steady), []],
    ['last-state with HA', { ...lastState, ...conf(steady) }, []],
    ['last-state without HA', lastState, [noMetadata]],
    ['savepoint without HA', conf({ 'execution.checkpointing.interval': '1m' }), []],
    ['ZooKeeper', ofType('zookeeper'), [unreadable('ZooKeeper')]],
    ['own HA services', { ...lastState, ...ofType('org.example.Factory') }, [unreadable('own services')]],
    ['ZooKeeper, stateless', { ...stateless, ...ofType('zookeeper') }, []],
    ['ZooKeeper, no job', { ...session, ...ofType('zookeeper') }, []],
    ['HA without storage', conf({ 'high-availability.type': 'kubernetes', 'execution.checkpointing.interval': '1m' }), [noStorage]],
    ['checkpointing not set', conf(highAvailability), [isOff]],
    ['checkpointing 0', conf({ ...highAvailability, 'execution.checkpointing.interval': '0' }), [isOff]],
    ['checkpointing not set, stateless', { ...stateless, ...conf(highAvailability) }, []],
    ['checkpointing not set, last-state: the operator switches it on', { ...lastState, ...conf(highAvailability) }, []],
    ['checkpointing not set, no job', { ...session, ...conf(highAvailability) }, []],
    ['no place for savepoints, last-state', { ...lastState, ...only(onlyCheckpoints) }, [noSavepoint]],
    ['no place for savepoints, stateless', { ...stateless, ...only(onlyCheckpoints) }, []],
    ['no place for the savepoint on deletion', {
      ...stateless,
      ...only({ ...onlyCheckpoints, ...operator('job.savepoint-on-deletion', true) }),
    }, [noFinal]],
    ['a blank place for it', {
      ...stateless,
      ...only({ ...onlyCheckpoints, 'state.savepoints.dir': ' ', ...operator('job.savepoint-on-deletion', true) }),
    }, [noFinal]],
    ['a place for it', conf({ ...steady, ...operator('job.savepoint-on-deletion', true) }), []],
    ['no place for it, no job', { ...session, ...only({ ...onlyCheckpoints, ...operator('job.savepoint-on-deletion', true) }) }, []],
    ['no period: savepoint', conf({ ...steady, ...operator('periodic.savepoint.interval', '* *') }), [never('savepoint')]],
    ['no period: checkpoint', conf({ ...steady, ...operator('periodic.checkpoint.interval', '* *') }), [never('checkpoint')]],
    ['S11 a period that is too short', conf({ ...steady, ...operator('periodic.savepoint.interval', '1 s') }), [
      "flinkConfiguration.kubernetes.operator.periodic.savepoint.interval: '1 s' is shorter than 10 s: the operator triggers one every 10 s",
    ]],
    [
      'periods',
      conf({
        ...steady,
        ...operator('periodic.savepoint.interval', '0 0 12 * * ?'),
        ...operator('periodic.checkpoint.interval', '10 min'),
      }),
      [],
    ],
  ])('%s', (_what, over, finds) => {
    expect(stateRules(over).map((it, at) => it.slice(0, finds[at]?.length))).toEqual(finds)
  })

  test('an ingress that nobody manages', () => {
    const ingress = { ingress: { template: 'a' }, ...conf(steady) }
    expect(stateRules(ingress, { operator: { 'kubernetes.operator.ingress.manage': 'false' } })).toEqual([
      'ingress: Ingress management is turned off but ingress set in spec',
    ])
    expect(stateRules(ingress)).toEqual([])
    expect(stateRules(conf(steady), { operator: { 'kubernetes.operator.ingress.manage': 'false' } })).toEqual([])
  })
})
