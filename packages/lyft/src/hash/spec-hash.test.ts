import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { hashedApplication as application, standardHashOptions as standard, type Variation } from '../../fixtures/flink-application.ts'
import { deploymentTemplate } from '../objects/deployment.ts'
import type { HashedApplication, HashOptions } from './hashed-application.ts'
import { objectHash } from './object-hash.ts'
import { specHash } from './spec-hash.ts'

const hashOf = (hashed: HashedApplication, options: HashOptions = standard): string => specHash(hashed, options)

const base = application({ parallelism: 8, image: '123.xyz.com/xx:11ae1218924428faabd9b64423fa0c332efba6b2', flinkVersion: '1.7' })
const job = { jarName: 'test.jar', entryClass: 'com.test.MainClass', programArgs: '--test' }
const properties = 'jarName: test.jar\nparallelism: 8\nentryClass:com.test.MainClass\nprogramArgs:"--test"'
const annotated = { key: 'annotation', 'flink-job-properties': properties }
const toleration = { tolerations: [{ key: 'key', operator: 'Equal', value: 'Value', effect: 'NoSchedule' }] }

const small = application(
  { parallelism: 5, jarName: 'job.jar', entryClass: 'com.my.Class', programArgs: '--test' },
  { name: 'test-app', namespace: 'flink' },
)

/** The sample application of the reference's integration tests. */
const sample = application({
  image: 'operator-test-app:local.1',
  imagePullPolicy: 'IfNotPresent',
  imagePullSecrets: [{ name: 'dockerhub' }],
  flinkConfig: {
    'state.backend.fs.checkpointdir': 'file:///checkpoints/flink/checkpoints',
    'state.checkpoints.dir': 'file:///checkpoints/flink/externalized-checkpoints',
    'state.savepoints.dir': 'file:///checkpoints/flink/savepoints',
    'env.java.opts.jobmanager': '-XX:+UseG1GC',
  },
  jobManagerConfig: {
    systemMemoryFraction: 0.2,
    resources: { requests: { memory: '400Mi', cpu: '0.2' }, limits: { memory: '800Mi', cpu: '0.2' } },
    replicas: 1,
  },
  taskManagerConfig: {
    taskSlots: 2,
    systemMemoryFraction: 0.5,
    resources: { requests: { memory: '800Mi', cpu: '0.2' }, limits: { memory: '800Mi', cpu: '0.2' } },
  },
  volumeMounts: [{ mountPath: '/checkpoints', name: 'checkpoints' }],
  volumes: [{ name: 'checkpoints', hostPath: { path: '/tmp/checkpoints', type: 'Directory' } }],
  flinkVersion: '1.11',
  deploymentMode: 'Dual',
  jarName: 'operator-test-app-1.0.0-SNAPSHOT.jar',
  parallelism: 2,
  entryClass: 'com.lyft.OperatorTestApp',
}, { name: 'operator-test-app', namespace: 'flinkoperatortest' })
const environment = { environment: 'development' }

describe('FA83 spec hash (lyft-flinkapplication.md, section 2.3)', () => {
  test.each<readonly [string, HashedApplication]>([
    ['752c76d3', base()],
    ['5e7c7283', base({ spec: { ...job, jobManagerConfig: toleration }, annotations: annotated })],
    ['6b5e9b61', base({ spec: { ...job, taskManagerConfig: toleration }, annotations: annotated })],
    ['52623ded', base({ spec: { ...job, flinkConfig: { 'high-availability': 'zookeeper' } }, annotations: annotated })],
    [
      'c06b960b',
      base({ spec: { ...job, securityContext: { fsGroup: 2000, runAsUser: 1000, runAsGroup: 3000, runAsNonRoot: true } } }),
    ],
    [
      '5cb5943e',
      base({ spec: job, annotations: { ...annotated, 'flink-application-version': 'version' }, colour: 'version' }),
    ],
    ['2845d780', small({ colour: 'blue' })],
    ['9dc7d91b', small({ colour: '' })],
  ])("%s: as the reference's tests assert it", (hash, hashed) => {
    expect(hashOf(hashed)).toBe(hash)
  })

  test.each<readonly [string, HashedApplication]>([
    ['fe73ccd6', small()],
    ['9890c612', small({ colour: 'green' })],
    ['8c1325c1', sample({ labels: environment })],
    ['16d37c48', sample({ labels: environment, spec: { parallelism: 4 } })],
    ['0cfa42d5', sample({ labels: environment, spec: { restartNonce: 'rollback' } })],
    ['2e3f9591', sample({ labels: environment, colour: 'green' })],
    ['f8c3ef80', sample({ labels: environment, colour: 'blue' })],
    ['ad38341d', sample({ labels: environment, colour: '' })],
    ['17752e8c', sample({ labels: environment, spec: { image: 'operator-test-app:local.2' } })],
  ])('%s: as an independent implementation has it', (hash, hashed) => {
    expect(hashOf(hashed)).toBe(hash)
  })

  test('the worked example: the object hash of either template', () => {
    const of = (role: 'jobmanager' | 'taskmanager'): string => bytesToHex(objectHash(deploymentTemplate(base(), standard, role)))
    expect(of('jobmanager')).toBe('68b42b32bc66df6ad8300c05a4d84d8b0d58b28637cd8defd373cdca35981704')
    expect(of('taskmanager')).toBe('dc0656f88ad7ec12e9000c1d1702967118c984cb887f9ef3fa1f900b2e0e4d8b')
  })
})

