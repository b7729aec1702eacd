import { describe, expect, test } from 'vitest'
import { flinkApplicationSpecOf } from '../../fixtures/flink-application.ts'
import { operatorOptions } from '@flink-operator/core/operator-options'
import type { Finding, JsonObject } from '@flink-operator/core/resource'
import { podRights } from '../../../core/src/options/security-options.ts'
import { type ApplicationToValidate, validateFlinkApplication } from './validate-application.ts'

const options = { containerNameFormat: '', schedulerName: '', ingressUrlFormat: '' }
const right = { image: 'i', jarName: 'job.jar', parallelism: 2, flinkVersion: '1.20' }
const meta = {
  apiVersion: 'flink.k8s.io/v1beta1',
  kind: 'FlinkApplication',
  name: 'orders',
  namespace: 'shop',
  uid: 'u-1',
  labels: {},
  annotations: {},
}

const findings = (spec: JsonObject = {}, more: Partial<ApplicationToValidate> = {}): readonly Finding[] =>
  validateFlinkApplication({
    meta,
    spec: flinkApplicationSpecOf({ ...right, ...spec }),
    recordedMode: '',
    options,
    restrictions: operatorOptions({}).options,
    ...more,
  })
const reported = (list: readonly Finding[], severity: Finding['severity']): readonly string[] =>
  list.filter(it => it.severity === severity).map(({ field, message }) => `${field} | ${message}`)
const errors = (spec?: JsonObject, more?: Partial<ApplicationToValidate>): readonly string[] => reported(findings(spec, more), 'Error')
const advised = (spec?: JsonObject, more?: Partial<ApplicationToValidate>): readonly string[] => reported(findings(spec, more), 'Advice')

const env = (variable: JsonObject): JsonObject => ({ jobManagerConfig: { envConfig: { env: [variable] } } })

describe('validation of a FlinkApplication', () => {
  test('nothing is found where nothing is wrong, in either mode', () => {
    expect(findings()).toEqual([])
    expect(findings({ deploymentMode: 'BlueGreen' })).toEqual([])
    expect(findings({}, { options: { ...options, ingressUrlFormat: '{{$jobCluster}}.example.com' } })).toEqual([])
  })

  test.each<readonly [JsonObject, string]>([
    [{ image: '' }, 'image'],
    [{ jarName: '' }, 'jarName'],
    [{ jarName: '../a.jar' }, 'jarName'],
    [{ parallelism: 0 }, 'parallelism'],
    [{ jobManagerConfig: { replicas: 0 } }, 'jobManagerConfig.replicas'],
    [{ taskManagerConfig: { taskSlots: 0 } }, 'taskManagerConfig.taskSlots'],
    [{ maxCheckpointRestoreAgeSeconds: 0 }, 'maxCheckpointRestoreAgeSeconds'],
    [{ deploymentMode: 'Single' }, 'deploymentMode'],
    [{ deleteMode: 'none' }, 'deleteMode'],
    [{ scaleMode: 'Up' }, 'scaleMode'],
    [{ imagePullPolicy: 'Sometimes' }, 'imagePullPolicy'],
    [{ jobManagerConfig: { replicas: 2 } }, 'jobManagerConfig.replicas'],
  ])('%j is a mistake of %s', (spec, field) => {
    expect(errors(spec).map(it => it.split(' | ')[0])).toContain(field)
  })

  test('two JobManagers are right where they know of each other', () => {
    expect(errors({ jobManagerConfig: { replicas: 2 }, flinkConfig: { 'high-availability': 'zookeeper' } })).toEqual([])
  })

  test.each<readonly [JsonObject, string | null]>([
    [{ flinkConfig: { 'rest.bind-port': 9999 } }, 'rest.bind-port'],
    [{ flinkConfig: { 'rest.bind-port': '0' } }, 'rest.bind-port'],
    [{ flinkConfig: { 'rest.bind-port': '8082-8090' } }, 'rest.bind-port'],
    [{ flinkConfig: { 'rest.port': '9091' } }, 'rest.port'],
    [{ flinkConfig: { 'web.port': 9091 } }, 'web.port'],
    [{ uiPort: 9091, flinkConfig: { 'rest.port': 8081 } }, 'rest.port'],
    [{ flinkConfig: { 'rest.bind-port': '8081-8090' } }, null],
    [{ flinkConfig: { 'rest.bind-port': ' 8081 ', 'rest.port': 9091 } }, null],
    [{ uiPort: 9091, flinkConfig: { 'rest.port': 9091 } }, null],
    [{ uiPort: 9091 }, null],
    [{ flinkConfig: { 'jobmanager.web.port': 9091 } }, null],
  ])('U20 Flink has to listen at uiPort, where everybody asks: %j', (spec, key) => {
    const said = errors(spec)
    if (key === null) expect(said).toEqual([])
    else expect(said.join('\n')).toMatch(new RegExp(`^flinkConfig\\.${key} \\| ${key} .*uiPort \\d+\\. Allowed: `, 'u'))
  })

  test('ports must differ, and be ports', () => {
    expect(errors({ uiPort: 6123 })).toContain(' | rpcPort, blobPort, queryPort, uiPort and metricsQueryPort must differ: 6123')
    expect(errors({ uiPort: 70_000 }).join('\n')).toContain('a port from 1 to 65535')
  })
})

