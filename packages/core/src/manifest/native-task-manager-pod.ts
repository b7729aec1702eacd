import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import type { ManifestError } from './manifest-error.ts'
import { findText, readInteger, readList, readBoolean, readText } from './read-option.ts'
import type { TaskManagerMemory } from '../flink/configuration/memory-model.ts'
import { cpuQuantity, containerResources, taskManagerCores } from './resources.ts'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import { mainContainerName } from '../flink/configuration/pod-template.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { type Cluster, clusterOf } from './cluster.ts'
import { containerImage } from './container-image.ts'
import { type Decorator, decorated, mapMainContainer, mapMetadata, podFromTemplate, podTemplateSpec } from './pod.ts'
import { envSecrets, mountSecrets } from './mount-secrets.ts'
import { nativeTaskManagerConfigMount } from './flink-config-mount.ts'
import { hadoopConfMount, kerberosMount } from './hadoop.ts'
import { entryPath } from './job-manager-command.ts'
import { appended, canonicalObject, objectAt, overlaid } from './json-field.ts'
import { withNetworkAndAccount, customEnvironment, logDirectory, withPodOptions } from './pod-options.ts'
import { taskManagerMemory } from './process-memory.ts'

export interface ExternalResource {
  readonly name: string
  readonly amount: number
  /** Name of the resource in Kubernetes. Null: Flink counts it, but the pod does not request it. */
  readonly kubernetesName: string | null
}

const one = (configuration: FlinkConfiguration) => (name: string): E.Either<ManifestError, ExternalResource> =>
  pipe(
    readInteger(configuration, `external-resource.${name}.amount`, 0),
    E.map(amount => ({ name, amount, kubernetesName: findText(configuration, `external-resource.${name}.kubernetes.config-key`) })),
  )

/** Resources of TaskManagers that Flink does not know itself, such as GPUs (cluster-manifests.md, section 6.11). `none` means none. */
export const externalResources = (configuration: FlinkConfiguration): E.Either<ManifestError, readonly ExternalResource[]> =>
  pipe(
    readList(configuration, 'external-resources'),
    E.chain(names => pipe(names.filter(name => name !== 'none'), E.traverseArray(one(configuration)))),
    E.map(found => found.filter(({ amount }) => amount > 0)),
  )

/** JVM options of a TaskManager (cluster-manifests.md, section 8.3). */
export const taskManagerJvmOptions = (memory: TaskManagerMemory): string => {
  const heap = memory.frameworkHeap + memory.taskHeap
  const direct = memory.frameworkOffHeap + memory.taskOffHeap + memory.network
  return `-Xmx${heap} -Xms${heap} -XX:MaxDirectMemorySize=${direct} -XX:MaxMetaspaceSize=${memory.metaspace}`
}

const externalOptions = (external: readonly ExternalResource[]): readonly (readonly [string, string])[] =>
  external.length === 0
    ? [['external-resources', 'none']]
    : [
      ['external-resources', `"${external.map(({ name }) => name).join(';')}"`],
      ...external.map(({ name, amount }) => [`external-resource.${name}.amount`, String(amount)] as const),
    ]

/** Dynamic options of a TaskManager, which set exactly the computed resources (cluster-manifests.md, section 8.3). */
export const taskManagerOptions = ({ memory, cores, slots, external }: {
  readonly memory: TaskManagerMemory
  readonly cores: number
  readonly slots: number
  readonly external: readonly ExternalResource[]
}): string => {
  const bytes = (key: string, size: bigint) => [`taskmanager.memory.${key}`, `${size}b`] as const
  const options: readonly (readonly [string, string])[] = [
    ['taskmanager.cpu.cores', cpuQuantity(cores)],
    bytes('framework.heap.size', memory.frameworkHeap),
    bytes('framework.off-heap.size', memory.frameworkOffHeap),
    bytes('task.heap.size', memory.taskHeap),
    bytes('task.off-heap.size', memory.taskOffHeap),
    bytes('network.min', memory.network),
    bytes('network.max', memory.network),
    bytes('managed.size', memory.managed),
    bytes('jvm-metaspace.size', memory.metaspace),
    bytes('jvm-overhead.min', memory.overhead),
    bytes('jvm-overhead.max', memory.overhead),
    ['taskmanager.numberOfTaskSlots', String(slots)],
    ...externalOptions(external),
  ]
  return options.map(([key, value]) => `-D ${key}=${value}`).join(' ')
}

