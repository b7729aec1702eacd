import { describe, expect, test } from 'vitest'
import { hashedApplication, type Variation } from '../../fixtures/flink-application.ts'
import { renderManifest, manifestRef, objectAccepted, attemptAnnotation } from '@flink-operator/core/manifest'
import type { JsonObject } from '@flink-operator/core/resource'
import { specHash } from '../hash/spec-hash.ts'
import { manifestRequest, objectParts, partRef, partsOf, renderObject } from './cluster-objects.ts'
import type { ClusterRequest, ObjectOptions } from './cluster-request.ts'
import { clusterOverviewUrl, jobOverviewUrl } from './flink-application-ingress.ts'
import { restEndpointOf } from './flink-application-names.ts'
import { mintSelector } from './metadata.ts'

const options: ObjectOptions = { containerNameFormat: '', schedulerName: '', ingressUrlFormat: '' }
const withIngress: ObjectOptions = { ...options, ingressUrlFormat: '{{$jobCluster}}.example.com' }

const application = hashedApplication({
  image: 'flink-job:1',
  flinkVersion: '1.20',
  parallelism: 5,
  jarName: 'job.jar',
  taskManagerConfig: { taskSlots: 2 },
}, { name: 'orders', namespace: 'shop' })

const request = (variation: Variation = {}, more: Partial<ClusterRequest> = {}): ClusterRequest => ({
  ...application(variation),
  hash: '1a2b3c4d',
  owner: { apiVersion: 'flink.k8s.io/v1beta1', kind: 'FlinkApplication', name: 'orders', uid: 'u-1' },
  selectors: { jobmanager: 'jjjjjjjj', taskmanager: 'tttttttt' },
  attempt: null,
  options,
  ...more,
})

const owners = [{
  apiVersion: 'flink.k8s.io/v1beta1',
  kind: 'FlinkApplication',
  name: 'orders',
  uid: 'u-1',
  controller: true,
  blockOwnerDeletion: true,
}]

interface Deployment {
  readonly metadata: { readonly labels: JsonObject; readonly annotations: JsonObject }
  readonly spec: {
    readonly replicas: number
    readonly selector: { readonly matchLabels: JsonObject }
    readonly template: {
      readonly metadata: { readonly labels: JsonObject; readonly annotations: JsonObject; readonly name: string }
      readonly spec: {
        readonly containers: readonly [
          { readonly env: readonly { readonly name: string; readonly value?: string }[]; readonly name: string },
        ]
      }
    }
  }
}
const deploymentOf = (given: ClusterRequest, part: 'JobManagerDeployment' | 'TaskManagerDeployment'): Deployment =>
  renderObject(given, part) as unknown as Deployment
const envOf = (given: ClusterRequest, part: 'JobManagerDeployment' | 'TaskManagerDeployment'): readonly (readonly [string, string])[] =>
  deploymentOf(given, part).spec.template.spec.containers[0].env.map(({ name, value }) => [name, value ?? ''] as const)
const variable = (given: ClusterRequest, part: 'JobManagerDeployment' | 'TaskManagerDeployment', name: string): string =>
  envOf(given, part).find(([each]) => each === name)?.[1] ?? ''
const suffixOf = (given: ClusterRequest, part: 'JobManagerDeployment' | 'TaskManagerDeployment'): string =>
  variable(given, part, 'FLINK_PROPERTIES').split('\n\n')[1] ?? ''

