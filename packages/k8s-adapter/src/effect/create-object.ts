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

/** One that is being deleted is as good as gone, whoever made it. */
const isOurs = (manifest: JsonObject, live: JsonObject): boolean =>
  attemptOf(manifest) !== null && attemptOf(manifest) === attemptOf(live) && textAt(live, 'metadata', 'deletionTimestamp') === null

/**
 * `CreateObject`: creates the rendered object. It is done, too, if it is there with the same attempt: an earlier answer was lost. Else
 * AlreadyExists. Answers the object as the server has it.
 */
export const createObject = (http: Http) => (manifest: JsonObject): TE.TaskEither<AdapterError, Json> =>
  pipe(
    post(http, collectionPath(manifestRef(manifest)), manifest),
    TE.orElse(error =>
      error._tag !== 'AlreadyExists'
        ? TE.left(error)
        : pipe(
          readObject(http)(manifestRef(manifest)),
          // It was there a moment ago: whether by us is not known now.
          TE.mapLeft((readError): AdapterError => ({ ...readError, applied: 'Maybe' })),
          TE.filterOrElse(live => isOurs(manifest, live), () => error),
        )
    ),
  )