describe('LD24 FA71 the mode of what is deployed', () => {
  test.each([
    ['BlueGreen', '', 'from BlueGreen to Dual'],
    ['BlueGreen', 'Dual', 'from BlueGreen to Dual'],
    ['Dual', 'BlueGreen', 'from Dual to BlueGreen'],
  ])('%s and a spec that says %j: refused without any other edit', (recordedMode, deploymentMode, words) => {
    expect(errors({ deploymentMode }, { recordedMode }).join('\n')).toContain(words)
  })

  test('what is looked at is the mode that is in force: that of the status', () => {
    const more = { recordedMode: 'BlueGreen', meta: { ...meta, labels: { 'flink-application-version': 'a' } } }
    expect(errors({ deploymentMode: 'Dual' }, more)).toHaveLength(2)
    expect(errors({ deploymentMode: 'BlueGreen' }, { ...more, recordedMode: 'Dual' })).toHaveLength(1)
  })

  test.each([
    ['Dual', ''],
    ['', 'BlueGreen'],
    ['', ''],
    ['BlueGreen', 'BlueGreen'],
  ])('%j and %j are the same, or nothing is settled', (recordedMode, deploymentMode) => {
    expect(errors({ deploymentMode }, { recordedMode })).toEqual([])
  })
})

describe('LD27 what can not be rendered is a mistake before anything is created', () => {
  test.each<readonly [JsonObject, string]>([
    [{ flinkConfig: { a: { b: 'c' } } }, 'flinkConfig.a must be a text, a number or a boolean'],
    [
      { jobManagerConfig: { offHeapMemoryFraction: 0.5 } },
      "jobManagerConfig.offHeapMemoryFraction can't be used with flinkVersion 1.20: use systemMemoryFraction",
    ],
    [{ flinkConfig: { a: 'b\nc: d' } }, 'a must be on one line'],
    [env({ name: 'A', value: 1 }), 'jobManagerConfig.envConfig.env[0].value must be a value of type text'],
    [{ taskManagerConfig: { nodeSelector: { a: 1 } } }, 'taskManagerConfig.nodeSelector.a must be a value of type text'],
    [{ volumes: [{ name: 'v', hostPath: 'a' }] }, 'volumes[0].hostPath must be an object'],
  ])('%j', (spec, message) => {
    expect(errors(spec).join('\n')).toContain(message)
  })

  test('LD31 scalars of any type are right', () => {
    expect(errors({ flinkConfig: { a: 1, b: true, 'high-availability': false } })).toEqual([])
  })

  test('a field of Kubernetes that the hash does not know is told: a change of it would not be deployed', () => {
    expect(advised({ volumes: [{ name: 'v', emptyDir: {}, image: { reference: 'r' } }] })).toEqual([
      'volumes[0].image | volumes[0].image is unknown to this operator and has no effect',
    ])
  })
})

