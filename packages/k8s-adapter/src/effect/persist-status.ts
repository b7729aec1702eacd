import { isDeepStrictEqual } from 'node:util'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { objectAt, textAt } from '../json-path.ts'
import type { OwnResource } from '../own-resource.ts'
import { objectPath } from '../resource-path.ts'
import { readObject } from '../read/read-object.ts'
import { put } from './write.ts'

/** The result of the write on the server. */
export interface StoredStatus {
  /** For the next write of the round. */
  readonly resourceVersion: string
  /** The stored status. */
  readonly status: JsonObject
  /** The resource with a concurrent edit over which the status was written; null: there was no edit. */
  readonly edited: JsonObject | null
}

/** How a status is written. */
export interface StatusEncoding {
  /** Makes JSON text; needed if integers over 2^53 are kept as text (`core/codec`, `stringifyJson`). */
  readonly stringify?: (json: JsonObject) => string
  /** The last stored status: the write then only requires this status to be unchanged, not the whole resource. */
  readonly over?: JsonObject
}

/** Keys that were written with a value but are missing after the write. Nulls do not count: schemas may drop them. */
const prunedKeys = (written: JsonObject, stored: JsonObject): readonly string[] =>
  Object.keys(written).filter(key => written[key] !== null && !(key in stored))

const pruned = (keys: readonly string[]): AdapterError => ({
  _tag: 'Pruned',
  message: `the CRD drops ${keys.map(key => `status.${key}`).join(', ')}: install the CRDs of this operator`,
  applied: 'Maybe',
  httpStatus: 200,
  retryAfter: null,
})

/** Number of concurrent edits that are tolerated before the write counts as a conflict. */
const edits = 3

/**
 * `PersistStatus`: replaces the whole status if the resource is at `resourceVersion` (otherwise Conflict) and has this uid. With
 * `over` a newer version is accepted, too, if its status is still that one. The server keeps everything but the status as stored.
 * Pruned: the write was accepted, but the CRD dropped fields.
 */
export const persistStatus =
  (http: Http, resource: OwnResource, encoding: StatusEncoding = {}) => (status: JsonObject): TE.TaskEither<AdapterError, StoredStatus> => {
    const { over } = encoding
    const write = (version: string, edited: JsonObject | null, left: number): TE.TaskEither<AdapterError, StoredStatus> =>
      pipe(
        putStatus(http, { ...resource, resourceVersion: version }, encoding, status, edited),
        TE.orElse(error => (over === undefined || error._tag !== 'Conflict' || left === 0 ? TE.left(error) : pipe(
          readObject(http)(resource),
          TE.flatMap(found => {
            const at = textAt(found, 'metadata', 'resourceVersion')
            // without a version the server would overwrite any later change
            return at !== null && at !== '' && textAt(found, 'metadata', 'uid') === resource.uid
                && isDeepStrictEqual(objectAt(found, 'status'), over) ? write(at, found, left - 1) : TE.left(error)
          }),
        ))),
      )
    return write(resource.resourceVersion, null, edits)
  }

const putStatus = (
  http: Http,
  resource: OwnResource,
  { stringify = JSON.stringify }: StatusEncoding,
  status: JsonObject,
  edited: JsonObject | null,
): TE.TaskEither<AdapterError, StoredStatus> => {
  const { apiVersion, kind, namespace, name, uid, resourceVersion } = resource
  const body = { apiVersion, kind, metadata: { namespace, name, uid, resourceVersion }, status }
  return pipe(
    put(http, `${objectPath(resource)}/status`, stringify(body)),
    TE.flatMap((json: Json) => {
      const stored = objectAt(json, 'status') ?? {}
      const missing = prunedKeys(status, stored)
      return missing.length > 0
        ? TE.left(pruned(missing))
        : TE.right({ resourceVersion: textAt(json, 'metadata', 'resourceVersion') ?? '', status: stored, edited })
    }),
  )
}
