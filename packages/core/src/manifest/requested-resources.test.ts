import { describe, expect, test } from 'vitest'
import { environment } from '../../fixtures/environment.ts'
import { aResource, specJson } from '../../fixtures/flink-deployment-resource.ts'
import { decodeRecordedSpec, encodeRecordedSpec } from '../crd/recorded-spec.ts'
import { validate } from '../kind/flink-deployment/with-or-without-job.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { clusterInput } from './renderable.ts'
import { unsortedTaskManagerPod } from './native-task-manager-pod.ts'
import { addedRequests, noRequests, podRequests, type Requests, timesRequests, requestedResources } from './requested-resources.ts'
import { unsortedCluster } from './render-manifest.ts'

const env = environment()
const GiB = 2 ** 30
const MiB = 2 ** 20
const deployed = (spec: JsonObject, replicas: number, more: JsonObject = {}): JsonObject => ({
  jobManagerDeploymentStatus: 'READY',
  taskManager: { replicas },
  reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: JSON.stringify({ spec }) },
  ...more,
})
const requested = (spec: JsonObject, replicas: number, more: JsonObject = {}): Requests =>
  requestedResources({ metadata: { name: 'app', namespace: 'ns' }, spec: {} }, deployed(spec, replicas, more), env.flinkDefaults)

const specAt = (object: JsonObject | undefined, ...path: readonly string[]): JsonObject =>
  path.reduce<JsonObject>((it, key) => (it[key] ?? {}) as JsonObject, object ?? {})

/** The same by the objects themselves. */
const rendered = (spec: JsonObject, taskManagers: number): Requests => {
  const resource = aResource()
  const { meta, mode, wanted, findings } = validate({ ...resource, spec: decodedSpec(spec) }, env)
  if (wanted === null) throw new Error(JSON.stringify(findings))
  const input = clusterInput(meta, mode, wanted, { source: { _tag: 'Empty', reason: '' }, id: 'a'.repeat(32), jobId: 'b'.repeat(32) })
  if (input._tag === 'Left') throw new Error(input.left)
  const parts = unsortedCluster(input.right)
  const pod = unsortedTaskManagerPod(input.right, 'pod')
  if (parts._tag === 'Left' || pod._tag === 'Left') throw new Error('not rendered')
  const ofDeployments = parts.right.filter(({ part }) => part.endsWith('Deployment')).map(({ manifest }) =>
    timesRequests(Number(specAt(manifest, 'spec')['replicas']), podRequests(specAt(manifest, 'spec', 'template', 'spec')))
  )
  const native = mode === 'native' ? timesRequests(taskManagers, podRequests(specAt(pod.right, 'spec'))) : noRequests
  return [...ofDeployments, native].reduce(addedRequests)
}
const decodedSpec = (spec: JsonObject) => {
  const read = decodeRecordedSpec(JSON.stringify({ spec }))
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  return read.right.spec
}

const sidecar = { name: 'logs', image: 'l', resources: { requests: { cpu: '250m', memory: '128Mi' } } }
const init = { name: 'fetch', image: 'f', resources: { requests: { cpu: 8, memory: '64Mi' } } }
const main = { name: 'flink-main-container', resources: { requests: { cpu: 9, memory: '9Gi', 'ephemeral-storage': '1Gi' } } }

const both = (manager: JsonObject): JsonObject => ({ jobManager: manager, taskManager: manager })
const resources = (requests: JsonObject, limits: JsonObject = {}): JsonObject => both({ resources: { requests, limits } })
const rest = (rest: JsonObject, configuration: JsonObject = {}): JsonObject => specJson({ configuration, rest })

const forms: readonly (readonly [string, JsonObject, Requests])[] = [
  ['resource', rest(both({ resource: { memory: '1024m', cpu: 0.5 } })), { cpu: 2, memory: 4 * GiB }],
  ['resources.requests', rest(resources({ cpu: '500m', memory: '1Gi' })), { cpu: 2, memory: 4 * GiB }],
  ['resources.requests as numbers', rest(resources({ cpu: 2, memory: '2147483648' })), { cpu: 8, memory: 8 * GiB }],
  ['resources.limits alone', rest(resources({}, { cpu: '1', memory: '2Gi' })), { cpu: 4, memory: 8 * GiB }],
  ['requests below limits', rest(resources({ cpu: '100m', memory: '1Gi' }, { cpu: 4, memory: '4Gi' })), { cpu: 0.4, memory: 4 * GiB }],
  [
    'resources win over resource',
    rest(both({ resource: { memory: '8g', cpu: 8 }, resources: { requests: { cpu: 1, memory: '1Gi' }, limits: {} } })),
    { cpu: 4, memory: 4 * GiB },
  ],
  [
    'flinkConfiguration alone',
    rest({ jobManager: null, taskManager: null }, {
      'kubernetes.jobmanager.cpu.amount': '0.25',
      'jobmanager.memory.process.size': '1600m',
      'kubernetes.taskmanager.cpu.amount': '2',
      'taskmanager.memory.process.size': '2g',
    }),
    { cpu: 6.25, memory: 1600 * MiB + 6 * GiB },
  ],
  [
    'older names of these options',
    rest({ jobManager: null, taskManager: null }, {
      'kubernetes.jobmanager.cpu': '0.25',
      'jobmanager.memory.process.size': '1600m',
      'kubernetes.taskmanager.cpu': '2',
      'taskmanager.memory.process.size': '2g',
    }),
    { cpu: 6.25, memory: 1600 * MiB + 6 * GiB },
  ],
  [
    'a TaskManager without cores: one each slot',
    rest({ jobManager: { resource: { cpu: 1, memory: '1g' } }, taskManager: { resource: { memory: '2g' } } }, {
      'taskmanager.numberOfTaskSlots': '4',
    }),
    { cpu: 13, memory: 7 * GiB },
  ],
  [
    'a pod template: others beside the main container count, its own cpu and memory do not',
    rest({ ...both({ resource: { memory: '1g', cpu: 1 } }), podTemplate: { spec: { containers: [main, sidecar] } } }),
    { cpu: 5, memory: 4 * (GiB + 128 * MiB) },
  ],
  [
    'a pod template of one role, with an init container that needs more',
    rest({
      jobManager: { resource: { memory: '1g', cpu: 1 }, podTemplate: { spec: { containers: [], initContainers: [init] } } },
      taskManager: { resource: { memory: '1g', cpu: 1 } },
    }),
    { cpu: 8 + 3, memory: 4 * GiB },
  ],
  [
    'two JobManagers',
    rest({ ...both({ resource: { memory: '1g', cpu: 1 } }), jobManager: { replicas: 2, resource: { memory: '1g', cpu: 1 } } }),
    {
      cpu: 5,
      memory: 5 * GiB,
    },
  ],
  [
    'standalone: the TaskManagers of the Deployment',
    rest({
      mode: 'standalone',
      jobManager: { resource: { memory: '1g', cpu: 1 } },
      taskManager: { replicas: 5, resource: { memory: '2g', cpu: 2 } },
    }),
    {
      cpu: 11,
      memory: 11 * GiB,
    },
  ],
]