describe('objects of a cluster (lyft-flinkapplication.md, section 3)', () => {
  test('FA04 JobManager, two Services, TaskManagers; an Ingress more where the operator is told what it is called', () => {
    expect(partsOf(request())).toEqual(['JobManagerDeployment', 'GenericService', 'VersionedService', 'TaskManagerDeployment'])
    expect(partsOf(request({}, { options: withIngress }))).toEqual(objectParts)
    expect(renderObject(request(), 'Ingress')).toBeNull()
    expect(manifestRequest(request(), 'Ingress')).toBeNull()
  })

  test.each<readonly [string, Variation, readonly string[]]>([
    ['Dual', {}, ['orders-1a2b3c4d-jm', 'orders', 'orders-1a2b3c4d', 'orders', 'orders-1a2b3c4d-tm']],
    [
      'BlueGreen',
      { colour: 'green' },
      ['orders-1a2b3c4d-green-jm', 'orders-green', 'orders-1a2b3c4d', 'orders-green', 'orders-1a2b3c4d-green-tm'],
    ],
  ])('FA65 names: %s', (_mode, variation, names) => {
    const given = request(variation, { options: withIngress })
    expect(objectParts.map(part => partRef(given, part).name)).toEqual(names)
    objectParts.forEach(part => {
      const manifest = manifestRequest(given, part)
      expect(manifest).toMatchObject({ _tag: 'ObjectManifest', ...partRef(given, part), hard: part === 'JobManagerDeployment' })
      expect(
        manifest?._tag === 'ObjectManifest' ? [manifest.object['apiVersion'], manifest.object['kind'], manifest.object['metadata']] : [],
      )
        .toMatchObject([partRef(given, part).apiVersion, partRef(given, part).kind, {
          name: partRef(given, part).name,
          namespace: 'shop',
          ownerReferences: owners,
        }])
      if (manifest !== null) {
        expect(renderManifest(manifest)).toMatchObject({ right: { metadata: { name: partRef(given, part).name } } })
        expect(manifestRef(manifest)).toEqual(partRef(given, part))
      }
    })
  })

  test.each(objectParts)('an API server takes the %s', part => {
    const object = renderObject(request({ colour: 'blue' }, { options: withIngress }), part)
    expect(object === null ? null : objectAccepted(object)).toEqual([])
  })

  test('what is sent hashes as it did: only what is known after hashing is added', () => {
    const given = request({ labels: { team: 'a' }, annotations: { note: 'b' } })
    const hash = specHash(given, options)
    const { metadata, spec } = deploymentOf({ ...given, hash }, 'JobManagerDeployment')
    const labels = { team: 'a', 'flink-app': 'orders', 'flink-deployment-type': 'jobmanager' }
    expect(metadata.labels).toEqual({ ...labels, 'flink-app-hash': hash })
    expect(metadata.annotations).toEqual({
      note: 'b',
      'flink-job-properties': 'jarName: job.jar\nparallelism: 5\nentryClass:\nprogramArgs:""',
    })
    expect(spec.selector.matchLabels).toEqual({ ...labels, 'pod-deployment-selector': 'jjjjjjjj' })
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    expect(spec.template.metadata.annotations).toEqual({ note: 'b', 'flink-app-hash': hash })
    expect(spec.template.metadata.name).toBe(`orders-${hash}-jm-pod`)
  })

  test('the attempt is told by every object, and by no pod template', () => {
    objectParts.forEach(part => {
      const object = renderObject(request({}, { options: withIngress, attempt: 'a-1' }), part)
      expect(object).toMatchObject({ metadata: { annotations: { [attemptAnnotation]: 'a-1' } } })
      expect(JSON.stringify(object).split('a-1')).toHaveLength(2)
    })
  })

  test('replicas: those of the JobManager as told, as many TaskManagers as give the slots', () => {
    expect(deploymentOf(request({ spec: { jobManagerConfig: { replicas: 2 } } }), 'JobManagerDeployment').spec.replicas).toBe(2)
    expect(deploymentOf(request(), 'TaskManagerDeployment').spec.replicas).toBe(3)
    expect(deploymentOf(request({ spec: { taskManagerConfig: { taskSlots: 0 } } }), 'TaskManagerDeployment').spec.replicas).toBe(0)
  })

  test('LD33 reserved labels win', () => {
    const { metadata } = deploymentOf(
      request({ labels: { 'flink-app': 'other', 'flink-app-hash': 'other', 'flink-deployment-type': 'other' } }),
      'TaskManagerDeployment',
    )
    expect(metadata.labels).toEqual({ 'flink-app': 'orders', 'flink-app-hash': '1a2b3c4d', 'flink-deployment-type': 'taskmanager' })
  })

  test('Services: headless, of the JobManager of one Deployment; only the versioned one says which hash', () => {
    const ports = [['rpc', 6123], ['blob', 6125], ['query', 6124], ['ui', 9000], ['metrics', 50_101]].map(([name, port]) => ({
      name,
      port,
    }))
    const selector = {
      'flink-app': 'orders',
      'flink-application-version': 'blue',
      'flink-deployment-type': 'jobmanager',
      'pod-deployment-selector': 'jjjjjjjj',
    }
    const given = request({ spec: { uiPort: 9000 }, colour: 'blue', labels: { team: 'a' } })
    const labels = { 'flink-app': 'orders', 'flink-application-version': 'blue' }
    expect(renderObject(given, 'GenericService')).toMatchObject({
      metadata: { labels },
      spec: { type: 'ClusterIP', clusterIP: 'None', ports, selector },
    })
    expect(renderObject(given, 'VersionedService')).toMatchObject({
      metadata: { labels: { ...labels, 'flink-app-hash': '1a2b3c4d' } },
      spec: { type: 'ClusterIP', clusterIP: 'None', ports, selector },
    })
  })

  test('LD24 FA65 the Ingress: host and name tell the same colour', () => {
    expect(renderObject(request({ colour: 'green', labels: { team: 'a' } }, { options: withIngress }), 'Ingress')).toMatchObject({
      metadata: { labels: { 'flink-app': 'orders', team: 'a' } },
      spec: {
        rules: [{
          host: 'orders-green.example.com',
          http: {
            paths: [{ pathType: 'ImplementationSpecific', backend: { service: { name: 'orders-green', port: { number: 8081 } } } }],
          },
        }],
      },
    })
  })

  test('addresses for people', () => {
    const { ingressUrlFormat } = withIngress
    expect(clusterOverviewUrl(ingressUrlFormat, 'orders', null)).toBe('orders.example.com/#/overview')
    expect(jobOverviewUrl(ingressUrlFormat, 'orders', 'blue', 'j1')).toBe('orders-blue.example.com/#/jobs/j1')
    expect([clusterOverviewUrl('', 'orders', null), jobOverviewUrl('', 'orders', null, 'j1')]).toEqual(['', ''])
    expect(jobOverviewUrl(ingressUrlFormat, 'orders', null, '')).toBe('')
  })

  test('LD30 REST is where the spec says', () => {
    expect(restEndpointOf({ name: 'orders', namespace: 'shop' }, '1a2b3c4d', 9000)).toEqual({
      service: 'orders-1a2b3c4d',
      namespace: 'shop',
      port: 9000,
      tls: false,
    })
  })
})

