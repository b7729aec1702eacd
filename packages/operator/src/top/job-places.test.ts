import { type JsonObject, makeEnv } from '@flink-operator/core'
import { describe, expect, test } from 'vitest'
import { jobPlaces } from './job-places.ts'

const metadata = (name: string) => ({ name, namespace: 'shop', uid: `uid-${name}`, resourceVersion: '1', generation: 1 })
const session = (name: string): JsonObject => {
  const spec = { image: 'flink:1.20', flinkVersion: 'v1_20', jobManager: {}, taskManager: {} }
  return {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: metadata(name),
    spec,
    status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec }) } },
  }
}
const sessionJob = (deploymentName: string, submittedTo: string | null): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkSessionJob',
  metadata: metadata('counts'),
  spec: { deploymentName },
  status: {
    jobStatus: { jobId: 'j', state: 'RUNNING' },
    ...(submittedTo === null ? {}
      : { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: { deploymentName: submittedTo } }) } }),
  },
})
const env = makeEnv({ now: 0 })
const nothing = { FlinkDeployment: [], FlinkSessionJob: [], FlinkApplication: [] }
const noObjects = { deployments: [], services: [] }

test('N06: what a FlinkDeployment asks for, as it was deployed', () => {
  const amounts = { resources: { requests: { cpu: '500m', memory: '1Gi' } } }
  const spec = { image: 'flink:2.1', flinkVersion: 'v2_1', jobManager: amounts, taskManager: amounts }
  const status = { taskManager: { replicas: 3 }, reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec }) } }
  const of = (change: JsonObject) =>
    jobPlaces({ ...nothing, FlinkDeployment: [{ ...session('app'), status: { ...status, ...change } }] }, noObjects, env)[0]?.requested
  expect(of({})).toEqual({ cpu: 2, memory: 4 * 2 ** 30 })
  expect(of({ jobManagerDeploymentStatus: 'MISSING' })).toEqual({ cpu: 0, memory: 0 })
})

describe('what the autoscaler wants stands in the ConfigMap of the resource', () => {
  const vertex = 'a'.padStart(32, '0')
  const stored = (ownerReferences: readonly JsonObject[]): JsonObject => ({
    metadata: { name: 'autoscaler-app', namespace: 'shop', ownerReferences },
    data: { parallelismOverrides: `${vertex}:6` },
  })
  const wanted = (configMap: JsonObject) =>
    jobPlaces({ ...nothing, FlinkDeployment: [session('app')] }, noObjects, env, [configMap])[0]?.wanted
  test.each([
    ['of its owner', [{ uid: 'uid-app' }], { [vertex]: 6 }],
    ['of nobody', [], { [vertex]: 6 }],
    ['of another resource of this name', [{ uid: 'uid-other' }], null],
  ])('%s', (_title, owners, expected) => {
    expect(wanted(stored(owners))).toEqual(expected)
  })
})

describe('a session job is asked where it runs', () => {
  test.each([
    ['as its spec says', 'one', 'one', 'one-rest'],
    ['an edit of deploymentName that was refused makes it no other cluster', 'other', 'one', 'one-rest'],
    ['before it is submitted: where it is to run', 'other', null, 'other-rest'],
    ['its cluster is not there', 'one', 'third', null],
  ])('%s', (_title, named, submittedTo, service) => {
    const all = { ...nothing, FlinkDeployment: ['one', 'other'].map(session), FlinkSessionJob: [sessionJob(named, submittedTo)] }
    const place = jobPlaces(all, noObjects, env).find(({ kind }) => kind === 'FlinkSessionJob')
    expect(place?.endpoint?.service ?? null).toBe(service)
  })
})

describe('a FlinkApplication has a line for each of its clusters', () => {
  const application = (status: JsonObject): JsonObject => ({
    apiVersion: 'flink.k8s.io/v1beta1',
    kind: 'FlinkApplication',
    metadata: metadata('orders'),
    spec: { image: 'orders:1', flinkVersion: '1.20', jarName: 'job.jar', parallelism: 1, uiPort: 9000 },
    status,
  })
  const both = {
    phase: 'DualRunning',
    deploymentMode: 'BlueGreen',
    deployHash: 'aaaa',
    deployVersion: 'green',
    updatingHash: 'bbbb',
    updatingVersion: 'blue',
    versionStatuses: [
      { appVersion: 'green', versionHash: 'aaaa', jobStatus: { jobID: 'j1', state: 'RUNNING' } },
      { appVersion: 'blue', versionHash: 'bbbb', jobStatus: { jobID: 'j2', state: 'RESTARTING' } },
    ],
  }
  const labels = (hash: string) => ({ 'flink-app': 'orders', 'flink-app-hash': hash })
  const deployment = (hash: string, replicas: number, resources: JsonObject): JsonObject => ({
    metadata: { name: `orders-${hash}`, namespace: 'shop', labels: labels(hash) },
    spec: { replicas, template: { spec: { containers: [{ resources }] } } },
  })
  const of = (status: JsonObject, objects: Parameters<typeof jobPlaces>[1] = noObjects) =>
    jobPlaces({ ...nothing, FlinkApplication: [application(status)] }, objects, env)

  test('both versions: each with its own job, at the port of its own Service, and with what its Deployments ask for', () => {
    const objects = {
      deployments: [
        deployment('aaaa', 1, { requests: { cpu: '500m', memory: '1Gi' } }),
        deployment('aaaa', 2, { limits: { cpu: 2, memory: '1.5Gi' } }),
        deployment('bbbb', 1, {}),
      ],
      services: [{
        metadata: { name: 'orders-aaaa', namespace: 'shop' },
        spec: { ports: [{ name: 'rpc', port: 6123 }, { name: 'ui', port: 8081 }] },
      }],
    }
    expect(of(both, objects)).toMatchObject([
      {
        version: 'aaaa green',
        lifecycleState: 'DualRunning',
        jobId: 'j1',
        jobState: 'RUNNING',
        endpoint: { service: 'orders-aaaa', port: 8081 },
        requested: { cpu: 4.5, memory: 4 * 2 ** 30 },
      },
      {
        version: 'bbbb blue',
        jobId: 'j2',
        jobState: 'RESTARTING',
        endpoint: { service: 'orders-bbbb', port: 9000 },
        requested: { cpu: 0 },
      },
    ])
  })

  test('who may not list its objects is told the rest', () => {
    expect(of(both, { deployments: null, services: null })).toMatchObject([{ jobId: 'j1', requested: null }, {
      jobId: 'j2',
      requested: null,
    }])
  })

  test('one that has no cluster yet has its line, too', () => {
    expect(of({})).toMatchObject([{ name: 'orders', version: null, endpoint: null, jobId: null }])
  })

  test('a job that has ended is not asked', () => {
    const status = { phase: 'DeployFailed', deploymentMode: 'Dual', deployHash: 'aaaa', jobStatus: { jobID: 'j', state: 'FAILED' } }
    expect(of(status)).toMatchObject([{ jobState: 'FAILED', isOver: true }])
  })
})

test.each(['FlinkDeployment', 'FlinkSessionJob', 'FlinkApplication'] as const)('%s: paused as its condition says', kind => {
  const paused = (conditions: readonly JsonObject[]) =>
    jobPlaces({ ...nothing, [kind]: [{ ...session('app'), kind, apiVersion: 'x', status: { conditions } }] }, noObjects, env)[0]?.isPaused
  expect(paused([{ type: 'Paused', status: 'True', reason: 'Annotation' }])).toBe(true)
  expect(paused([{ type: 'Paused', status: 'False', reason: 'Annotation' }])).toBe(false)
  expect(paused([])).toBe(false)
})