describe('FA20 what a spec hash covers (lyft-flinkapplication.md, section 2.3)', () => {
  const hash = (variation: Variation): string => hashOf(small(variation))
  const cpu = (amount: string): Variation => ({ spec: { jobManagerConfig: { resources: { requests: { cpu: amount } } } } })

  test.each<readonly [string, Variation]>([
    ['parallelism', { spec: { parallelism: 6 } }],
    ['jarName', { spec: { jarName: 'other.jar' } }],
    ['programArgs', { spec: { programArgs: '--other' } }],
    ['entryClass', { spec: { entryClass: 'com.other.Class' } }],
    ['image', { spec: { image: 'other' } }],
    ['a label', { labels: { a: 'b' } }],
    ['an annotation', { annotations: { a: 'b' } }],
    ['the name', { name: 'other' }],
    ['a colour', { colour: 'blue' }],
    ['restartNonce', { spec: { restartNonce: '1' } }],
    ['flinkConfig', { spec: { flinkConfig: { a: 'b' } } }],
    ['a port', { spec: { uiPort: 9000 } }],
    ['flinkVersion, for memory is told otherwise', { spec: { flinkVersion: '1.11' } }],
    ['replicas', { spec: { jobManagerConfig: { replicas: 2 } } }],
    ['slots', { spec: { taskManagerConfig: { taskSlots: 4 } } }],
    ['an amount', cpu('1')],
    ['a volume', { spec: { volumes: [{ name: 'v', emptyDir: {} }] } }],
    ['a variable', { spec: { taskManagerConfig: { envConfig: { env: [{ name: 'A', value: 'b' }] } } } }],
    ['affinity', { spec: { jobManagerConfig: { affinity: {} } } }],
    ['a node selector', { spec: { jobManagerConfig: { nodeSelector: { a: 'b' } } } }],
    ['the service account', { spec: { serviceAccountName: 'a' } }],
    ['a secret to pull with', { spec: { imagePullSecrets: [{ name: 'a' }] } }],
  ])('%s', (_what, variation) => {
    expect(hash(variation)).not.toBe(hash({}))
  })

  test.each<readonly [string, Variation, Variation]>([
    ['CPU "0.5" and "500m"', cpu('0.5'), cpu('500m')],
    ['a default that is written down', { spec: { rpcPort: 6123, jobManagerConfig: { replicas: 1 } } }, {}],
    ['what is empty and what is not there', { spec: { volumes: [], flinkConfig: {}, programArgs: '--test', image: '' } }, {}],
    ['a policy that is the default', { spec: { imagePullPolicy: 'IfNotPresent' } }, {}],
    ['a number and its text', { spec: { flinkConfig: { a: 1, b: true } } }, { spec: { flinkConfig: { b: 'true', a: '1' } } }],
    [
      'how the job is updated, stopped and restored',
      {
        spec: {
          savepointPath: 's3://a',
          savepointInfo: { savepointLocation: 's3://b' },
          savepointDisabled: true,
          allowNonRestoredState: true,
          fallbackWithoutState: true,
          maxCheckpointRestoreAgeSeconds: 1,
          deleteMode: 'None',
          scaleMode: 'InPlace',
          forceRollback: true,
          tearDownVersionHash: '00000000',
          deploymentMode: 'BlueGreen',
        },
      },
      {},
    ],
    ['a label that is reserved (LD33)', { labels: { 'flink-app': 'other', 'flink-deployment-type': 'other' } }, {}],
    ['a pause, which is no edit (A8)', { annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } }, {}],
    ['the address of the JobManager', { spec: { flinkConfig: { 'jobmanager.rpc.address': 'a' } } }, {}],
  ])('not covered: %s', (_what, one, other) => {
    expect(hash(one)).toBe(hash(other))
  })

  test.each<readonly [string, HashOptions]>([
    ['a format of container names', { ...standard, containerNameFormat: 'flink-%s' }],
    ['a scheduler', { ...standard, schedulerName: 'other' }],
  ])('%s, of the operator', (_what, options) => {
    expect(hashOf(small(), options)).not.toBe(hashOf(small()))
  })

  test('a configuration that can not be rendered leaves its variables out, whatever is wrong with it', () => {
    const nested = hash({ spec: { flinkConfig: { a: { b: 'c' } } } })
    expect(nested).not.toBe(hash({}))
    expect(hash({ spec: { jobManagerConfig: { systemMemoryFraction: 0.2 } } })).toBe(nested)
  })
})
