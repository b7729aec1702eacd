import type { JsonObject } from '@flink-operator/core/resource'
import type { ClusterRequest } from './cluster-request.ts'
import { portsOf } from './container.ts'
import { commonLabels, hashLabel, selectorLabel, typeLabel } from './flink-application-labels.ts'
import { objectMetadata } from './metadata.ts'
import { genericServiceName, versionedServiceName } from './flink-application-names.ts'

/** The selector of both Services: the JobManager pods of one Deployment. */
export const serviceSelector = (request: Pick<ClusterRequest, 'meta' | 'colour'>, selector: string): Readonly<Record<string, string>> => ({
  ...commonLabels(request),
  [selectorLabel]: selector,
  [typeLabel]: 'jobmanager',
})

const service = (request: ClusterRequest, name: string, labels: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: objectMetadata(request, name, labels),
  spec: {
    ports: portsOf(request.spec, 'jobmanager').map(({ name: port, containerPort }) => ({ name: port, port: containerPort })),
    selector: serviceSelector(request, request.selectors.jobmanager),
    type: 'ClusterIP',
    clusterIP: 'None',
  },
})

/** The generic Service of an application or of one of its colours (lyft-flinkapplication.md, section 3.3). */
export const genericService = (request: ClusterRequest): JsonObject =>
  service(request, genericServiceName(request.meta.name, request.colour), commonLabels(request))

/**
 * The REST Service of one cluster. After a rescale in place a second one exists for the new hash. It is headless too, unlike that of Lyft's
 * operator; `selectors` are those of the existing Deployments.
 */
export const versionedService = (request: ClusterRequest): JsonObject =>
  service(request, versionedServiceName(request.meta.name, request.hash), { ...commonLabels(request), [hashLabel]: request.hash })
