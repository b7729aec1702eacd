import type { JsonObject } from '../../../resource/json.ts'
import type { ClusterRequest } from './cluster-request.ts'
import { portsOf } from './container.ts'
import { commonLabels, hashLabel, selectorLabel, typeLabel } from './flink-application-labels.ts'
import { objectMetadata } from './metadata.ts'
import { genericServiceName, versionedServiceName } from './flink-application-names.ts'

/** What either Service points at: the JobManager of one Deployment. */
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

/** The way in to an application, or to one of its colours (lyft-flinkapplication.md, section 3.3). */
export const genericService = (request: ClusterRequest): JsonObject =>
  service(request, genericServiceName(request.meta.name, request.colour), commonLabels(request))

/**
 * The way to one cluster. After a scaling in place it stands beside the one of the hash before, headless too, which the reference's is
 * not: `selectors` are then those of the Deployments that there are.
 */
export const versionedService = (request: ClusterRequest): JsonObject =>
  service(request, versionedServiceName(request.meta.name, request.hash), { ...commonLabels(request), [hashLabel]: request.hash })
