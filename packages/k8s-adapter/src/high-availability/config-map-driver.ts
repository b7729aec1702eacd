import type * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json, JsonObject, Millis } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import type { ConfigMapAnswer, ConfigMapContent, ConfigMapRequest } from '@flink-operator/high-availability'
import { fieldManager } from '../effect/write.ts'
import type { Http, HttpRequest } from '../http.ts'
import { objectAt, textAt, textsAt } from '../json-path.ts'
import { collectionPath, objectPath } from '../resource-path.ts'

/** Namespace and field manager of the ConfigMaps. */
export interface ConfigMapDriverOptions {
  readonly namespace: string
  /** Deadline of one request; default: that of the connection. */
  readonly deadline?: Millis
  /** Our name in `managedFields`; default: the operator's. */
  readonly fieldManager?: string
}

/** A v1 ConfigMap from an answer of the API server; null: it is none. */
export const configMapContent = (json: Json): ConfigMapContent | null => {
  const name = textAt(json, 'metadata', 'name')
  const uid = textAt(json, 'metadata', 'uid')
  const resourceVersion = textAt(json, 'metadata', 'resourceVersion')
  if (!name || !uid || !resourceVersion) return null
  return {
    name,
    uid,
    resourceVersion,
    deleting: textAt(json, 'metadata', 'deletionTimestamp') !== null,
    labels: textsAt(json, 'metadata', 'labels'),
    annotations: textsAt(json, 'metadata', 'annotations'),
    data: textsAt(json, 'data'),
  }
}

/**
 * Carries out one request of a state machine of the high-availability package. It retries nothing: the state machine does. Never
 * rejects: a write that was certainly not applied is `Refused`, one that may have been is `Unknown`.
 */
export const configMapDriver = (http: Http, options: ConfigMapDriverOptions) => (request: ConfigMapRequest): T.Task<ConfigMapAnswer> =>
  pipe(
    http.send({ ...httpRequest(request, options), ...(options.deadline === undefined ? {} : { deadline: options.deadline }) }),
    TE.match(
      error => (request._tag === 'Get' ? afterRead(error) : afterWrite(error)),
      json => answered(request, json),
    ),
  )

const ref = (namespace: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace } as const)

const httpRequest = (
  request: ConfigMapRequest,
  { namespace, fieldManager: manager = fieldManager }: ConfigMapDriverOptions,
): HttpRequest => {
  const path = objectPath({ ...ref(namespace), name: request.name })
  const query = { fieldManager: manager }
  switch (request._tag) {
    case 'Get':
      return { method: 'GET', path }
    case 'Create':
      return { method: 'POST', path: collectionPath(ref(namespace)), query, body: JSON.stringify(created(request, namespace)) }
    case 'Update':
      return { method: 'PATCH', path, query, contentType: 'application/merge-patch+json', body: JSON.stringify(patched(request)) }
    case 'Delete': {
      const { uid, resourceVersion } = request
      return { method: 'DELETE', path, body: JSON.stringify({ ...deleteOptions, preconditions: { uid, resourceVersion } }) }
    }
  }
}

const deleteOptions = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' }

const created = (
  { name, labels, annotations, data }: Extract<ConfigMapRequest, { readonly _tag: 'Create' }>,
  namespace: string,
): JsonObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name, labels, annotations }, data })

/** Includes the version, so that the server answers a conflict instead of merging into a newer object. */
const patched = (
  { uid, resourceVersion, labels, annotations, data }: Extract<ConfigMapRequest, { readonly _tag: 'Update' }>,
): JsonObject => ({ metadata: { uid, resourceVersion, ...unlessEmpty({ labels, annotations }) }, ...unlessEmpty({ data }) })

/** Leaves out parts without changes: an empty part would be a change. */
const unlessEmpty = (parts: Readonly<Record<string, JsonObject>>): JsonObject =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))

const answered = (request: ConfigMapRequest, json: Json): ConfigMapAnswer => {
  const configMap = textAt(json, 'kind') === 'Status' ? null : configMapContent(json)
  if (request._tag === 'Delete') return { _tag: 'Written', configMap }
  if (configMap === null)
    return { _tag: 'Unknown', message: `the answer of the API server is no ConfigMap (${Object.keys(objectAt(json) ?? {}).join(', ')})` }
  return { _tag: request._tag === 'Get' ? 'Got' : 'Written', configMap }
}

const afterRead = ({ _tag, message }: AdapterError): ConfigMapAnswer =>
  _tag === 'NotFound' ? { _tag: 'Got', configMap: null } : { _tag: 'Unknown', message }

type Why = Extract<ConfigMapAnswer, { readonly _tag: 'Refused' }>['why']

const whyOf: Partial<Readonly<Record<AdapterErrorTag, Why>>> = {
  Conflict: 'Conflict',
  AlreadyExists: 'AlreadyExists',
  NotFound: 'NotFound',
  TooLarge: 'TooLarge',
  Forbidden: 'Forbidden',
}

/** Kubernetes' validation of a ConfigMap, its data and its annotations answers 422 with this text. */
const isTooLong = (message: string): boolean => /Too long: (must have at most|may not be (more|longer) than) \d+/.test(message)

/** The server compares the version first; if it checks the uid before, it answers that the uid can't be changed. */
const isOtherUid = (message: string): boolean => /metadata\.uid: Invalid value/.test(message)

/** A failed write: certainly not applied, or unknown. */
export const afterWrite = (
  { _tag, message, applied }: AdapterError,
): Extract<ConfigMapAnswer, { readonly _tag: 'Refused' | 'Unknown' }> => {
  if (applied === 'Maybe') return { _tag: 'Unknown', message }
  const why = _tag !== 'Invalid' ? (whyOf[_tag] ?? 'Other') : isTooLong(message) ? 'TooLarge' : isOtherUid(message) ? 'Conflict' : 'Other'
  return { _tag: 'Refused', why, message: why === 'TooLarge' ? `${message} (${tooLarge})` : message }
}

const tooLarge = 'a ConfigMap holds at most 1 MiB: nothing was written; remove entries that are not needed any more'
