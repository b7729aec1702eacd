import type { Json, JsonObject } from '@flink-operator/core/resource'
import type { HashedApplication, HashOptions } from '../hash/hashed-application.ts'
import { type GoType, rewritten } from '../kubernetes-json/go-type.ts'
import { affinity, imagePullSecrets, nodeSelector, podSecurityContext, tolerations } from '../kubernetes-json/pod-types.ts'
import { volumes } from '../kubernetes-json/volume-types.ts'
import { container, propertiesVariable } from './container.ts'
import { deploymentAnnotations, type Role, roleLabels, usersAnnotations, hashLabel, selectorLabel } from './flink-application-labels.ts'
import { configOf } from './memory.ts'
import { unlessEmpty, objectMetadata } from './metadata.ts'
import { arrayAt, isJsonObject, objectAt, overlaid, textAt } from '@flink-operator/core/manifest'
import type { ClusterRequest } from './cluster-request.ts'
import { isHighlyAvailable } from './flink-properties.ts'
import { deploymentName, podName, versionedServiceName } from './flink-application-names.ts'

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

/**
 * The configuration lines that are known only once the cluster has its name (lyft-flinkapplication.md, section 3.6). A blank line separates
 * them from the hashed part.
 */
const suffix = ({ meta, hash, spec }: ClusterRequest, role: Role): string => {
  const service = versionedServiceName(meta.name, hash)
  return [
    '',
    ...(isHighlyAvailable(spec)
      ? [`kubernetes.cluster-id: ${service}`, ...(role === 'jobmanager' ? ['jobmanager.rpc.address: $HOST_IP'] : [])]
      : [`jobmanager.rpc.address: ${service}`]),
    ...(role === 'taskmanager' ? ['taskmanager.host: $HOST_IP'] : []),
    '',
  ].join('\n')
}

/** The variables with the complete configuration: the current one and a copy under its old name. */
const completed = (request: ClusterRequest, role: Role) => (variable: Json): readonly Json[] => {
  if (!isJsonObject(variable) || variable['name'] !== propertiesVariable) return [variable]
  const value = `${textAt(variable, 'value') ?? ''}${suffix(request, role)}`
  return [{ name: 'OPERATOR_FLINK_CONFIG', value }, { ...variable, value }]
}

const withProperties = (request: ClusterRequest, role: Role) => (container: Json): Json =>
  isJsonObject(container) ? { ...container, env: arrayAt(container, 'env').flatMap(completed(request, role)) } : container

const podTemplate = (request: ClusterRequest, role: Role, template: JsonObject): JsonObject => {
  const pod = objectAt(template, 'spec')
  const metadata = objectAt(template, 'metadata')
  return {
    metadata: {
      ...overlaid(overlaid(metadata, 'annotations', { [hashLabel]: request.hash }), 'labels', { [selectorLabel]: request.selectors[role] }),
      name: podName(request.meta.name, request.hash, role),
    },
    spec: { ...pod, containers: arrayAt(pod, 'containers').map(withProperties(request, role)) },
  }
}

/** The Deployment of a role in the form in which the operator creates it (lyft-flinkapplication.md, sections 3.1 to 3.6). */
export const deployment = (request: ClusterRequest, role: Role): JsonObject => {
  const { meta, hash, colour, options, selectors } = request
  const template = deploymentTemplate(request, options, role)
  const [metadata, spec] = [objectAt(template, 'metadata'), objectAt(template, 'spec')]
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: objectMetadata(
      request,
      deploymentName(meta.name, hash, colour, role),
      { ...objectAt(metadata, 'labels'), [hashLabel]: hash },
      objectAt(metadata, 'annotations'),
    ),
    spec: {
      ...spec,
      selector: overlaid(objectAt(spec, 'selector'), 'matchLabels', { [selectorLabel]: selectors[role] }),
      template: podTemplate(request, role, objectAt(spec, 'template')),
    },
  }
}
