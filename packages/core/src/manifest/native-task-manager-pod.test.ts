import { describe, expect, test } from 'vitest'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import { nativeTaskManagerPod } from './native-task-manager-pod.ts'

/** The sample of a real 1.20.5 cluster: TaskManager of 1g, two slots, 0.1 cores. */
const configuration = {
  'execution.target': 'kubernetes-session',
  'high-availability.type': 'kubernetes',
  'jobmanager.memory.process.size': '800m',
  'taskmanager.memory.process.size': '1g',
  'taskmanager.numberOfTaskSlots': '2',
  'kubernetes.taskmanager.cpu.amount': '0.1',
  'kubernetes.taskmanager.cpu.limit-factor': '20',
  'kubernetes.container.image.ref': 'flink:1.20.5',
  'kubernetes.service-account': 'flink',
}

const pod = (overrides: Partial<ClusterManifestInput> = {}): unknown => {
  const answer = nativeTaskManagerPod(
    {
      namespace: 'default',
      clusterId: 'app1',
      flinkVersion: 'v1_20',
      mode: 'native',
      owner: { apiVersion: 'v', kind: 'k', name: 'app1', uid: 'U' },
      jobManagerPodTemplate: null,
      taskManagerPodTemplate: null,
      logConfiguration: {},
      attempt: 'a-1',
      ...overrides,
      configuration: { ...configuration, ...overrides.configuration },
    },
    'app1-taskmanager-1-1',
  )
  return answer._tag === 'Left' ? answer.left : answer.right
}

const script = (made: unknown): string =>
  (made as { spec: { containers: readonly { args: readonly string[] }[] } }).spec.containers[0]?.args[2] ?? ''

describe('the TaskManager pod of native mode (cluster-manifests.md, section 7.1)', () => {
  const template = {
    spec: {
      containers: [{ name: 'flink-main-container', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
      volumes: [{ name: 'data', hostPath: { path: '/srv', type: 'Directory' } }],
    },
  }

  test('arguments of the entry point come after all options', () => {
    expect(script(pod({ configuration: { 'kubernetes.taskmanager.entrypoint.args': '-x y' } }))).toMatch(
      /^kubernetes-taskmanager\.sh -D.* -D [^\s=]+=\S+ -x y$/,
    )
  })

  test('as in the sample', () => {
    expect(pod({ taskManagerPodTemplate: template })).toMatchObject({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'app1-taskmanager-1-1', labels: { app: 'app1', component: 'taskmanager', type: 'flink-native-kubernetes' } },
      spec: {
        restartPolicy: 'Never',
        dnsPolicy: 'ClusterFirst',
        hostNetwork: false,
        serviceAccount: 'flink',
        containers: [
          {
            command: ['/docker-entrypoint.sh'],
            env: [
              { name: '_POD_NODE_ID', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'spec.nodeName' } } },
              {
                name: 'FLINK_TM_JVM_MEM_OPTS',
                value: '-Xmx161061270 -Xms161061270 -XX:MaxDirectMemorySize=201326592 -XX:MaxMetaspaceSize=268435456',
              },
            ],
            ports: [{ name: 'taskmanager-rpc', containerPort: 6122 }],
            resources: { limits: { cpu: '2.0', memory: '1024Mi' }, requests: { cpu: '0.1', memory: '1024Mi' } },
            volumeMounts: [{ name: 'data', mountPath: '/data' }, { name: 'flink-config-volume', mountPath: '/opt/flink/conf' }],
          },
        ],
      },
    })
  })

  test('8.3 resource options, byte for byte', () => {
    const words = script(pod()).split(' -D ').slice(1).map(word => word.trim()).toSorted()
    expect(words).toEqual([
      'external-resources=none',
      'taskmanager.cpu.cores=0.1',
      'taskmanager.memory.framework.heap.size=134217728b',
      'taskmanager.memory.framework.off-heap.size=134217728b',
      'taskmanager.memory.jvm-metaspace.size=268435456b',
      'taskmanager.memory.jvm-overhead.max=201326592b',
      'taskmanager.memory.jvm-overhead.min=201326592b',
      'taskmanager.memory.managed.size=241591914b',
      'taskmanager.memory.network.max=67108864b',
      'taskmanager.memory.network.min=67108864b',
      'taskmanager.memory.task.heap.size=26843542b',
      'taskmanager.memory.task.off-heap.size=0b',
      'taskmanager.numberOfTaskSlots=2',
    ])
    expect(script(pod()).startsWith("kubernetes-taskmanager.sh -Dtaskmanager.resource-id='app1-taskmanager-1-1' -D ")).toBe(true)
  })

  test('external resources: the pod asks for those that Kubernetes knows, Flink counts all', () => {
    const made = pod({
      configuration: {
        'external-resources': 'gpu;fpga;none',
        'external-resource.gpu.amount': '2',
        'external-resource.gpu.kubernetes.config-key': 'nvidia.com/gpu',
        'external-resource.fpga.amount': '1',
      },
    })
    expect(made).toMatchObject({
      spec: { containers: [{ resources: { requests: { 'nvidia.com/gpu': '2' }, limits: { 'nvidia.com/gpu': '2' } } }] },
    })
    expect(script(made)).toContain('-D external-resources="gpu;fpga" -D external-resource.gpu.amount=2 -D external-resource.fpga.amount=1')
  })

  test('on the host network no port is declared', () => {
    expect(pod({ configuration: { 'kubernetes.hostnetwork.enabled': 'true' } })).not.toHaveProperty('spec.containers.0.ports')
  })

  test('6.11 here factors below 1 are refused', () => {
    expect(pod({ configuration: { 'kubernetes.taskmanager.cpu.limit-factor': '0.5' } })).toMatchObject({ reason: 'LimitFactor' })
  })
})
