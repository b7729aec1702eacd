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

/** Where the ConfigMaps are, and in whose name they are written. */
export interface ConfigMapDriverOptions {
  readonly namespace: string
  /** Of one request; default: that of the connection. */
  readonly deadline?: Millis
  /** Whose fields they are, in `managedFields`; default: the operator's. */
  readonly fieldManager?: string
}

/** A v1 ConfigMap as the API server answers it; null: it is none. */
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
 * Carries out one request of a machine of `core/high-availability`. Nothing is tried again: that is the machine's to decide. Never
 * rejects; what surely was not done is `Refused`, what may have been done is `Unknown`.
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

/** The version goes with the patch: the server compares it, and answers a conflict instead of merging into what came since. */
const patched = (
  { uid, resourceVersion, labels, annotations, data }: Extract<ConfigMapRequest, { readonly _tag: 'Update' }>,
): JsonObject => ({ metadata: { uid, resourceVersion, ...unlessEmpty({ labels, annotations }) }, ...unlessEmpty({ data }) })

/** A part without changes is not named: an empty one would make a change of its own. */
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

/** The validation of a ConfigMap, its data and its annotations says so with a 422. */
const isTooLong = (message: string): boolean => /Too long: (must have at most|may not be (more|longer) than) \d+/.test(message)

/** The version is compared first; should a server look at the uid before, it says that it can't be changed. */
const isOtherUid = (message: string): boolean => /metadata\.uid: Invalid value/.test(message)

/** A write that failed: surely not done, or nobody knows. */
export const afterWrite = (
  { _tag, message, applied }: AdapterError,
): Extract<ConfigMapAnswer, { readonly _tag: 'Refused' | 'Unknown' }> => {
  if (applied === 'Maybe') return { _tag: 'Unknown', message }
  const why = _tag !== 'Invalid' ? (whyOf[_tag] ?? 'Other') : isTooLong(message) ? 'TooLarge' : isOtherUid(message) ? 'Conflict' : 'Other'
  return { _tag: 'Refused', why, message: why === 'TooLarge' ? `${message} (${tooLarge})` : message }
}

const tooLarge = 'a ConfigMap holds at most 1 MiB: nothing was written; remove entries that are not needed any more'
