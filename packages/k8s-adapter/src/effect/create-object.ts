import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { manifestRef } from '../manifest-ref.ts'
import { readObject } from '../read/read-object.ts'
import { collectionPath } from '../resource-path.ts'
import { post } from './write.ts'

const attemptOf = (object: JsonObject): string | null => textAt(object, 'metadata', 'annotations', attemptAnnotation)

/** An object that is being deleted does not count, whoever created it. */
const isOurs = (manifest: JsonObject, live: JsonObject): boolean =>
  attemptOf(manifest) !== null && attemptOf(manifest) === attemptOf(live) && textAt(live, 'metadata', 'deletionTimestamp') === null

/**
 * `CreateObject`: creates the rendered object. Succeeds if it exists with the same attempt: an earlier answer was lost. Otherwise
 * AlreadyExists. Returns the object as the server has it.
 */
export const createObject = (http: Http) => (manifest: JsonObject): TE.TaskEither<AdapterError, Json> =>
  pipe(
    post(http, collectionPath(manifestRef(manifest)), manifest),
    TE.orElse(error =>
      error._tag !== 'AlreadyExists'
        ? TE.left(error)
        : pipe(
          readObject(http)(manifestRef(manifest)),
          // it existed a moment ago, but it is now unknown whether we created it
          TE.mapLeft((readError): AdapterError => ({ ...readError, applied: 'Maybe' })),
          TE.filterOrElse(live => isOurs(manifest, live), () => error),
        )
    ),
  )
