import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { specs } from '../../../simulation/arbitraries/specs.ts'
import { environment } from '../../fixtures/environment.ts'
import { aResource } from '../../fixtures/flink-deployment-resource.ts'
import { clusterParts } from './cluster-parts.ts'
import { nativeTaskManagerPod } from './native-task-manager-pod.ts'
import { renderManifest } from './render-manifest.ts'
import type { RestoreSource } from '../contract/resource/operation.ts'
import { decodeFlinkDeployment } from '../crd/flink-deployment.ts'
import { specJson } from '../../fixtures/flink-deployment-resource.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { clusterInput, ingressRequest } from './renderable.ts'
import { validate } from '../kind/flink-deployment/validated-deployment.ts'

const keys = [
  'blob.server.port',
  'taskmanager.rpc.port',
  'jobmanager.rpc.port',
  'rest.port',
  'rest.bind-port',
  'high-availability.jobmanager.port',
  'kubernetes.jobmanager.cpu.limit-factor',
  'kubernetes.taskmanager.memory.limit-factor',
  'taskmanager.memory.managed.size',
  'taskmanager.memory.managed.fraction',
  'taskmanager.memory.network.min',
  'taskmanager.memory.task.heap.size',
  'jobmanager.memory.jvm-metaspace.size',
  'jobmanager.memory.heap.size',
  'kubernetes.hostnetwork.enabled',
  'kubernetes.jobmanager.tolerations',
  'kubernetes.taskmanager.labels',
  'kubernetes.secrets',
  'kubernetes.env.secretKeyRef',
  'kubernetes.rest-service.exposed.type',
  'kubernetes.rest-service.annotations',
  'kubernetes.container.image.pull-policy',
  'kubernetes.container.image.pull-secrets',
  'kubernetes.decorator.hadoop-conf-mount.enabled',
  'kubernetes.jobmanager.replicas',
  'taskmanager.numberOfTaskSlots',
  'external-resources',
  'external-resource.a.amount',
  'pipeline.classpaths',
  '$internal.application.program-args',
  'a',
  'a.b',
  'execution.savepoint.path',
  'execution.savepoint.path.a',
  'execution.state-recovery.path',
  'pipeline.jars',
  '__proto__',
]
const value = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '8081-8090',
    '99999',
    '0.5',
    '1.5',
    '10g',
    '64m',
    '1k',
    'true',
    'maybe',
    'a',
    'a;b',
    'a:b',
    'a:b,c:d',
    'key:a,operator:Exists',
    'env:A,secret:b,key:c',
    'NodePort',
    'Always',
    '',
    ' ',
    'NaN',
    "'",
  ),
  fc.string({ maxLength: 8 }),
)
const configurations = fc.array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 3 }).map(entries =>
  Object.fromEntries(entries) as JsonObject
)
const template = fc.option(
  fc.constantFrom<JsonObject>(
    {},
    { spec: {} },
    { metadata: { labels: { a: 'b' } } },
    { spec: { containers: [{ name: 'flink-main-container', env: [{ name: 'A', value: 'b' }] }] } },
    { spec: { containers: 'x' } },
    { spec: { containers: [{}] } },
  ),
)
const rest = fc.record({
  flinkVersion: fc.constantFrom('v1_16', 'v1_20', 'v2_0'),
  image: fc.constantFrom('flink:1', null),
  mode: fc.constantFrom('native', 'standalone'),
  podTemplate: template,
  ingress: fc.option(
    fc.record({
      template: fc.constantFrom('{{name}}.example.org', '/a', 'x:8081/b', 'x:y', '10.0.0.1'),
      className: fc.option(fc.constantFrom('nginx', 'A b')),
    }),
  ),
})
const jobs = fc.record({
  upgradeMode: fc.constantFrom('stateless', 'savepoint', 'last-state'),
  args: fc.array(fc.string({ maxLength: 5 }), { maxLength: 2 }),
  entryClass: fc.option(fc.string({ maxLength: 5 })),
})
const sources: fc.Arbitrary<RestoreSource> = fc.oneof(
  fc.record({ _tag: fc.constant('Path' as const), path: fc.string({ minLength: 1 }), reason: fc.constant('') }),
  fc.record({ _tag: fc.constant('LastState' as const), restorePath: fc.string({ minLength: 1 }), reason: fc.constant('') }),
)

const wide = fc.tuple(configurations, rest, jobs, fc.boolean()).map(([configuration, other, job, noHa]) =>
  decodeFlinkDeployment({
    metadata: { name: 'app' },
    spec: specJson({ configuration, rest: other, job: job, ...(noHa ? { noHa: true as const } : {}) }),
  })
)
  .filter(it => it._tag === 'Right').map(({ right }) => right.spec)

describe('F12', () => {
  test.prop([fc.oneof(wide, specs()), sources, fc.string({ minLength: 32, maxLength: 32, unit: fc.constantFrom('0', '9', 'a', 'f') })], {
    numRuns: 400,
  })('what validation takes renders: every object of every deploy, whatever it is restored from', (spec, source, id) => {
    const { meta, invalid, wanted, mode } = validate({ ...aResource(), spec }, environment())
    if (invalid !== null || wanted === null) return
    const input = clusterInput(meta, mode, wanted, { source, id, jobId: id })
    if (input._tag === 'Left') throw new Error(input.left)
    for (const part of clusterParts(input.right))
      expect(renderManifest({ _tag: 'ClusterManifest', part, input: input.right })).toMatchObject({ _tag: 'Right' })
    if (mode === 'native') expect(nativeTaskManagerPod(input.right, 'app-taskmanager-1-1')).toMatchObject({ _tag: 'Right' })
    const ingress = ingressRequest(meta, wanted)
    if (ingress !== null) expect(renderManifest(ingress)).toMatchObject({ _tag: 'Right' })
  })

  test.prop([specs()])('P10 what people write is not refused', spec => {
    expect(validate({ ...aResource(), spec }, environment()).invalid).toBeNull()
  })
})
