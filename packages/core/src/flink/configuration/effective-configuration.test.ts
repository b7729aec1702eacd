import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentSpec, JobSpec, TaskManagerSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { deployConfiguration, observeConfiguration, sessionJobConfiguration } from './deploy-configuration.ts'
import { effectiveConfiguration } from './effective-configuration.ts'
import type { FlinkDefaults } from './flink-defaults.ts'

const job: JobSpec = {
  jarURI: 'local:///a.jar',
  parallelism: 3,
  entryClass: null,
  args: [],
  state: 'running',
  savepointTriggerNonce: null,
  initialSavepointPath: null,
  checkpointTriggerNonce: null,
  upgradeMode: 'stateless',
  allowNonRestoredState: null,
  savepointRedeployNonce: null,
  autoscalerResetNonce: null,
}

const aSpec = (overrides: Partial<FlinkDeploymentSpec> = {}): FlinkDeploymentSpec => ({
  job,
  restartNonce: null,
  flinkConfiguration: {},
  image: 'flink',
  imagePullPolicy: null,
  serviceAccount: 'flink',
  flinkVersion: 'v1_20',
  ingress: null,
  podTemplate: null,
  jobManager: null,
  taskManager: null,
  logConfiguration: null,
  mode: null,
  ...overrides,
})

const aManager = (overrides: Partial<TaskManagerSpec> = {}): TaskManagerSpec => ({
  resource: null,
  resources: null,
  replicas: null,
  podTemplate: null,
  ...overrides,
})

const meta = { namespace: 'ns', name: 'app', generation: 3 }
const defaults: FlinkDefaults = { configuration: {}, logConfiguration: { 'log4j-console.properties': 'preset' } }

const keysOf = (spec: FlinkDeploymentSpec): Readonly<Record<string, string>> => {
  const made = effectiveConfiguration(meta, spec, defaults)
  return E.isRight(made) ? made.right.configuration : { refused: made.left.message }
}

