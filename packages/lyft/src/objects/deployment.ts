import { arrayAt, isJsonObject, objectAt, overlaid, textAt } from '@flink-operator/core/manifest'
import type { Json, JsonObject } from '@flink-operator/core/resource'
import type { ClusterRequest } from './cluster-request.ts'
import { propertiesVariable } from './container.ts'
import { deploymentTemplate } from './deployment-template.ts'
import { isHighlyAvailable } from './high-availability.ts'
import { hashLabel, type Role, selectorLabel } from './flink-application-labels.ts'
import { objectMetadata } from './metadata.ts'
import { deploymentName, podName, versionedServiceName } from './flink-application-names.ts'

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
