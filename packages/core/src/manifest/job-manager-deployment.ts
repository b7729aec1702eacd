import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isStandalone, type Cluster } from './cluster.ts'
import { type Decorator, mounted, decorated, podFromTemplate, podTemplateSpec } from './pod.ts'
import { arrayAt, isJsonObject, textAt } from './json-field.ts'
import { readList, readInteger } from './read-option.ts'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { JsonObject } from '../contract/resource/json.ts'
import { envSecrets, mountSecrets } from './mount-secrets.ts'
import { flinkConfigMount } from './flink-config-mount.ts'
import { hadoopConfMount, kerberosMount } from './hadoop.ts'
import { initJobManager } from './init-job-manager.ts'
import { jobManagerCommand } from './job-manager-command.ts'
import { selector, jobManagerName, objectMetadata } from './object-metadata.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { ownNamespace } from './own-namespace.ts'
import { deploymentOwnerReference } from './owner-reference.ts'
import { roleAnnotations, roleLabels } from './pod-options.ts'
import { podTemplateMount } from './pod-template-mount.ts'

const directory = '/opt/flink/usrlib'

/**
 * Mounts an empty directory for user libraries, for standalone applications only (cluster-manifests.md, section 6.10). Not if the job's own
 * jar is below that path: the mount would hide it (M-D05).
 */
export const userLibMount: Decorator = ({ input, application, configuration }) => pod =>
  pipe(
    readList(configuration, 'pipeline.classpaths'),
    E.map(jars => {
      const isMounted = arrayAt(pod.mainContainer, 'volumeMounts').some(mount =>
        isJsonObject(mount) && textAt(mount, 'mountPath')?.startsWith(directory) === true
      )
      const isNeeded = isStandalone(input) && application && jars.length > 0
        && !jars.some(jar => jar.replace(/^[a-z]+:(\/\/)?/, '').startsWith(`${directory}/`))
      return isNeeded && !isMounted ? mounted({ name: 'user-lib-dir', emptyDir: {} }, { mountPath: directory })(pod) : pod
    }),
  )

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
