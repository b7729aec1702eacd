import * as E from 'fp-ts/lib/Either.js'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { pipe } from 'fp-ts/lib/function.js'
import type { ManifestRequest } from '../contract/action/manifest-request.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { restServiceName } from './object-metadata.ts'
import { ingressOwnerReference } from './owner-reference.ts'

export interface IngressAddress {
  /** Null: every host. */
  readonly host: string | null
  readonly path: string | null
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/**
 * Host and path of an ingress template (cluster-manifests.md, section 9): `{{name}}` and `{{namespace}}` in any case, a scheme is optional,
 * the port, the query and the fragment are dropped. Not a URL of the WHATWG kind: that refuses an empty host and escapes `|` and `{`.
 */
export const ingressAddress = (
  template: string,
  resource: { readonly name: string; readonly namespace: string },
): E.Either<ManifestError, IngressAddress> => {
  const url = /^https?:\/\//.test(template) ? template : `http://${template}`
  const filled = url.replace(/\{\{name\}\}/gi, () => resource.name).replace(/\{\{namespace\}\}/gi, () => resource.namespace)
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#]*)([^?#]*)/.exec(filled) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(host) ?? []
  return port !== undefined && !/^[0-9]*$/.test(port)
    ? E.left(
      manifestError('IngressTemplate', null, `Unable to process the Ingress template(${template}). Error: For input string: "${port}"`, {
        field: 'ingress.template',
        more: 'Allowed after the host: a colon and a number.',
      }),
    )
    : E.right({ host: orNull(name), path: orNull(path) })
}

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