const nodeName: JsonObject = { name: '_POD_NODE_ID', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'spec.nodeName' } } }

const asAmounts = (resources: readonly ExternalResource[]): JsonObject =>
  Object.fromEntries(
    resources.flatMap(({ kubernetesName, amount }) => (kubernetesName === null ? [] : [[kubernetesName, String(amount)] as const])),
  )

const withAmounts = (resources: JsonObject, amounts: JsonObject): JsonObject =>
  overlaid(overlaid(resources, 'requests', amounts), 'limits', amounts)

const init: Decorator = cluster => pod =>
  pipe(
    sequenceS(E.Apply)({ memory: taskManagerMemory(cluster), cores: taskManagerCores(cluster.configuration) }),
    E.chain(({ memory, cores }) =>
      sequenceS(E.Apply)({
        hostNetwork: readBoolean(cluster.configuration, 'kubernetes.hostnetwork.enabled', false),
        image: containerImage(cluster, pod.mainContainer),
        external: externalResources(cluster.configuration),
        resources: containerResources(objectAt(pod.mainContainer, 'resources'), {
          configuration: cluster.configuration,
          role: 'taskmanager',
          amounts: { bytes: memory.process, cores },
          check: 'AtLeastOne',
        }),
      })
    ),
    E.chain(({ hostNetwork, image, external, resources }) =>
      pipe(
        pod,
        withNetworkAndAccount(cluster, 'taskmanager', hostNetwork),
        it => ({ ...it, spec: { ...it.spec, restartPolicy: 'Never' } }),
        mapMainContainer(container =>
          pipe(
            { ...container, name: mainContainerName, ...image, resources: withAmounts(resources, asAmounts(external)) },
            it => appended(it, 'ports', hostNetwork ? [] : [{ name: 'taskmanager-rpc', containerPort: cluster.ports.taskManagerRpc }]),
            it =>
              appended(it, 'env', [...customEnvironment(cluster, 'containerized.taskmanager.env.'), nodeName, ...logDirectory(cluster)]),
          )
        ),
        withPodOptions(cluster, 'taskmanager'),
      )
    ),
  )

const command = (podName: string): Decorator => cluster => pod =>
  pipe(
    sequenceS(E.Apply)({
      memory: taskManagerMemory(cluster),
      cores: taskManagerCores(cluster.configuration),
      slots: readInteger(cluster.configuration, 'taskmanager.numberOfTaskSlots', 1),
      external: externalResources(cluster.configuration),
    }),
    E.map(({ memory, cores, slots, external }) => {
      const dynamic = `-Dtaskmanager.resource-id='${podName}'`
      const options = taskManagerOptions({ memory, cores, slots, external })
      const script = `kubernetes-taskmanager.sh ${dynamic} ${options} ${
        readText(cluster.configuration, 'kubernetes.taskmanager.entrypoint.args', '')
      }`
      return mapMainContainer(container =>
        appended({ ...container, command: [entryPath(cluster)], args: ['bash', '-c', script] }, 'env', [
          { name: 'FLINK_TM_JVM_MEM_OPTS', value: taskManagerJvmOptions(memory) },
        ])
      )(pod)
    }),
  )

const podOf = (cluster: Cluster, podName: string): E.Either<ManifestError, JsonObject> =>
  pipe(
    podFromTemplate(cluster.input.taskManagerPodTemplate),
    mapMetadata(metadata => ({ ...metadata, name: podName })),
    decorated([init, envSecrets, mountSecrets, command(podName), hadoopConfMount, kerberosMount, nativeTaskManagerConfigMount])(cluster),
    E.map(pod => ({ apiVersion: 'v1', kind: 'Pod', ...podTemplateSpec(pod) })),
  )

/** The same with unsorted keys, for inspection only. */
export const unsortedTaskManagerPod = (input: ClusterManifestInput, podName: string): E.Either<ManifestError, JsonObject> =>
  pipe(clusterOf(input), E.chain(cluster => podOf(cluster, podName)))

/**
 * The pod that Flink's own resource manager creates in native mode (cluster-manifests.md, section 7.1). The operator never creates one:
 * this is for the simulation. Of the options that a running JobManager adds because they differ from its file, it has only the resource id.
 */
export const nativeTaskManagerPod = (input: ClusterManifestInput, podName: string): E.Either<ManifestError, JsonObject> =>
  pipe(unsortedTaskManagerPod(input, podName), E.map(canonicalObject))
