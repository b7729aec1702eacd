import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { commonLabels, selector } from './cluster-labels.ts'
import type { ManifestError } from './manifest-error.ts'
import { internalServiceName } from './object-names.ts'
import { objectMetadata } from './object-metadata.ts'
import { firstOwnerReference } from './owner-reference.ts'
import { readMap } from './read-option.ts'

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
