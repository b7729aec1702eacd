import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import { mainContainerName } from '../flink-configuration/main-container.ts'
import type { Cluster } from './cluster.ts'
import { containerImage } from './container-image.ts'
import type { Decorator } from './decorator.ts'
import { appended, objectAt } from './json-field.ts'
import { findText } from './read-option.ts'
import { mapMainContainer, mapSpec } from './pod.ts'
import { customEnvironment, logDirectory, withPodOptions } from './pod-options.ts'
import { taskManagerBytes } from './process-memory.ts'
import { containerResources, taskManagerCores } from './resources.ts'

/** The template's account is not asked (cluster-manifests.md, section 7.2). */
const serviceAccount = ({ configuration }: Cluster): string =>
  findText(configuration, 'kubernetes.taskmanager.service-account') ?? findText(configuration, 'kubernetes.service-account') ?? 'default'

/** The base of a standalone TaskManager pod: account, image and pull policy from options alone, network as in the template (section 7.2). */
export const initStandaloneTaskManager: Decorator = cluster => pod =>
  pipe(
    sequenceS(E.Apply)({ bytes: taskManagerBytes(cluster.configuration), cores: taskManagerCores(cluster.configuration) }),
    E.chain(amounts =>
      sequenceS(E.Apply)({
        image: containerImage(cluster, {}),
        resources: containerResources(objectAt(pod.mainContainer, 'resources'), {
          configuration: cluster.configuration, role: 'taskmanager', amounts, check: 'Unchecked',
        }),
      })),
    E.chain(({ image, resources }) =>
      pipe(
        pod,
        mapSpec(spec => ({ ...spec, serviceAccount: serviceAccount(cluster), serviceAccountName: serviceAccount(cluster) })),
        mapMainContainer(container =>
          pipe(
            { ...container, name: mainContainerName, ...image, resources },
            it => appended(it, 'ports', [{ name: 'taskmanager-rpc', containerPort: cluster.ports.taskManagerRpc }]),
            it => appended(it, 'env', [...customEnvironment(cluster, 'containerized.taskmanager.env.'), ...logDirectory(cluster)]),
          )),
        withPodOptions(cluster, 'taskmanager'),
      )),
  )
