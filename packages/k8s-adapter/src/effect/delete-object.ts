import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json, ResourceRef } from '@flink-operator/core'
import type { DeleteObject } from '@flink-operator/core/action'
import type { Http } from '../http.ts'
import { isSameObject } from '../read/is-same-object.ts'
import { objectPath } from '../resource-path.ts'

const unlessGone = (http: Http, target: ResourceRef, conflict: AdapterError): TE.TaskEither<AdapterError, Json> =>
  pipe(
    TE.fromTask(isSameObject(http)(target)),
    TE.flatMap(same => (O.isSome(same) && !same.value ? TE.right(null) : TE.left(conflict))),
  )

/**
 * `DeleteObject`: deletes the object with exactly this uid and, if a version is named, only if unchanged. If the object is gone or
 * was recreated, that is success; with a named version it is not: another writer deleted it, perhaps after a change. Returns before
 * the object is gone: the object being deleted, a Status, or null if it was gone before.
 */
export const deleteObject = (http: Http) =>
(
  { target, propagation, resourceVersion }: Pick<DeleteObject, 'target' | 'propagation' | 'resourceVersion'>,
): TE.TaskEither<AdapterError, Json> =>
  pipe(
    http.send({
      method: 'DELETE',
      path: objectPath(target),
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: { uid: target.uid, ...(resourceVersion === null ? {} : { resourceVersion }) },
        propagationPolicy: propagation,
      }),
    }),
    TE.orElse(error => {
      if (resourceVersion !== null) return TE.left(error)
      if (error._tag === 'NotFound') return TE.right(null)
      return error._tag === 'Conflict' ? unlessGone(http, target, error) : TE.left(error)
    }),
  )
