import type { IncomingMessage } from 'node:http'
import { parseDocument } from 'yaml'
import * as E from 'fp-ts/lib/Either.js'
import type { DecodeError, Json, JsonObject } from '@flink-operator/core'
import { exactJsonOf, kubernetesYaml, type NoJson, parseExactJson } from '@flink-operator/core/codec'
import { isObject, textAt } from '../object/fields.ts'
import type { FieldValidation } from '../write/admission.ts'
import type { ResourceType } from './resource-type.ts'
import { badRequest, type Refusal, unsupportedMedia } from './status.ts'

/** The target of a path below `/api` or `/apis`. */
export interface Target {
  readonly type: ResourceType
  /** Empty: cluster-scoped, or all namespaces. */
  readonly namespace: string
  /** Null: the collection. */
  readonly name: string | null
  readonly subresource: string
}

/** One call of the API. */
export interface ApiRequest {
  readonly method: string
  readonly target: Target
  readonly query: URLSearchParams
  readonly accept: string
  readonly contentType: string
  readonly body: Json | undefined
}

type FindType = (group: string, version: string, plural: string) => ResourceType | undefined

/** Parses the path; null: it is not served. */
export const targetOf = (path: string, findType: FindType): Target | null => {
  const [root, ...parts] = path.split('/').filter(part => part !== '').map(decodeURIComponent)
  if (root !== 'api' && root !== 'apis') return null
  const [group, version, ...rest] = root === 'api' ? ['', ...parts] : parts
  if (group === undefined || version === undefined) return null
  const inNamespace = isInNamespace(rest)
  const namespace = inNamespace ? (rest[1] ?? '') : ''
  const [plural, name, subresource = ''] = inNamespace ? rest.slice(2) : rest
  const type = plural === undefined ? undefined : findType(group, version, plural)
  if (type === undefined || (inNamespace && !type.namespaced)) return null
  return { type, namespace, name: name ?? null, subresource }
}

/** `namespaces/<name>/status` belongs to the namespace object. */
const isInNamespace = ([first, , what, ...more]: readonly string[]): boolean =>
  first === 'namespaces' && what !== undefined && !(more.length === 0 && (what === 'status' || what === 'finalize'))

const longestBody = 3 * 1024 * 1024

/** The whole body as text. Rejects if it is longer than the API server accepts. */
export const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > longestBody) throw new Error('Request entity too large: limit is 3145728')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parsedYaml = (text: string): E.Either<string, Json | undefined> => {
  const document = parseDocument(text, kubernetesYaml)
  const [error] = document.errors
  return error === undefined ? E.mapLeft(({ message }: NoJson) => message)(exactJsonOf(document)) : E.left(error.message)
}

/** JSON, or YAML by content type, as exact JSON, in which objects are stored, merged, checked and sent. */
export const parsedBody = (text: string, contentType: string): E.Either<Refusal, Json | undefined> => {
  if (text === '') return E.right(undefined)
  if (contentType.includes('protobuf')) return E.left(unsupportedMedia('protobuf: the sandbox reads JSON and YAML only'))
  const parsed = contentType.includes('yaml') ? parsedYaml(text)
    : E.mapLeft(({ found, expected }: DecodeError) => `expected ${expected}, found ${found}`)(parseExactJson(text))
  return E.mapLeft((message: string) => badRequest(`couldn't get version/kind; json parse error: ${message}`))(parsed)
}

/** Requires an object. */
export const objectBody = ({ body }: ApiRequest): E.Either<Refusal, JsonObject> =>
  isObject(body) ? E.right(body) : E.left(badRequest('the body of the request is no object'))

export const isDryRun = (query: URLSearchParams): boolean => query.get('dryRun') === 'All'

export const fieldValidation = (query: URLSearchParams): FieldValidation => {
  const given = query.get('fieldValidation')
  return given === 'Strict' || given === 'Ignore' ? given : 'Warn'
}

/** The object in the version of the path, whatever version it is stored in. */
export const inVersion = (object: JsonObject, { group, version }: ResourceType): JsonObject => {
  const wanted = group === '' ? version : `${group}/${version}`
  return textAt(object, 'apiVersion') === wanted ? object : { ...object, apiVersion: wanted }
}
