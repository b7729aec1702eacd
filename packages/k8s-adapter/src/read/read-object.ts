import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import type { ObjectRef } from '@flink-operator/core/resource'
import type { Http } from '../http.ts'
import { objectAt } from '../json-path.ts'
import { objectPath } from '../resource-path.ts'

/** One object, live. */
export const readObject = (http: Http) => (ref: ObjectRef): TE.TaskEither<AdapterError, JsonObject> =>
  pipe(
    http.send({ method: 'GET', path: objectPath(ref) }),
    TE.map(json => objectAt(json) ?? {}),
  )
