import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import { mainContainerName } from '../flink/configuration/main-container.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { type Cluster, clusterOf } from './cluster.ts'
import { containerImage } from './container-image.ts'
import { type Decorator, decorated } from './decorator.ts'
import { envSecrets } from './env-secrets.ts'
import { type ExternalResource, externalResources } from './external-resources.ts'
import { nativeTaskManagerConfigMount } from './flink-config-mount.ts'
import { hadoopConfMount } from './hadoop.ts'
import { entryPath } from './job-manager-command.ts'
import { appended, canonicalObject, objectAt, overlaid } from './json-field.ts'
import { kerberosMount } from './kerberos.ts'
import type { ManifestError } from './manifest-error.ts'
import { mountSecrets } from './mount-secrets.ts'
import { mapMainContainer, mapMetadata, podFromTemplate, podTemplateSpec } from './pod.ts'
import { withNetworkAndAccount } from './pod-network.ts'
import { customEnvironment, logDirectory, withPodOptions } from './pod-options.ts'
import { taskManagerMemory } from './process-memory.ts'
import { readBoolean, readInteger, readText } from './read-option.ts'
import { containerResources, taskManagerCores } from './resources.ts'
import { taskManagerJvmOptions, taskManagerOptions } from './task-manager-options.ts'

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
