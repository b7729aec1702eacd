import * as O from 'fp-ts/lib/Option.js'
import type * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ResourceRef } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { readObject } from './read-object.ts'

/**
 * True if the object of that name still has that uid. None: it could not be read. The server rejects a write with another uid in
 * several ways (409 for PUT and DELETE, 422 for a merge patch, Kubernetes 1.35); this read after a rejection avoids parsing its
 * messages.
 */
export const isSameObject = (http: Http) => (target: ResourceRef): T.Task<O.Option<boolean>> =>
  pipe(
    readObject(http)(target),
    TE.match(
      error => (error._tag === 'NotFound' ? O.some(false) : O.none),
      live => O.some(textAt(live, 'metadata', 'uid') === target.uid),
    ),
  )
