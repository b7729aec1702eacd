import type { IncomingMessage, ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject, Millis } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import type { Cluster } from '../controller/cluster.ts'
import { textAt } from '../object/fields.ts'
import { versionOf } from '../object/metadata.ts'
import { apiVersions, groupList, oneGroup, resourceList, version } from './discovery.ts'
import { listObject, listPage } from './list.ts'
import { onObjects } from './objects.ts'
import { openApiDocument, openApiIndex } from './openapi.ts'
import { type ApiRequest, inVersion, parsedBody, readBody, targetOf } from './request.ts'
import { badRequest, type Refusal, unavailable, unknownPath } from './status.ts'
import { reviewOf } from './review.ts'
import { formOf, metadataOnly, partialList, tableOf } from './table.ts'
import { watch } from './watch.ts'

/** Faults that tests inject into the API server. */
export interface ApiFaults {
  /** This many of the next writes are refused with 500, or applied without an answer. */
  failWrites: number
  loseAnswers: number
  /** Lost answers of Flink to requests that may change something. */
  loseFlinkAnswers: number
}

export interface ApiOptions {
  readonly cluster: Cluster
  readonly bookmarkInterval: Millis
  readonly faults: ApiFaults
}

const reply = (response: ServerResponse, code: number, body: JsonObject): void => {
  const text = exactJsonText(body)
  response.writeHead(code, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

const refuse = (response: ServerResponse, { code, body }: Refusal): void => reply(response, code, body)

/** Discovery documents by path; null: another path. */
const discovery = (cluster: Cluster, path: string, host: string): JsonObject | null => {
  const types = cluster.types.all()
  const parts = path.split('/').filter(part => part !== '')
  const [root, first = '', second = ''] = parts
  if (path === '/version') return version
  if (root === 'openapi' && first === 'v3') {
    if (parts.length === 2) return openApiIndex(types, cluster.types.revision())
    return openApiDocument(types, second === 'api' ? (parts[3] ?? '') : parts.slice(3).join('/'))
  }
  if (root === 'api') return parts.length === 1 ? apiVersions(host) : parts.length === 2 ? resourceList(types, first) : null
  if (root !== 'apis') return null
  if (parts.length === 1) return groupList(types)
  if (parts.length === 2) return oneGroup(types, first)
  return parts.length === 3 ? resourceList(types, `${first}/${second}`) : null
}

export const takeOne = (faults: ApiFaults, which: keyof ApiFaults): boolean => {
  if (faults[which] <= 0) return false
  faults[which] -= 1
  return true
}

const collection = (options: ApiOptions, request: ApiRequest, response: ServerResponse): E.Either<Refusal, void> => {
  const { cluster } = options
  const { type, namespace, name } = request.target
  const query = new URLSearchParams(request.query)
  if (name !== null) query.set('fieldSelector', `metadata.name=${name}`)
  const form = formOf(request.accept)
  if (query.get('watch') === 'true' || query.get('watch') === '1')
    return watch(
      { store: cluster.store, now: cluster.now, bookmarkInterval: options.bookmarkInterval },
      { type, namespace, query, form },
      response,
    )
  const page = listPage(cluster.store, type, namespace, query)
  if (E.isLeft(page)) return page
  const { objects, metadata } = page.right
  const include = query.get('includeObject') ?? 'Metadata'
  reply(
    response,
    200,
    form === 'Table' ? tableOf(type, objects, metadata, { now: cluster.now(), include, heads: true })
      : form === 'Metadata' ? partialList(objects, metadata) : listObject(type, page.right),
  )
  return E.right(undefined)
}

const single = (options: ApiOptions, request: ApiRequest, response: ServerResponse): E.Either<Refusal, void> => {
  const { cluster, faults } = options
  const isWrite = request.method !== 'GET'
  if (isWrite && takeOne(faults, 'failWrites')) return E.left(unavailable('the server is currently unable to handle the request'))
  const answer = onObjects(cluster, request)
  if (isWrite && takeOne(faults, 'loseAnswers')) {
    response.destroy()
    return E.right(undefined)
  }
  if (E.isLeft(answer)) return answer
  const { code, body, isObject } = answer.right
  const { type } = request.target
  const form = isObject ? formOf(request.accept) : 'Object'
  const given = isObject ? inVersion(body, type) : body
  reply(
    response,
    code,
    form === 'Table'
      ? tableOf(type, [given], { resourceVersion: versionOf(given) }, {
        now: cluster.now(),
        include: request.query.get('includeObject') ?? 'Metadata',
        heads: true,
      })
      : form === 'Metadata' ? metadataOnly(given) : given,
  )
  return E.right(undefined)
}

/** Log of a pod: its events, since no program writes a log. */
const podLog = (cluster: Cluster, namespace: string, pod: string): string =>
  cluster.store.list('/events', namespace)
    .filter(event => textAt(event, 'involvedObject', 'name') === pod)
    .map(event => `${textAt(event, 'lastTimestamp')} ${textAt(event, 'reason')}: ${textAt(event, 'message')}\n`).join('')

/**
 * The old OpenAPI form, which kubectl requests for a group that is missing in the new one. It contains no types, so kubectl checks
 * nothing, and reports an unknown kind. As protobuf, an empty document has no bytes.
 */
const openApiV2 = (response: ServerResponse, accept: string): void => {
  if (!accept.includes('protobuf'))
    return reply(response, 200, { swagger: '2.0', info: { title: 'Kubernetes', version: 'sandbox' }, paths: {} })
  response.writeHead(200, { 'content-type': 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' }).end()
}

/** Answers one call of the Kubernetes API. */
export const answerKubernetes = async (
  options: ApiOptions,
  incoming: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<void> => {
  const { cluster } = options
  const method = incoming.method ?? 'GET'
  const accept = incoming.headers.accept ?? ''
  if (method === 'GET' && url.pathname === '/openapi/v2') return openApiV2(response, accept)
  const found = method === 'GET' ? discovery(cluster, url.pathname, incoming.headers.host ?? '') : null
  if (found !== null) return reply(response, 200, found)
  const contentType = incoming.headers['content-type'] ?? 'application/json'
  const text = await readBody(incoming).catch((thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))))
  if (text instanceof Error) return refuse(response, { code: 413, body: badRequest(text.message).body })
  const reviewed = method === 'POST' ? reviewOf(url.pathname) : null
  if (reviewed !== null) return reply(response, 201, reviewed)
  const body = parsedBody(text, contentType)
  if (E.isLeft(body)) return refuse(response, body.left)
  const target = targetOf(url.pathname, cluster.types.find)
  if (target === null) return refuse(response, unknownPath())
  answerObjects(options, { method, target, query: url.searchParams, accept, contentType, body: body.right }, response)
}

const answerObjects = (options: ApiOptions, request: ApiRequest, response: ServerResponse): void => {
  const { method, target, query } = request
  if (target.subresource === 'log' && target.name !== null) {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(podLog(options.cluster, target.namespace, target.name))
    return
  }
  const isWatch = query.get('watch') === 'true' || query.get('watch') === '1'
  const done = method === 'GET' && target.subresource === '' && (target.name === null || isWatch) ? collection(options, request, response)
    : single(options, request, response)
  if (E.isLeft(done)) refuse(response, done.left)
}
