import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json } from '@flink-operator/core'
import type { PatchObject } from '@flink-operator/core/action'
import type { Http } from '../http.ts'
import { objectAt } from '../json-path.ts'
import { isSameObject } from '../read/is-same-object.ts'
import { objectPath } from '../resource-path.ts'
import { patch } from './write.ts'

/** `PatchObject`: a merge patch with the uid. Conflict: the object was recreated. */
export const patchObject = (http: Http) => (action: Pick<PatchObject, 'target' | 'patch'>): TE.TaskEither<AdapterError, Json> =>
  pipe(
    patch(http, objectPath(action.target), 'merge-patch', {
      ...action.patch,
      metadata: { ...objectAt(action.patch, 'metadata'), uid: action.target.uid },
    }),
    TE.orElse(error =>
      error._tag !== 'Invalid'
        ? TE.left(error)
        : pipe(
          TE.fromTask<O.Option<boolean>, AdapterError>(isSameObject(http)(action.target)),
          TE.flatMap(same => TE.left<AdapterError, Json>(O.isSome(same) && !same.value ? { ...error, _tag: 'Conflict' } : error)),
        )
    ),
  )
