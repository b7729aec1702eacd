import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { objectAt } from '../json-path.ts'
import { manifestRef } from '../manifest-ref.ts'
import { isSameObject } from '../read/is-same-object.ts'
import { objectPath } from '../resource-path.ts'
import { apply } from './write.ts'

/**
 * A version that no object ever has: etcd's revisions begin with 1, before anything is written. With it, an apply creates the object
 * or conflicts with an existing one. A POST would do the same, but a later apply never prunes fields that a POST created.
 */
const ofNoObject = '1'

/**
 * `ApplyObject`: server-side apply of the rendered object, forced. `uid`: of the observed object; Conflict if another object has its
 * name now, and with `resourceVersion` also if it changed since. Null: none was observed; Conflict with any object that exists now,
 * even our own.
 * `stringify`: makes JSON text; needed if integers over 2^53 are kept as text (`core/codec`, `stringifyJson`).
 */
export const applyObject = (http: Http, stringify?: (json: JsonObject) => string) =>
(
  manifest: JsonObject,
  uid: string | null = null,
  resourceVersion: string | null = null,
): TE.TaskEither<AdapterError, Json> => {
  const target = manifestRef(manifest)
  const encoding = stringify === undefined ? {} : { stringify }
  const seen = (metadata: JsonObject, force: boolean): TE.TaskEither<AdapterError, Json> =>
    apply(http, objectPath(target), { ...manifest, metadata: { ...objectAt(manifest, 'metadata'), ...metadata } }, { force, ...encoding })
  if (uid === null) return seen({ resourceVersion: ofNoObject }, false)
  return pipe(
    seen({ uid, ...(resourceVersion === null ? {} : { resourceVersion }) }, true),
    TE.orElse(error =>
      error._tag !== 'Invalid'
        ? TE.left(error)
        : pipe(
          TE.fromTask<O.Option<boolean>, AdapterError>(isSameObject(http)({ ...target, uid })),
          TE.flatMap(same => TE.left<AdapterError, Json>(O.isSome(same) && !same.value ? { ...error, _tag: 'Conflict' } : error)),
        )
    ),
  )
}
