import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import { mainContainerName } from '../flink/configuration/pod-template.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { type ContainerImage, containerImage } from './container-image.ts'
import { type Decorator, mapMainContainer, mounted } from './pod.ts'
import { appended, objectAt } from './json-field.ts'
import { readBoolean, readText } from './read-option.ts'
import { withNetworkAndAccount, customEnvironment, logDirectory, withPodOptions } from './pod-options.ts'
import { jobManagerMemory } from './process-memory.ts'
import { containerResources, jobManagerCores } from './resources.ts'

const podAddress: JsonObject = { name: '_POD_IP_ADDRESS', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } }

/**
 * The container's ports, in this order. The REST server's port may differ from that of its Service (U20). On the host network Flink chooses
 * the ports later.
 */
const declaredPorts = ({ ports }: Cluster): readonly JsonObject[] => [
  { name: 'rest', containerPort: ports.restBind },
  { name: 'jobmanager-rpc', containerPort: ports.jobManagerRpc },
  { name: 'blobserver', containerPort: ports.blobServer },
]

interface Parts {
  readonly hostNetwork: boolean
  readonly image: ContainerImage
  readonly resources: JsonObject
}

const withMainContainer = (cluster: Cluster, { hostNetwork, image, resources }: Parts) =>
  mapMainContainer(container =>
    pipe(
      { ...container, name: mainContainerName, ...image, resources },
      it => appended(it, 'ports', hostNetwork ? [] : declaredPorts(cluster)),
      it => appended(it, 'env', [...customEnvironment(cluster, 'containerized.master.env.'), podAddress, ...logDirectory(cluster)]),
    )
  )

/** The base of the JobManager pod, over its template (cluster-manifests.md, section 6.1). */
export const initJobManager: Decorator = cluster => pod =>
  pipe(
    sequenceS(E.Apply)({ memory: jobManagerMemory(cluster), cores: jobManagerCores(cluster.configuration) }),
    E.chain(({ memory, cores }) =>
      sequenceS(E.Apply)({
        hostNetwork: readBoolean(cluster.configuration, 'kubernetes.hostnetwork.enabled', false),
        image: containerImage(cluster, pod.mainContainer),
        resources: containerResources(objectAt(pod.mainContainer, 'resources'), {
          configuration: cluster.configuration,
          role: 'jobmanager',
          amounts: { bytes: memory.process, cores },
          check: 'AtLeastOne',
        }),
      })
    ),
    E.chain(parts =>
      pipe(
        pod,
        withNetworkAndAccount(cluster, 'jobmanager', parts.hostNetwork),
        withMainContainer(cluster, parts),
        mounted({ name: 'user-artifacts-volume', emptyDir: {} }, {
          mountPath: readText(cluster.configuration, 'user.artifacts.base-dir', '/opt/flink/artifacts'),
        }),
        withPodOptions(cluster, 'jobmanager'),
      )
    ),
  )
