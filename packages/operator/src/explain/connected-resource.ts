import { identityOf, type JsonObject, redactText } from '@flink-operator/core'
import { redactTexts, secretsIn } from '@flink-operator/core/redaction'
import { type KindName, kindOf } from '@flink-operator/kinds'
import type { Credentials, Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { type ClusterFlags, credentialsOf } from '../command/cluster.ts'
import { environment, type Outcome, type Refusal, usage } from '../exit-code.ts'
import { toStdout } from '../output/write.ts'

/** Flags of the commands about one resource. */
export interface ResourceFlags extends ClusterFlags {
  readonly namespace?: string
  readonly output?: 'text' | 'json'
}

/** A resource as the API server has it now, and the connection to it. */
export interface ConnectedResource {
  readonly kind: KindName
  readonly http: Http
  readonly credentials: Credentials
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly json: JsonObject
  /** Name of the server, for messages. */
  readonly where: string
}

/** The names that kubectl accepts for a kind: singular, plural and short name of the CRD; the first two also with the group. */
export const isKindName = (kind: KindName, text: string): boolean => {
  const { singular, plural, shortName, group } = kindOf(kind).type
  return [singular, plural, shortName, `${singular}.${group}`, `${plural}.${group}`].includes(text.toLowerCase())
}
/** True if Kubernetes accepts the text as the name of a resource. */
export const isName = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text) && text.length <= 253

/** The resource that the user named. */
export interface NamedResource {
  readonly kind: KindName
  readonly name: string
}

/** How a user can name a resource of these kinds. */
export const argumentWords = (kinds: readonly KindName[]): string =>
  `NAME, ${kinds.map(kind => `${kindOf(kind).type.singular}/NAME`).join(' or ')}`

/**
 * Parses `wordcount` (a FlinkDeployment) or kubectl's form `flinkdeployment/wordcount`, `flinksnp/sp-1`, for the kinds that the
 * command accepts.
 */
export const namedResource = (argument: string, kinds: readonly KindName[]): E.Either<string, NamedResource> => {
  const [name = '', prefix = null, ...more] = argument.split('/').reverse()
  const kind = prefix === null ? 'FlinkDeployment' : kinds.find(it => isKindName(it, prefix))
  const expected = `expected ${argumentWords(kinds)}, and its namespace with -n`
  if (more.length > 0) return E.left(`resource "${argument}": found ${more.length + 2} parts, ${expected}`)
  if (kind === undefined) return E.left(`resource "${argument}": found kind "${prefix ?? ''}", ${expected}`)
  return isName(name) ? E.right({ kind, name })
    : E.left(`"${name}" is no name of a resource: lower case letters, digits, "-" and "." are allowed`)
}

const uidOf = (json: JsonObject): string => {
  const metadata = json['metadata'] as JsonObject | undefined
  return typeof metadata?.['uid'] === 'string' ? metadata['uid'] : ''
}

const asked = (argument: string, { namespace }: ResourceFlags, kinds: readonly KindName[]): E.Either<Refusal, NamedResource> => {
  if (namespace !== undefined && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(namespace))
    return E.left(usage(`"${namespace}" is no namespace: lower case letters, digits and "-" are allowed`))
  return E.mapLeft(usage)(namedResource(argument, kinds))
}

type Use = (resource: ConnectedResource) => Promise<Outcome>

/** A name alone means a FlinkDeployment: this hint says how to name a resource of another kind. */
const otherKinds = (argument: string, name: string, kinds: readonly KindName[]): string => {
  const others = kinds.filter(kind => kind !== 'FlinkDeployment').map(kind => `${kindOf(kind).type.singular}/${name}`)
  return argument !== name || others.length === 0 ? '' : `; one of another kind is named as ${others.join(' or ')}`
}

/** Reads one resource (by default a FlinkDeployment) and calls `use` with it and its connection. */
export const withResource = async (
  argument: string,
  flags: ResourceFlags,
  use: Use,
  kinds: readonly KindName[] = ['FlinkDeployment'],
): Promise<Outcome> => {
  const wanted = asked(argument, flags, kinds)
  if (E.isLeft(wanted)) return wanted
  const { kind, name } = wanted.right
  const credentials = await credentialsOf(flags)
  if (E.isLeft(credentials)) return credentials
  const { createHttp, readObject } = await import('@flink-operator/k8s-adapter')
  const namespace = flags.namespace ?? credentials.right.namespace
  const where = `${credentials.right.server.origin} (${credentials.right.source})`
  const http = createHttp({ credentials: credentials.right })
  try {
    const read = await readObject(http)({ ...identityOf(kindOf(kind).type), namespace, name })()
    if (E.isLeft(read))
      return E.left(
        read.left._tag === 'NotFound' ? usage(`there is no ${kind} ${namespace}/${name} at ${where}${otherKinds(argument, name, kinds)}`)
          : environment(`${where}: ${read.left.message}`),
      )
    return await use({ http, credentials: credentials.right, kind, namespace, name, uid: uidOf(read.right), json: read.right, where })
  } finally {
    await http.close()
  }
}

/** A value as printed: JSON, or its text. Without secrets (P23), including those that `holders` (a spec, for example) contain. */
export const shown = (
  { output }: Pick<ResourceFlags, 'output'>,
  value: unknown,
  text: () => string,
  ...holders: readonly unknown[]
): string => {
  const secrets = secretsIn(...holders)
  return output === 'json' ? JSON.stringify(redactTexts(value, secrets), null, 2) : redactText(text(), secrets)
}

/** Prints to standard output. */
export const print = (flags: ResourceFlags, value: unknown, text: () => string, ...holders: readonly unknown[]): void => {
  toStdout(`${shown(flags, value, text, ...holders)}\n`)
}
