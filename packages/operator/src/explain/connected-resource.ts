import type { JsonObject } from '@flink-operator/core'
import type { Credentials, Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { type ClusterFlags, credentialsOf } from '../command/cluster.ts'
import { environment, type Outcome, type Refusal, usage } from '../exit-code.ts'

/** Flags of the commands about one resource. */
export interface ResourceFlags extends ClusterFlags {
  readonly namespace?: string
  readonly output?: 'text' | 'json'
}

/** A FlinkDeployment as the API server has it now, and the way to it. */
export interface ConnectedResource {
  readonly http: Http
  readonly credentials: Credentials
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly json: JsonObject
  /** Where it was read, for messages. */
  readonly where: string
}

const prefixes: readonly string[] = ['flinkdeployment', 'flinkdeployments', 'flinkdep', 'flinkdeployments.flink.apache.org', 'flinkdeployment.flink.apache.org']
const isName = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text) && text.length <= 253

/** `wordcount`, or as kubectl writes it `flinkdeployment/wordcount`. */
export const resourceName = (argument: string): E.Either<string, string> => {
  const [name = '', prefix = null, ...more] = argument.split('/').reverse()
  if (more.length > 0 || (prefix !== null && !prefixes.includes(prefix.toLowerCase()))) return E.left(`"${argument}" is no FlinkDeployment: expected NAME or flinkdeployment/NAME, and its namespace with -n`)
  return isName(name) ? E.right(name) : E.left(`"${name}" is no name of a resource: lower case letters, digits, "-" and "." are allowed`)
}

export const flinkDeployment = { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment' } as const

const uidOf = (json: JsonObject): string => {
  const metadata = json['metadata'] as JsonObject | undefined
  return typeof metadata?.['uid'] === 'string' ? metadata['uid'] : ''
}

const asked = (argument: string, { namespace }: ResourceFlags): E.Either<Refusal, string> => {
  if (namespace !== undefined && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(namespace)) return E.left(usage(`"${namespace}" is no namespace: lower case letters, digits and "-" are allowed`))
  return E.mapLeft(usage)(resourceName(argument))
}

/** Reads one FlinkDeployment and does something with it over the same connection. */
export const withResource = async (argument: string, flags: ResourceFlags, use: (resource: ConnectedResource) => Promise<Outcome>): Promise<Outcome> => {
  const name = asked(argument, flags)
  if (E.isLeft(name)) return name
  const credentials = await credentialsOf(flags)
  if (E.isLeft(credentials)) return credentials
  const { createHttp, readObject } = await import('@flink-operator/k8s-adapter')
  const namespace = flags.namespace ?? credentials.right.namespace
  const where = `${credentials.right.server.origin} (${credentials.right.source})`
  const http = createHttp({ credentials: credentials.right })
  try {
    const read = await readObject(http)({ ...flinkDeployment, namespace, name: name.right })()
    if (E.isLeft(read)) return E.left(read.left._tag === 'NotFound' ? usage(`there is no FlinkDeployment ${namespace}/${name.right} at ${where}`) : environment(`${where}: ${read.left.message}`))
    return await use({ http, credentials: credentials.right, namespace, name: name.right, uid: uidOf(read.right), json: read.right, where })
  } finally {
    await http.close()
  }
}

/** Prints a value: as JSON, or as its text. */
export const print = ({ output }: ResourceFlags, value: unknown, text: () => string): void => {
  process.stdout.write(`${output === 'json' ? JSON.stringify(value, null, 2) : text()}\n`)
}
