import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { commonLabels, selector } from './cluster-labels.ts'
import type { ManifestError } from './manifest-error.ts'
import { restServiceName } from './object-names.ts'
import { objectMetadata } from './object-metadata.ts'
import { firstOwnerReference } from './owner-reference.ts'
import { readEnum, readMap } from './read-option.ts'

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