describe('LD33 what an API server would refuse, or what would hide objects from the operator', () => {
  test('names: a Service takes 63 characters, and no dot', () => {
    expect(errors({}, { meta: { ...meta, name: 'a'.repeat(54) } })).toEqual([])
    expect(errors({}, { meta: { ...meta, name: 'a'.repeat(55) } }).join('\n')).toMatch(
      /^metadata\.name \| Service: metadata\.name can't be /u,
    )
    expect(errors({}, { meta: { ...meta, name: 'a.b' } }).join('\n')).toContain('metadata.name')
  })

  test.each<readonly [JsonObject, string]>([
    [{ flinkVersion: '1.20', jobManagerConfig: { systemMemoryFraction: 1.5 } }, 'jobManagerConfig.systemMemoryFraction'],
    [{ flinkVersion: '1.8', taskManagerConfig: { offHeapMemoryFraction: -1 } }, 'taskManagerConfig.offHeapMemoryFraction'],
  ])('fractions: %j', (spec, field) => {
    expect(errors(spec).map(it => it.split(' | ')[0])).toEqual([field])
  })

  test('reserved labels', () => {
    const labelled = (labels: Readonly<Record<string, string>>): Partial<ApplicationToValidate> => ({ meta: { ...meta, labels } })
    expect(errors({}, labelled({ 'flink-app': 'orders' }))).toEqual([])
    expect(errors({}, labelled({ 'flink-app': 'other' }))).toEqual(['metadata.labels.flink-app | the label flink-app is reserved'])
    const version = labelled({ 'flink-application-version': 'blue' })
    expect(errors({ deploymentMode: 'BlueGreen' }, version)).toHaveLength(1)
    expect(errors({}, version)).toEqual([])
    expect(advised({}, labelled({ 'flink-app-hash': 'a', 'flink-deployment-type': 'b', 'pod-deployment-selector': 'c' }))).toHaveLength(3)
  })

  test.each<readonly [JsonObject, string]>([
    [{ volumeMounts: [{ name: 'v', mountPath: '/v' }] }, 'the name of a volume of the pod'],
    [{ jobManagerConfig: { resources: { requests: { memory: '1Gi', cpu: 'many' } } } }, 'cpu'],
    [env({ name: 'A=B', value: 'c' }), 'printable characters other than ='],
  ])('%j', (spec, words) => {
    expect(errors(spec).join('\n')).toContain(words)
  })

  test("a host that the operator's format gives", () => {
    expect(errors({}, { options: { ...options, ingressUrlFormat: 'https://{{$jobCluster}}/x' } }).join('\n')).toContain(
      'Ingress: spec.rules[0].host',
    )
  })
})

describe('memory (lyft-flinkapplication.md, section 3.6)', () => {
  const without = { jobManagerConfig: { resources: { requests: { cpu: '1' } } } }
  const fraction = { taskManagerConfig: { resources: { requests: { memory: '1.5Gi' } } } }

  test('none, or none in whole bytes: Flink 1.11 and later would not start, older ones choose for themselves', () => {
    expect(errors(without).join('\n')).toContain('jobmanager.memory.process.size: 0k is the resulting Flink setting')
    expect(errors(fraction).join('\n')).toContain('1536Mi for 1.5Gi')
    expect(errors({ ...without, flinkVersion: '1.10' })).toEqual([])
    expect(advised({ ...without, flinkVersion: '1.10' })).toHaveLength(1)
  })

  test.each(['', 'newest'])('flinkVersion %j is told', flinkVersion => {
    expect(advised({ flinkVersion }).map(it => it.split(' | ')[0])).toEqual(['flinkVersion'])
  })
})