test('W21 P02 a pod selector: 8 of a to z and 0 to 9, the same for the same attempt, another for each role, hash and attempt', () => {
  const minted = (['a-1', 'a-2'] as const).flatMap(id =>
    (['1a2b3c4d', '5e6f7a8b'] as const).flatMap(hash => [mintSelector(id, hash, 'jobmanager'), mintSelector(id, hash, 'taskmanager')])
  )
  expect(new Set(minted).size).toBe(8)
  minted.forEach(selector => expect(selector).toMatch(/^[a-z0-9]{8}$/u))
  expect(mintSelector('a-1', '1a2b3c4d', 'jobmanager')).toBe(minted[0])
})

describe('environment of the containers (lyft-flinkapplication.md, sections 3.5 and 3.6)', () => {
  test("FA65 in its order, the user's last; the colour in BlueGreen mode", () => {
    const given = request({ colour: 'blue', spec: { jobManagerConfig: { envConfig: { env: [{ name: 'A', value: 'b' }] } } } })
    expect(envOf(given, 'JobManagerDeployment').map(([name]) => name)).toEqual([
      'AWS_METADATA_SERVICE_TIMEOUT',
      'AWS_METADATA_SERVICE_NUM_ATTEMPTS',
      'APP_NAME',
      'OPERATOR_FLINK_CONFIG',
      'FLINK_PROPERTIES',
      'HOST_NAME',
      'HOST_IP',
      'FLINK_APPLICATION_VERSION',
      'FLINK_DEPLOYMENT_TYPE',
      'A',
    ])
    expect(envOf(request(), 'TaskManagerDeployment')).not.toContainEqual(expect.arrayContaining(['FLINK_APPLICATION_VERSION']))
    expect(variable(given, 'JobManagerDeployment', 'FLINK_APPLICATION_VERSION')).toBe('blue')
  })

  test('FA82 the copy of old is equal', () => {
    ;(['JobManagerDeployment', 'TaskManagerDeployment'] as const).forEach(part => {
      expect(variable(request(), part, 'OPERATOR_FLINK_CONFIG')).toBe(variable(request(), part, 'FLINK_PROPERTIES'))
      expect(variable(request(), part, 'FLINK_PROPERTIES')).toMatch(/^blob\.server\.port: 6125\n/u)
    })
  })

  const on = 'kubernetes.cluster-id: orders-1a2b3c4d\n'
  const off = 'jobmanager.rpc.address: orders-1a2b3c4d\n'
  test.each<readonly [JsonObject, boolean]>([
    [{}, false],
    [{ 'high-availability': 'none' }, false],
    [{ 'high-availability': ' NONE ' }, false],
    [{ 'high-availability': 'zookeeper' }, true],
    [{ 'high-availability.type': 'kubernetes' }, true],
    [{ 'high-availability.type': 'none', 'high-availability': 'zookeeper' }, false],
    [{ 'high-availability': true }, true],
    [{ 'high-availability': 1 }, true],
  ])('FA82 LD31 %j: highly available is %s', (flinkConfig, isOn) => {
    const given = request({ spec: { flinkConfig } })
    expect(suffixOf(given, 'JobManagerDeployment')).toBe(isOn ? `${on}jobmanager.rpc.address: $HOST_IP\n` : off)
    expect(suffixOf(given, 'TaskManagerDeployment')).toBe(`${isOn ? on : off}taskmanager.host: $HOST_IP\n`)
  })

  test('the name of the container is as the operator is told', () => {
    const given = request({}, { options: { ...options, containerNameFormat: 'flink-%s' } })
    expect(deploymentOf(given, 'JobManagerDeployment').spec.template.spec.containers[0].name).toBe('flink-jobmanager')
  })
})
