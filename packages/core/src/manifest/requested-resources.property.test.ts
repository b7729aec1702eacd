import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { specs } from '../../../simulation/arbitraries/specs.ts'
import { environment } from '../../fixtures/environment.ts'
import { aResource } from '../../fixtures/flink-deployment-resource.ts'
import { validate } from '../kind/flink-deployment/with-or-without-job.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { clusterInput } from './renderable.ts'
import { unsortedTaskManagerPod } from './native-task-manager-pod.ts'
import { addedRequests, noRequests, podRequests, type Requests, timesRequests, clusterRequests } from './requested-resources.ts'
import { unsortedCluster } from './render-manifest.ts'

const amounts = fc.record({
  cpu: fc.constantFrom<string | number>('100m', 1, '2', '1500m'),
  memory: fc.constantFrom('1Gi', '1536Mi', '2147483648'),
}, { requiredKeys: [] })
const managers = fc.record({
  resource: fc.option(
    fc.record({ cpu: fc.constantFrom(0.5, 1, 2), memory: fc.constantFrom('1024m', '2g'), ephemeralStorage: fc.constant(null) }),
  ),
  resources: fc.option(fc.record({ requests: amounts, limits: amounts })),
  podTemplate: fc.constantFrom<JsonObject | null>(null, {
    spec: {
      containers: [{ name: 'a', image: 'a', resources: { requests: { cpu: '250m' }, limits: { memory: '64Mi' } } }],
      initContainers: [{ name: 'b', image: 'b', resources: { limits: { cpu: 3, memory: '100Mi' } } }],
    },
  }),
})

const podOf = (object: JsonObject): Requests => podRequests(object['spec'] as JsonObject)
const ofDeployment = (object: JsonObject): Requests => {
  const { replicas, template } = object['spec'] as { readonly replicas: number; readonly template: JsonObject }
  return timesRequests(replicas, podOf(template))
}

test.prop([specs(), managers, managers, fc.constantFrom('native', 'standalone'), fc.nat({ max: 9 })])(
  'N06: what is shown as requested is what the rendered objects ask for',
  (made, jobManager, taskManager, mode, taskManagers) => {
    const spec = {
      ...made,
      mode,
      jobManager: { replicas: 1, ...jobManager },
      taskManager: { replicas: made.taskManager?.replicas ?? null, ...taskManager },
    } as typeof made
    const { meta, invalid, wanted } = validate({ ...aResource(), spec }, environment())
    if (invalid !== null || wanted === null || wanted.flinkVersion === null) return
    const id = 'f'.repeat(32)
    const input = clusterInput(meta, mode, wanted, { source: { _tag: 'Empty', reason: '' }, id, jobId: id })
    if (input._tag === 'Left') return
    const parts = unsortedCluster(input.right)
    const pod = unsortedTaskManagerPod(input.right, 'pod')
    if (parts._tag === 'Left' || pod._tag === 'Left') return
    const deployments = parts.right.filter(({ part }) => part.endsWith('Deployment')).map(({ manifest }) => ofDeployment(manifest))
    const native = mode === 'native' ? timesRequests(taskManagers, podOf(pod.right)) : noRequests
    const objects = [...deployments, native].reduce(addedRequests)
    const shown = clusterRequests({ effective: wanted.effective, flinkVersion: wanted.flinkVersion, mode }, taskManagers)
    expect(shown.memory).toBe(objects.memory)
    expect(shown.cpu).toBeCloseTo(objects.cpu, 9)
  },
)
