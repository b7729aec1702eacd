import * as O from 'fp-ts/lib/Option.js'
import type * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ResourceRef } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { readObject } from './read-object.ts'

/**
 * Is the object of that name still the one with that uid? None: it could not be read. The server refuses a write that carries another uid
 * in several ways (409 for PUT and DELETE, 422 for a merge patch, Kubernetes 1.35), so after a refusal this is asked instead of reading its
 * words.
 */
export const isSameObject = (http: Http) => (target: ResourceRef): T.Task<O.Option<boolean>> =>
  pipe(
    readObject(http)(target),
    TE.match(
      error => (error._tag === 'NotFound' ? O.some(false) : O.none),
      live => O.some(textAt(live, 'metadata', 'uid') === target.uid),
    ),
  )