describe('advice', () => {
  test.each<readonly [JsonObject, string]>([
    [{ savepointDisabled: true }, 'savepointDisabled'],
    [{ fallbackWithoutState: true }, 'fallbackWithoutState'],
    [{ deleteMode: 'None' }, 'deleteMode'],
    [{ forceRollback: true }, 'forceRollback'],
    [{ savepointInfo: { savepointLocation: 's3://a' } }, 'savepointInfo.savepointLocation'],
    [{ deploymentMode: 'BlueGreen', scaleMode: 'InPlace' }, 'scaleMode'],
    [{ tearDownVersionHash: 'a' }, 'tearDownVersionHash'],
    [{ flinkConfig: { 'taskmanager.numberOfTaskSlots': 1 } }, 'flinkConfig.taskmanager.numberOfTaskSlots'],
    [{ flinkConfig: { 'taskmanager.memory.process.size': '1g' } }, 'flinkConfig.taskmanager.memory.process.size'],
    [
      { flinkConfig: { 'high-availability.type': 'kubernetes', 'kubernetes.cluster-id': 'a' } },
      'flinkConfig.kubernetes.cluster-id',
    ],
  ])('%j: %s, and no mistake', (spec, field) => {
    expect(advised(spec).map(it => it.split(' | ')[0])).toEqual([field])
    expect(errors(spec)).toEqual([])
  })

  test('FA64 in Dual mode scaling in place is nothing to be told', () => {
    expect(findings({ scaleMode: 'InPlace' })).toEqual([])
  })
})

describe('S13 what the operator lets a FlinkApplication ask for', () => {
  const restricted = (configuration: Readonly<Record<string, string>>) => ({ restrictions: operatorOptions(configuration).options })
  const accounts = restricted({ 'kubernetes.operator.security.allowed-service-accounts': 'flink' })
  const rights = restricted({ 'kubernetes.operator.security.forbidden-pod-fields': podRights.join(';') })
  const wild = { serviceAccountName: 'evil', securityContext: { runAsUser: 0 }, volumes: [{ name: 'v', hostPath: { path: '/' } }] }

  test('nothing is restricted by default', () => expect(errors(wild)).toEqual([]))

  test.each<readonly [JsonObject, string | null]>([
    [{ serviceAccountName: 'flink' }, null],
    [{ serviceAccountName: 'evil' }, 'evil'],
    [{}, 'default'],
  ])('ServiceAccount of %j', (spec, name) =>
    expect(errors(spec, accounts)).toEqual(
      name === null ? [] : [
        `serviceAccountName | The ServiceAccount ${name} is not allowed by kubernetes.operator.security.allowed-service-accounts. Allowed: flink`,
      ],
    ))

  test.each<readonly [JsonObject, string | null]>([
    [{ volumes: [{ name: 'v', emptyDir: {} }], securityContext: { runAsUser: 9999, runAsNonRoot: true } }, null],
    [{ volumes: [{ name: 'u', emptyDir: {} }, { name: 'v', hostPath: { path: '/' } }] }, 'volumes[1].hostPath'],
    [{ securityContext: { runAsUser: 0 } }, 'securityContext.runAsUser'],
    [{ securityContext: { runAsNonRoot: false } }, 'securityContext.runAsNonRoot'],
    [{ securityContext: { sysctls: [{ name: 'a', value: 'b' }] } }, 'securityContext.sysctls'],
    [{ securityContext: { windowsOptions: { hostProcess: true } } }, 'securityContext.windowsOptions.hostProcess'],
  ])('%j', (spec, field) => expect(errors(spec, rights).map(it => it.split(' | ')[0])).toEqual(field === null ? [] : [field]))
})