describe('effective configuration: api-and-config.md, section 9', () => {
  test.each<[string, Partial<FlinkDeploymentSpec>, Record<string, string>]>([
    ['native application', {}, {
      'execution.target': 'kubernetes-application',
      'pipeline.jars': 'local:///a.jar',
      'parallelism.default': '3',
    }],
    ['native session', { job: null }, { 'execution.target': 'kubernetes-session' }],
    ['standalone application', { mode: 'standalone' }, {
      'execution.target': 'remote',
      'kubernetes.internal.cluster-mode': 'APPLICATION',
      'pipeline.classpaths': 'file:///a.jar',
    }],
    ['standalone session', { mode: 'standalone', job: null }, {
      'execution.target': 'remote',
      'kubernetes.internal.cluster-mode': 'SESSION',
    }],
    ['image before 1.17', { flinkVersion: 'v1_16' }, { 'kubernetes.container.image': 'flink' }],
    ['9.4 TaskManagers as parallelism and slots need', {
      mode: 'standalone',
      flinkConfiguration: { taskmanager: { numberOfTaskSlots: 2 } },
    }, { 'kubernetes.internal.taskmanager.replicas': '2' }],
    ['9.4 replicas times slots', { taskManager: aManager({ replicas: 4 }), flinkConfiguration: { 'taskmanager.numberOfTaskSlots': 2 } }, {
      'parallelism.default': '8',
    }],
    ['HA has the name of the resource as its id', {
      flinkConfiguration: { 'high-availability': 'kubernetes', 'high-availability.cluster-id': 'x' },
    }, { 'high-availability.cluster-id': 'app' }],
    [
      '9.2 resources win over resource; limits give factors',
      {
        taskManager: aManager({
          resource: { cpu: 1, memory: '1g', ephemeralStorage: null },
          resources: { requests: { cpu: '500m', memory: '2Gi' }, limits: { cpu: 2, memory: '3Gi' } },
        }),
      },
      {
        'taskmanager.memory.process.size': '2147483648',
        'kubernetes.taskmanager.cpu.amount': '0.5',
        'kubernetes.taskmanager.cpu.limit-factor': '4.0',
        'kubernetes.taskmanager.memory.limit-factor': '1.5',
      },
    ],
    ['9.2 a limit alone is also the request', { taskManager: aManager({ resources: { requests: {}, limits: { cpu: 2 } } }) }, {
      'kubernetes.taskmanager.cpu.amount': '2.0',
    }],
  ])('%s', (_title, spec, want) => {
    expect(keysOf(aSpec(spec))).toMatchObject(want)
  })

  test.each<[string, Partial<FlinkDeploymentSpec>, string]>([
    ['no version', { flinkVersion: null }, 'flinkVersion'],
    ['C-D02 pull policy', { imagePullPolicy: 'Sometimes' }, 'imagePullPolicy'],
    [
      'memory',
      { taskManager: aManager({ resource: { cpu: null, memory: 'abc', ephemeralStorage: null } }) },
      'taskManager.resource.memory',
    ],
    ['cpu', { taskManager: aManager({ resources: { requests: { cpu: 'many' }, limits: {} } }) }, 'taskManager.resources.cpu'],
    ['jar', { mode: 'standalone', job: { ...job, jarURI: '/a.jar' } }, 'job.jarURI'],
    [
      'slots',
      { mode: 'standalone', flinkConfiguration: { 'taskmanager.numberOfTaskSlots': 'x' } },
      'flinkConfiguration.taskmanager.numberOfTaskSlots',
    ],
    [
      'no slots',
      { mode: 'standalone', flinkConfiguration: { 'taskmanager.numberOfTaskSlots': 0 } },
      'flinkConfiguration.taskmanager.numberOfTaskSlots',
    ],
    [
      'C-D17 an option',
      { flinkConfiguration: { 'kubernetes.operator.jm-deployment.startup.probe.enabled': 'maybe' } },
      'flinkConfiguration.kubernetes.operator.jm-deployment.startup.probe.enabled',
    ],
    [
      'overrides',
      { mode: 'standalone', flinkConfiguration: { 'pipeline.jobvertex-parallelism-overrides': 'a:x' } },
      'flinkConfiguration.pipeline.jobvertex-parallelism-overrides',
    ],
  ])('%s: refused, and it says where', (_title, spec, field) => {
    expect(effectiveConfiguration(meta, aSpec(spec), defaults)).toMatchObject({ left: { field } })
  })

  test('resources other than CPU and memory go to the pod template, and so does the probe', () => {
    const resources = { requests: { cpu: 1, 'ephemeral-storage': '1Gi' }, limits: {} }
    const made = effectiveConfiguration(meta, aSpec({ taskManager: aManager({ resources }) }), defaults)
    expect(made).toMatchObject({
      right: {
        jobManagerPodTemplate: { spec: { containers: [{ name: 'flink-main-container', startupProbe: { periodSeconds: 1 } }] } },
        taskManagerPodTemplate: {
          spec: { containers: [{ name: 'flink-main-container', resources: { requests: { 'ephemeral-storage': '1Gi' } } }] },
        },
      },
    })
  })

  test('U20 no probe where nobody knows where to ask; a probe of the user stays', () => {
    const onHost = { flinkConfiguration: { 'kubernetes.hostnetwork.enabled': 'true' } }
    expect(effectiveConfiguration(meta, aSpec(onHost), defaults)).toMatchObject({ right: { jobManagerPodTemplate: null } })
    const own = { spec: { containers: [{ name: 'flink-main-container', startupProbe: { tcpSocket: { port: 1 } } }] } }
    expect(effectiveConfiguration(meta, aSpec({ podTemplate: own }), defaults)).toMatchObject({ right: { jobManagerPodTemplate: own } })
  })

  test('log files: the spec replaces the defaults as a whole, and only the two files count', () => {
    expect(effectiveConfiguration(meta, aSpec(), defaults)).toMatchObject({ right: { logConfiguration: defaults.logConfiguration } })
    const made = effectiveConfiguration(meta, aSpec({ logConfiguration: { 'logback-console.xml': '<x/>', other: '' } }), defaults)
    expect(E.isRight(made) && made.right.logConfiguration).toEqual({ 'logback-console.xml': '<x/>' })
  })

  test('the order of keys in the spec changes nothing', () => {
    const forward = aSpec({ flinkConfiguration: { a: '1', b: { c: '2' }, 'kubernetes.jobmanager.annotations': 'x:1,y:2' } })
    const backward = aSpec({ flinkConfiguration: { 'kubernetes.jobmanager.annotations': 'y:2,x:1', b: { c: '2' }, a: '1' } })
    expect(deployConfiguration(meta, forward, defaults)).toEqual(deployConfiguration(meta, backward, defaults))
  })
})

