import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { JsonObject } from '../contract/resource/json.ts'
import { type Cluster, isStandalone } from './cluster.ts'
import { type Decorator, decorated } from './decorator.ts'
import { envSecrets } from './env-secrets.ts'
import { flinkConfigMount } from './flink-config-mount.ts'
import { hadoopConfMount } from './hadoop.ts'
import { initJobManager } from './init-job-manager.ts'
import { jobManagerCommand } from './job-manager-command.ts'
import { kerberosMount } from './kerberos.ts'
import { selector } from './cluster-labels.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { mountSecrets } from './mount-secrets.ts'
import { jobManagerName } from './object-names.ts'
import { objectMetadata } from './object-metadata.ts'
import { ownNamespace } from './own-namespace.ts'
import { readInteger } from './read-option.ts'
import { deploymentOwnerReference } from './owner-reference.ts'
import { podFromTemplate, podTemplateSpec } from './pod.ts'
import { roleAnnotations, roleLabels } from './pod-options.ts'
import { podTemplateMount } from './pod-template-mount.ts'
import { userLibMount } from './user-lib-mount.ts'

/** The steps of cluster-manifests.md, section 6. The Services of its steps 5 and 6 are separate objects. */
const decorators = (cluster: Cluster): readonly Decorator[] => [
  ...(isStandalone(cluster.input) ? [ownNamespace] : []),
  initJobManager,
  envSecrets,
  mountSecrets,
  jobManagerCommand,
  hadoopConfMount,
  kerberosMount,
  flinkConfigMount,
  isStandalone(cluster.input) ? userLibMount : podTemplateMount,
]

const replicasKey = 'kubernetes.jobmanager.replicas'

const jobManagerReplicas = ({ configuration, highAvailability }: Cluster): E.Either<ManifestError, number> =>
  pipe(
    readInteger(configuration, replicasKey, 1),
    E.chain(replicas => {
      if (replicas < 1)
        return E.left(
          manifestError('Replicas', replicasKey, `'${replicasKey}' should not be configured less than one.`, {
            more: `Found: ${replicas}.`,
          }),
        )
      if (replicas > 1 && !highAvailability)
        return E.left(
          manifestError('Replicas', replicasKey, 'High availability should be enabled when starting standby JobManagers.', {
            more: `Found: ${replicas} replicas. Allowed without high availability: 1.`,
          }),
        )
      return E.right(replicas)
    }),
  )

/**
 * Deployment of the JobManager (cluster-manifests.md, section 6.12). Strategy Recreate: a rolling update, by any client, would run two
 * JobManagers of one job (M-D11).
 */
export const jobManagerDeployment = (cluster: Cluster): E.Either<ManifestError, JsonObject> =>
  pipe(
    sequenceS(E.Apply)({
      replicas: jobManagerReplicas(cluster),
      pod: decorated(decorators(cluster))(cluster)(podFromTemplate(cluster.input.jobManagerPodTemplate)),
      labels: roleLabels(cluster, 'jobmanager'),
      annotations: roleAnnotations(cluster, 'jobmanager'),
    }),
    E.map(({ replicas, pod, labels, annotations }) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: objectMetadata(cluster.input, {
        name: jobManagerName(cluster.input.clusterId),
        labels,
        annotations,
        ownerReferences: [deploymentOwnerReference(cluster.input.owner)],
      }),
      spec: {
        replicas,
        selector: { matchLabels: selector(cluster.input, 'jobmanager') },
        strategy: { type: 'Recreate' },
        template: podTemplateSpec(pod),
      },
    })),
  )
