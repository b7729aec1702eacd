import * as E from 'fp-ts/lib/Either.js'
import type { Finding } from '../resource/finding.ts'
import { isRestrictedAddress, parseIpAddress } from './ip-address.ts'
import { error, nothing } from './rule.ts'

interface Uri {
  readonly scheme: string | null
  /** Null where there is no authority, or one that names no server. */
  readonly host: string | null
}

const pattern = /^(?:([^:/?#]+):)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/su
const illegal = /[\s"<>\\^`{|}\p{Cc}\p{Zs}]|%(?![0-9a-fA-F]{2})/u

/** In which part of the URI a position is, as Java names it. */
const partAt = (position: number, [, scheme, authority = '', path = '', query = '']: readonly (string | undefined)[]): string => {
  const start = scheme === undefined ? 0 : scheme.length + 1
  const isOpaque = scheme !== undefined && authority === '' && !path.startsWith('/')
  const ends = [[start, 'scheme name'], [start + authority.length, 'authority'],
    [start + authority.length + path.length, isOpaque ? 'opaque part' : 'path'], [start + authority.length + path.length + query.length, 'query']] as const
  return ends.find(([end]) => position < end)?.[1] ?? 'fragment'
}

const hostOf = (authority: string | undefined): string | null => {
  const server = authority?.slice(2).replace(/^[^@]*@/u, '') ?? ''
  const [, host] = /^(\[[0-9a-fA-F:.%\w]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9.])?)(?::\d*)?$/u.exec(server) ?? []
  return host === undefined || /\.\.|-\.|\.-/u.test(host) ? null : host
}

const parse = (text: string): E.Either<string, Uri> => {
  const parts: readonly (string | undefined)[] = pattern.exec(text) ?? []
  const bad = illegal.exec(text)
  if (bad !== null) return E.left(bad[0] === '%' ? `Malformed escape pair at index ${bad.index}: ${text}` : `Illegal character in ${partAt(bad.index, parts)} at index ${bad.index}: ${text}`)
  const [, scheme, authority, path = '', query] = parts
  if (text.startsWith(':')) return E.left(`Expected scheme name at index 0: ${text}`)
  if (scheme !== undefined && !/^[a-zA-Z][a-zA-Z0-9+.-]*$/u.test(scheme)) {
    const at = /^[a-zA-Z]/u.test(scheme) ? scheme.search(/[^a-zA-Z0-9+.-]/u) : 0
    return E.left(`Illegal character in scheme name at index ${at}: ${text}`)
  }
  if (authority === '//' && path === '') return E.left(`Expected authority at index ${text.indexOf('//') + 2}: ${text}`)
  if (scheme !== undefined && authority === undefined && path === '' && query === undefined) return E.left(`Expected scheme-specific part at index ${text.length}: ${text}`)
  return E.right({ scheme: scheme ?? null, host: hostOf(authority) })
}

/** Addresses by host name, all of them; a name that is not there does not resolve. Literal addresses need no look-up. */
export type ResolvedHosts = Readonly<Record<string, readonly string[]>>

const field = 'job.jarURI'

const hostFindings = (host: string | null, hosts: ResolvedHosts): readonly Finding[] => {
  if (host === null) return error(field, 'jarURI must include a host for http/https schemes')
  const literal = parseIpAddress(host)
  const addresses = literal === null ? (Object.hasOwn(hosts, host) ? (hosts[host] ?? []) : []).map(parseIpAddress) : [literal]
  if (addresses.length === 0) return error(field, `jarURI host '${host}' cannot be resolved`)
  return addresses.some(address => address === null || isRestrictedAddress(address)) ? error(field, `jarURI host '${host}' resolves to a restricted address`) : nothing
}

/**
 * Row 4 of section 13.3: where the operator may fetch the jar of a session job from. The name service is an input (C-D15): every address of the host has to be allowed,
 * and the fetcher uses the addresses that were checked.
 */
export const sessionJarUri = (
  jarURI: string | null, allowedSchemes: readonly string[], disallowRestrictedHosts: boolean, hosts: ResolvedHosts,
): readonly Finding[] => {
  if (jarURI === null) return nothing
  const uri = parse(jarURI)
  if (E.isLeft(uri)) return error(field, `jarURI is not a valid URI: ${uri.left}`)
  const { scheme, host } = uri.right
  if (scheme === null) return error(field, 'jarURI must include a scheme')
  const allowed = [...new Set(allowedSchemes.map(it => it.toLowerCase()))].sort()
  if (!allowed.includes(scheme.toLowerCase()))
    return error(field, `jarURI scheme '${scheme}' is not in the allowlist [${allowed.join(', ')}]. Configure 'kubernetes.operator.user.artifacts.allowed-schemes' to extend the allowlist.`)
  return /^https?$/iu.test(scheme) && disallowRestrictedHosts ? hostFindings(host, hosts) : nothing
}

/** The host that has to be resolved before a session job can be validated; null: none. */
export const hostToResolve = (jarURI: string | null): string | null => {
  const uri = jarURI === null ? null : parse(jarURI)
  if (uri === null || E.isLeft(uri) || !/^https?$/iu.test(uri.right.scheme ?? '')) return null
  const { host } = uri.right
  return host === null || parseIpAddress(host) !== null ? null : host
}