describe('generation: api-and-config.md, section 9.6', () => {
  test.each<[string, Record<string, string>, string]>([
    ['alone', {}, 'flinkdeployment.flink.apache.org/generation:3'],
    ["beside the user's", { 'kubernetes.jobmanager.annotations': 'a:1' }, 'a:1,flinkdeployment.flink.apache.org/generation:3'],
    [
      "over the user's own",
      { 'kubernetes.jobmanager.annotations': 'flinkdeployment.flink.apache.org/generation:9' },
      'flinkdeployment.flink.apache.org/generation:3',
    ],
    [
      'beside prefix keys, which become one',
      { 'kubernetes.jobmanager.annotations.a': '1' },
      'a:1,flinkdeployment.flink.apache.org/generation:3',
    ],
  ])('%s', (_title, flinkConfiguration, want) => {
    const made = deployConfiguration(meta, aSpec({ flinkConfiguration }), defaults)
    expect(made).toMatchObject({ right: { configuration: { 'kubernetes.jobmanager.annotations': want } } })
    expect(E.isRight(made) && Object.hasOwn(made.right.configuration, 'kubernetes.jobmanager.annotations.a')).toBe(false)
  })
})

describe('observing: api-and-config.md, section 8', () => {
  const deployed = aSpec({ flinkConfiguration: { a: 'old', 'state.savepoints.dir': 's3://old', 'kubernetes.operator.x': '1' } })

  test('deployed spec, with what is in force at once from the newest', () => {
    const current = aSpec({
      image: 'other',
      flinkConfiguration: {
        a: 'new',
        'state.savepoints.dir': 's3://new',
        'kubernetes.operator.y': '2',
        'job.autoscaler.enabled': 'true',
        'kubernetes.operator-z': '3',
      },
    })
    const made = observeConfiguration(meta, deployed, current, defaults)
    expect(made).toMatchObject({
      right: {
        configuration: {
          a: 'old',
          'kubernetes.container.image.ref': 'flink',
          'kubernetes.operator.x': '1',
          'kubernetes.operator.y': '2',
          'job.autoscaler.enabled': 'true',
          'execution.checkpointing.savepoint-dir': 's3://new',
        },
      },
    })
    expect(E.isRight(made) && made.right.configuration).not.toHaveProperty(['kubernetes.operator-z'])
    expect(E.isRight(made) && made.right.configuration).not.toHaveProperty(['kubernetes.jobmanager.annotations'])
  })

  test("a session job's own options win over the cluster's", () => {
    const cluster = { meta, deployedSpec: aSpec({ ...deployed, job: null }), currentSpec: aSpec({ ...deployed, job: null }) }
    const made = sessionJobConfiguration(cluster, { name: 'job', job, flinkConfiguration: { a: 'job' } }, defaults)
    expect(made).toMatchObject({ right: { configuration: { a: 'job', 'pipeline.name': 'job', 'execution.target': 'kubernetes-session' } } })
  })
})
