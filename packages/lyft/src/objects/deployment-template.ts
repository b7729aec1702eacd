import type { Json, JsonObject } from '@flink-operator/core/resource'
import type { HashedApplication, HashOptions } from '../hash/hashed-application.ts'
import { type GoType, rewritten } from '../kubernetes-json/go-type.ts'
import { affinity, imagePullSecrets, nodeSelector, podSecurityContext, tolerations } from '../kubernetes-json/pod-types.ts'
import { volumes } from '../kubernetes-json/volume-types.ts'
import { container } from './container.ts'
import { deploymentAnnotations, type Role, roleLabels, usersAnnotations } from './flink-application-labels.ts'
import { configOf } from './memory.ts'
import { unlessEmpty } from './unless-empty.ts'

/** The number of TaskManagers with enough slots for a parallelism. With 0 slots per TaskManager it is 0, which validation reports. */
export const taskManagersFor = (parallelism: number, taskSlots: number): number => (taskSlots < 1 ? 0 : Math.ceil(parallelism / taskSlots))

const metadata = (namespace: string, labels: JsonObject, annotations: JsonObject): JsonObject => ({
  ...unlessEmpty('namespace', namespace),
  creationTimestamp: null,
  labels,
  ...unlessEmpty('annotations', annotations),
})

const unlessNull = (key: string, type: GoType, value: Json): JsonObject => (value === null ? {} : { [key]: rewritten(type, value) })

const pod = (application: HashedApplication, options: HashOptions, role: Role): JsonObject => {
  const { spec } = application
  const config = configOf(spec, role)
  return {
    ...unlessEmpty('volumes', rewritten(volumes, spec.volumes)),
    containers: [container(application, options, role)],
    ...unlessEmpty('nodeSelector', rewritten(nodeSelector, config.nodeSelector)),
    ...unlessEmpty('serviceAccountName', spec.serviceAccountName),
    ...unlessNull('securityContext', podSecurityContext, spec.securityContext),
    ...unlessEmpty('imagePullSecrets', rewritten(imagePullSecrets, spec.imagePullSecrets)),
    ...unlessNull('affinity', affinity, config.affinity),
    ...unlessEmpty('schedulerName', options.schedulerName),
    ...unlessEmpty('tolerations', rewritten(tolerations, config.tolerations)),
  }
}

/**
 * The Deployment of a role without names, owner, hash and pod selector, with the nulls and empty objects that Go writes. The spec hash is
 * computed from it, and the real Deployment is built from it (lyft-flinkapplication.md, sections 2.3 and 3).
 */
export const deploymentTemplate = (application: HashedApplication, options: HashOptions, role: Role): JsonObject => {
  const { meta, spec } = application
  const labels = roleLabels(application, role)
  return {
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    metadata: metadata(meta.namespace, labels, deploymentAnnotations(application)),
    spec: {
      replicas: role === 'jobmanager' ? spec.jobManagerConfig.replicas
        : taskManagersFor(spec.parallelism, spec.taskManagerConfig.taskSlots),
      selector: { matchLabels: labels },
      template: {
        metadata: metadata(meta.namespace, labels, usersAnnotations(application)),
        spec: pod(application, options, role),
      },
      strategy: { type: 'Recreate' },
    },
    status: {},
  }
}
