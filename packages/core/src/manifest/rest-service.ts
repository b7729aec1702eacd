import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { commonLabels, selector, internalServiceName, objectMetadata, restServiceName } from './object-metadata.ts'
import type { ManifestError } from './manifest-error.ts'
import { firstOwnerReference } from './owner-reference.ts'
import { readMap, readEnum } from './read-option.ts'
import { sequenceS } from 'fp-ts/lib/Apply.js'

/** Headless Service `<id>` for the cluster's own traffic (cluster-manifests.md, section 6.5). */
export const internalService = ({ input, configuration, ports }: Cluster): E.Either<ManifestError, JsonObject> =>
  pipe(
    readMap(configuration, 'kubernetes.internal-service.annotations'),
    E.map(annotations => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: objectMetadata(input, {
        name: internalServiceName(input.clusterId),
        labels: commonLabels(input),
        annotations,
        ownerReferences: [firstOwnerReference(input.owner)],
      }),
      spec: {
        clusterIP: 'None',
        selector: selector(input, 'jobmanager'),
        ports: [
          { name: 'jobmanager-rpc', port: ports.jobManagerRpc },
          { name: 'blobserver', port: ports.blobServer },
        ],
      },
    })),
  )

const exposedTypes = {
  ClusterIP: { type: 'ClusterIP' },
  NodePort: { type: 'NodePort' },
  LoadBalancer: { type: 'LoadBalancer' },
  Headless_ClusterIP: { type: 'ClusterIP', clusterIP: 'None' },
} as const

const names = ['ClusterIP', 'NodePort', 'LoadBalancer', 'Headless_ClusterIP'] as const

/** Service `<id>-rest`, through which the operator and users reach Flink's REST API (cluster-manifests.md, section 6.6). */
export const restService = ({ input, configuration, ports }: Cluster): E.Either<ManifestError, JsonObject> =>
  pipe(
    sequenceS(E.Apply)({
      annotations: readMap(configuration, 'kubernetes.rest-service.annotations'),
      exposed: readEnum(configuration, 'kubernetes.rest-service.exposed.type', { allowed: names, preset: 'ClusterIP' }),
    }),
    E.map(({ annotations, exposed }) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: objectMetadata(input, {
        name: restServiceName(input.clusterId),
        labels: commonLabels(input),
        annotations,
        ownerReferences: [firstOwnerReference(input.owner)],
      }),
      spec: {
        ...exposedTypes[exposed],
        selector: selector(input, 'jobmanager'),
        ports: [{ name: 'rest', port: ports.rest, targetPort: ports.restBind }],
      },
    })),
  )
