import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import { mainContainerName } from '../flink/configuration/pod-template.ts'
import { containerImage } from './container-image.ts'
import { type Decorator, mapMainContainer, mapSpec } from './pod.ts'
import { appended, objectAt } from './json-field.ts'
import { configuredServiceAccount, customEnvironment, logDirectory, withPodOptions } from './pod-options.ts'
import { taskManagerMemory } from './process-memory.ts'
import { containerResources, taskManagerCores } from './resources.ts'

/**
 * The base of a standalone TaskManager pod: account, image and pull policy from options alone, network as in the template (section 7.2).
 */
export const initStandaloneTaskManager: Decorator = cluster => pod => {
  const account = configuredServiceAccount(cluster, 'taskmanager') ?? 'default'
  return pipe(
    sequenceS(E.Apply)({ memory: taskManagerMemory(cluster), cores: taskManagerCores(cluster.configuration) }),
    E.chain(({ memory, cores }) =>
      sequenceS(E.Apply)({
        image: containerImage(cluster, {}),
        resources: containerResources(objectAt(pod.mainContainer, 'resources'), {
          configuration: cluster.configuration,
          role: 'taskmanager',
          amounts: { bytes: memory.process, cores },
          check: 'Unchecked',
        }),
      })
    ),
    E.chain(({ image, resources }) =>
      pipe(
        pod,
        mapSpec(spec => ({ ...spec, serviceAccount: account, serviceAccountName: account })),
        mapMainContainer(container =>
          pipe(
            { ...container, name: mainContainerName, ...image, resources },
            it => appended(it, 'ports', [{ name: 'taskmanager-rpc', containerPort: cluster.ports.taskManagerRpc }]),
            it => appended(it, 'env', [...customEnvironment(cluster, 'containerized.taskmanager.env.'), ...logDirectory(cluster)]),
          )
        ),
        withPodOptions(cluster, 'taskmanager'),
      )
    ),
  )
}
