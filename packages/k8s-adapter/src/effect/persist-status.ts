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

/** What the server has after the write. */
export interface StoredStatus {
  /** For the next write of the round. */
  readonly resourceVersion: string
  /** As the server has it now. */
  readonly status: JsonObject
  /** The resource with the edit over which it was written; null: there was none. */
  readonly edited: JsonObject | null
}

/** How a status is written. */
export interface StatusEncoding {
  /** JSON text; give one where integers over 2^53 are kept as text (`core/codec`, `stringifyJson`). */
  readonly stringify?: (json: JsonObject) => string
  /** Where only this status has to be there still, whatever else of the resource was written meanwhile: as the server had it last. */
  readonly over?: JsonObject
}

/** Keys that were written with a value and are not there afterwards. Nulls may go: schemas drop them at will. */
const prunedKeys = (written: JsonObject, stored: JsonObject): readonly string[] =>
  Object.keys(written).filter(key => written[key] !== null && !(key in stored))

const pruned = (keys: readonly string[]): AdapterError => ({
  _tag: 'Pruned',
  message: `the CRD drops ${keys.map(key => `status.${key}`).join(', ')}: install the CRDs of this operator`,
  applied: 'Maybe',
  httpStatus: 200,
  retryAfter: null,
})

/** How often somebody else may come between before it is a conflict all the same. */
const edits = 3

/**
 * `PersistStatus`: replaces the whole status, if the resource still is at `resourceVersion` (else Conflict) and has this uid. With `over`:
 * if it is not, but its status is this one, on the version that it is at. The server takes everything but the status from what it has
 * stored. Pruned: it was written, but the record did not survive.
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
            // without a version the server would write over whatever comes next
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
