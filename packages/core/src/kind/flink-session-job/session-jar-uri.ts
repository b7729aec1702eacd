import * as E from 'fp-ts/lib/Either.js'
import { isRight } from 'fp-ts/lib/Either.js'
import { overlay } from '../../flink/configuration/alias-table.ts'
import { flatten, defaultConfiguration } from '../../flink/configuration/layers.ts'
import type { FlinkDefaults } from '../../flink/configuration/flink-defaults.ts'
import { readOption } from '../../flink/configuration/option.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { isFlinkVersion } from '../../contract/resource/flink-version.ts'
import { optionTable } from '../../options/option-table.ts'
import { type JavaUri, parseJavaUri } from '../../flink/configuration/java-uri.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { parseIpAddress, isRestrictedAddress } from '../../spec/validation/restricted-address.ts'
import { error, nothing } from '../../spec/validation/rule.ts'

/** The part of a FlinkDeployment's spec that is the base of the configuration of its session jobs. */
export interface ClusterSpec {
  readonly flinkVersion: string | null
  readonly flinkConfiguration: JsonObject | null
}

const ownLayers = (cluster: ClusterSpec | null, flinkConfiguration: JsonObject | null) =>
  [cluster?.flinkConfiguration ?? {}, flinkConfiguration ?? {}].map(flatten)

/**
 * True if the headers come from the job or its cluster and are no secret of the operator. Then they may be sent to any host that the job
 * names.
 */
export const hasOwnJarHeaders = (cluster: ClusterSpec | null, flinkConfiguration: JsonObject | null): boolean => {
  const own = ownLayers(cluster, flinkConfiguration).reduce(overlay, {})
  const headers = readOption(own, optionTable.userArtifactsHttpHeader)
  return !isRight(headers) || headers.right !== null
}

/**
 * HTTP headers for fetching the jar of a session job. The job's own `flinkConfiguration` overrides that of its cluster, which overrides
 * that of the operator. Headers are secrets and appear in no action and no status, so the code that fetches the jar reads them here. A
 * value that does not parse gives no headers; validation reports it.
 */
export const jarHeaders = (
  defaults: FlinkDefaults,
  namespace: string,
  cluster: ClusterSpec | null,
  flinkConfiguration: JsonObject | null,
): Readonly<Record<string, string>> => {
  const version = cluster?.flinkVersion ?? null
  const defaultLayer = defaultConfiguration(defaults, namespace, isFlinkVersion(version) ? version : null)
  const configuration = ownLayers(cluster, flinkConfiguration).reduce(overlay, defaultLayer)
  const headers = readOption(configuration, optionTable.userArtifactsHttpHeader)
  return isRight(headers) ? headers.right ?? {} : {}
}

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