describe('N06: what is shown as requested is what the rendered pods ask for', () => {
  test.each(forms)('%s', (_form, spec, wanted) => {
    const seen = requested(spec, 3)
    expect(seen.memory).toBe(wanted.memory)
    expect(seen.cpu).toBeCloseTo(wanted.cpu, 9)
    const objects = rendered(spec, 3)
    expect(seen.memory).toBe(objects.memory)
    expect(seen.cpu).toBeCloseTo(objects.cpu, 9)
  })

  test('defaults of Flink and of the operator, where nothing is said', () => {
    const spec = rest({ jobManager: null, taskManager: null }, { 'jobmanager.memory.process.size': '1g' })
    const withDefaults = {
      ...env.flinkDefaults,
      configuration: { ...env.flinkDefaults.configuration, 'taskmanager.memory.process.size': '3g' },
    }
    expect(requestedResources({}, deployed(spec, 1), withDefaults)).toEqual({ cpu: 2, memory: 4 * GiB })
  })

  test('what was deployed counts, not an edit that is not deployed yet; after a roll-back the stable spec', () => {
    const small = rest(resources({ cpu: 1, memory: '1Gi' }))
    const large = rest(resources({ cpu: 9, memory: '9Gi' }))
    expect(requestedResources({ spec: large }, deployed(small, 1), env.flinkDefaults)).toEqual({ cpu: 2, memory: 2 * GiB })
    const rolledBack = {
      state: 'ROLLED_BACK',
      lastReconciledSpec: JSON.stringify({ spec: large }),
      lastStableSpec: JSON.stringify({ spec: small }),
    }
    expect(requested(large, 1, { reconciliationStatus: rolledBack })).toEqual({ cpu: 2, memory: 2 * GiB })
  })

  test('nothing runs, or nothing can be read: nothing', () => {
    const spec = rest(resources({ cpu: 1, memory: '1Gi' }))
    expect(requested(spec, 1, { jobManagerDeploymentStatus: 'MISSING' })).toEqual(noRequests)
    expect(requested(rest(resources({ cpu: 1, memory: '1 potato' })), 1)).toEqual(noRequests)
    expect(requested(spec, 1, { reconciliationStatus: { lastReconciledSpec: 'x' } })).toEqual(noRequests)
    expect(requestedResources(null, null, env.flinkDefaults)).toEqual(noRequests)
    expect(requestedResources({ spec: 'x' }, 'y', env.flinkDefaults)).toEqual(noRequests)
  })

  test('a record as the operator writes it', () => {
    const spec = aResource({ spec: { rest: resources({ cpu: '1500m', memory: '1Gi' }) } }).spec
    const status = {
      taskManager: { replicas: 1 },
      reconciliationStatus: { lastReconciledSpec: encodeRecordedSpec({ spec, firstDeployment: false }) },
    }
    expect(requestedResources({}, status, env.flinkDefaults)).toEqual({ cpu: 3, memory: 2 * GiB })
  })
})

test('N06: a pod asks for its containers together, or for what an init container needs beside the sidecars before it', () => {
  const container = (cpu: number | string | null, more: JsonObject = {}): JsonObject => ({
    ...(cpu === null ? {} : { resources: { requests: { cpu } } }),
    ...more,
  })
  const always = { restartPolicy: 'Always' }
  const cpuOf = (spec: JsonObject): number => podRequests(spec).cpu
  expect(cpuOf({})).toBe(0)
  expect(cpuOf({ containers: [container('500m'), container(1), container(null), container('much'), null] })).toBe(1.5)
  expect(cpuOf({ containers: [{ resources: { limits: { cpu: 3 } } }] })).toBe(3)
  expect(cpuOf({ containers: [container(1)], initContainers: [container(2), container(3)] })).toBe(3)
  expect(cpuOf({ containers: [container(1)], initContainers: [container(1, always), container(3), container(1, always)] })).toBe(4)
  expect(cpuOf({ containers: [container(3)], initContainers: [container(1, always), container(2), container(1, always)] })).toBe(5)
})
