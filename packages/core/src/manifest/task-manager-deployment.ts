import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { type Decorator, decorated, mapMainContainer, podFromTemplate, podTemplateSpec } from './pod.ts'
import { envSecrets, mountSecrets } from './mount-secrets.ts'
import { flinkConfigMount } from './flink-config-mount.ts'
import { hadoopConfMount, kerberosMount } from './hadoop.ts'
import { initStandaloneTaskManager } from './init-task-manager.ts'
import { entryPath } from './job-manager-command.ts'
import { selector, taskManagerName, objectMetadata } from './object-metadata.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { readInteger } from './read-option.ts'
import { deploymentOwnerReference } from './owner-reference.ts'
import { ownNamespace } from './own-namespace.ts'
import { roleAnnotations, roleLabels } from './pod-options.ts'

const command: Decorator = cluster => pod =>
  E.right(mapMainContainer(container => ({ ...container, command: [entryPath(cluster)], args: ['taskmanager'] }))(pod))

/** The steps of cluster-manifests.md, section 7.2. */
const decorators: readonly Decorator[] = [
  ownNamespace,
  initStandaloneTaskManager,
  envSecrets,
  mountSecrets,
  command,
  hadoopConfMount,
  kerberosMount,
  flinkConfigMount,
]

const replicasKey = 'kubernetes.internal.taskmanager.replicas'

const taskManagerReplicas = ({ configuration }: Cluster): E.Either<ManifestError, number> =>
  pipe(
    readInteger(configuration, replicasKey, 1),
    E.filterOrElse(replicas => replicas >= 1, found =>
      manifestError('Replicas', replicasKey, `'${replicasKey}' should not be configured less than one.`, { more: `Found: ${found}.` })),
  )

/** Deployment of the TaskManagers of a standalone cluster (cluster-manifests.md, section 7.2). */
export const taskManagerDeployment = (cluster: Cluster): E.Either<ManifestError, JsonObject> =>
  pipe(
    sequenceS(E.Apply)({
      replicas: taskManagerReplicas(cluster),
      pod: decorated(decorators)(cluster)(podFromTemplate(cluster.input.taskManagerPodTemplate)),
      labels: roleLabels(cluster, 'taskmanager'),
      annotations: roleAnnotations(cluster, 'taskmanager'),
    }),
    E.map(({ replicas, pod, labels, annotations }) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: objectMetadata(cluster.input, {
        name: taskManagerName(cluster.input.clusterId),
        labels,
        annotations,
        ownerReferences: [deploymentOwnerReference(cluster.input.owner)],
      }),
      spec: { replicas, selector: { matchLabels: selector(cluster.input, 'taskmanager') }, template: podTemplateSpec(pod) },
    })),
  )
