import * as E from 'fp-ts/lib/Either.js'
import { type JavaUri, parseJavaUri } from '../../flink/configuration/java-uri.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { parseIpAddress } from '../../spec/validation/ip-address.ts'
import { isRestrictedAddress } from '../../spec/validation/restricted-address.ts'
import { error, nothing } from '../../spec/validation/rule.ts'

const hostOf = (authority: string): string | null => {
  const server = authority.replace(/^[^@]*@/u, '')
  const [, host] = /^(\[[0-9a-fA-F:.%\w]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9.])?)(?::\d*)?$/u.exec(server) ?? []
  return host === undefined || /\.\.|-\.|\.-/u.test(host) ? null : host
}

/** Splits a URI. `host` is null if there is no authority or if it names no server. */
const parse = (text: string): E.Either<string, { readonly scheme: string | null; readonly host: string | null }> =>
  E.map(({ scheme, authority }: JavaUri) => ({ scheme, host: authority === null ? null : hostOf(authority) }))(parseJavaUri(text))

/** All addresses of each host name. A name that is missing here does not resolve. Literal addresses need no entry. */
export type ResolvedHosts = Readonly<Record<string, readonly string[]>>

const field = 'job.jarURI'

const hostFindings = (host: string | null, hosts: ResolvedHosts | null): readonly Finding[] => {
  if (host === null) return error(field, 'jarURI must include a host for http/https schemes')
  const literal = parseIpAddress(host)
  if (literal === null && hosts === null) return nothing
  const addresses = literal === null ? (hosts !== null && Object.hasOwn(hosts, host) ? (hosts[host] ?? []) : []).map(parseIpAddress)
    : [literal]
  if (addresses.length === 0) return error(field, `jarURI host '${host}' cannot be resolved`)
  return addresses.some(address => address === null || isRestrictedAddress(address))
    ? error(field, `jarURI host '${host}' resolves to a restricted address`) : nothing
}

/**
 * Row 4 of section 13.3: the places from which the operator may fetch the jar of a session job. Name resolution is an input (C-D15): every
 * address of the host has to be allowed. `hosts` null: names are resolved and checked when the jar is fetched (E-40).
 */
export const sessionJarUri = (
  jarURI: string | null,
  allowedSchemes: readonly string[],
  disallowRestrictedHosts: boolean,
  hosts: ResolvedHosts | null,
): readonly Finding[] => {
  if (jarURI === null) return nothing
  const uri = parse(jarURI)
  if (E.isLeft(uri)) return error(field, `jarURI is not a valid URI: ${uri.left}`)
  const { scheme, host } = uri.right
  if (scheme === null) return error(field, 'jarURI must include a scheme')
  const allowed = [...new Set(allowedSchemes.map(it => it.toLowerCase()))].sort()
  if (!allowed.includes(scheme.toLowerCase()))
    return error(
      field,
      `jarURI scheme '${scheme}' is not in the allowlist [${
        allowed.join(', ')
      }]. Configure 'kubernetes.operator.user.artifacts.allowed-schemes' to extend the allowlist.`,
    )
  return /^https?$/iu.test(scheme) && disallowRestrictedHosts ? hostFindings(host, hosts) : nothing
}

/** The host that has to be resolved before a session job can be validated; null: none. */
export const hostToResolve = (jarURI: string | null): string | null => {
  const uri = jarURI === null ? null : parse(jarURI)
  if (uri === null || E.isLeft(uri) || !/^https?$/iu.test(uri.right.scheme ?? '')) return null
  const { host } = uri.right
  return host === null || parseIpAddress(host) !== null ? null : host
}
