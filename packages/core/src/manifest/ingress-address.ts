import * as E from 'fp-ts/lib/Either.js'
import { type ManifestError, manifestError } from './manifest-error.ts'

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
