import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, DeleteObject, ResourceRef } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { readObject } from '../read/read-object.ts'
import { objectPath } from '../resource-path.ts'

/** After a conflict: is the object with that uid gone? The words of the conflict aren't relied on. */
const unlessGone = (http: Http, target: ResourceRef, conflict: AdapterError): TE.TaskEither<AdapterError, void> =>
  pipe(
    readObject(http)(target),
    TE.match(
      error => error._tag === 'NotFound',
      live => textAt(live, 'metadata', 'uid') !== target.uid,
    ),
    TE.fromTask,
    TE.flatMap(gone => (gone ? TE.right(undefined) : TE.left(conflict))),
  )

/** `DeleteObject`: asks for the deletion of the object with exactly this uid. Gone, or made anew, is done. Answers before the object is gone. */
export const deleteObject = (http: Http) => ({ target, propagation }: Pick<DeleteObject, 'target' | 'propagation'>): TE.TaskEither<AdapterError, void> =>
  pipe(
    http.send({
      method: 'DELETE',
      path: objectPath(target),
      body: JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: target.uid }, propagationPolicy: propagation }),
    }),
    TE.asUnit,
    TE.orElse(error => {
      if (error._tag === 'NotFound') return TE.right(undefined)
      return error._tag === 'Conflict' ? unlessGone(http, target, error) : TE.left(error)
    }),
  )
