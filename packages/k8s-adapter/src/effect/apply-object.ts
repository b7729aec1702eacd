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
 * `ApplyObject`: server-side apply of the rendered object. `uid`: of the object that was seen; forced, and a conflict if another one has
 * its name by now; with `resourceVersion` also if it changed since. Null: there
 * was none; with whatever somebody else made meanwhile it conflicts.
 * `stringify`: JSON text; give one where integers over 2^53 are kept as text (`core/codec`, `stringifyJson`).
 */
export const applyObject = (http: Http, stringify?: (json: JsonObject) => string) =>
(
  manifest: JsonObject,
  uid: string | null = null,
  resourceVersion: string | null = null,
): TE.TaskEither<AdapterError, Json> => {
  const target = manifestRef(manifest)
  const encoding = stringify === undefined ? {} : { stringify }
  if (uid === null) return apply(http, objectPath(target), manifest, { force: false, ...encoding })
  return pipe(
    apply(http, objectPath(target), {
      ...manifest,
      metadata: { ...objectAt(manifest, 'metadata'), uid, ...(resourceVersion === null ? {} : { resourceVersion }) },
    }, { force: true, ...encoding }),
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
