import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ManifestRequest } from '../contract/action/manifest-request.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { type IngressAddress, ingressAddress } from './ingress-address.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { restServiceName } from './object-names.ts'
import { ingressOwnerReference } from './owner-reference.ts'

type Request = Extract<ManifestRequest, { readonly _tag: 'IngressManifest' }>

const rule = ({ name, clusterId = name, restPort }: Request, { host, path }: IngressAddress): JsonObject => ({
  ...(host === null ? {} : { host }),
  http: {
    paths: [
      {
        pathType: 'ImplementationSpecific',
        ...(path === null ? {} : { path }),
        backend: { service: { name: restServiceName(clusterId), port: { number: restPort } } },
      },
    ],
  },
})

const metadata = ({ name, namespace, owner, ingress }: Request): JsonObject => ({
  name,
  namespace,
  labels: { ...ingress.labels, component: 'ingress' },
  ...(ingress.annotations === null ? {} : { annotations: ingress.annotations }),
  ownerReferences: [ingressOwnerReference(owner)],
})

/** Ingress to a cluster's REST Service (cluster-manifests.md, section 9). */
export const ingressManifest = (request: Request): E.Either<ManifestError, JsonObject> => {
  const { ingress } = request
  return pipe(
    ingress.template,
    E.fromNullable(manifestError('IngressTemplate', null, 'spec.ingress.template must be set.', { field: 'ingress.template' })),
    E.chain(template => ingressAddress(template, request)),
    E.map(address => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: metadata(request),
      spec: {
        ...(ingress.className === null ? {} : { ingressClassName: ingress.className }),
        ...(ingress.tls === null || ingress.tls.length === 0 ? {} : { tls: ingress.tls }),
        rules: [rule(request, address)],
      },
    })),
  )
}
