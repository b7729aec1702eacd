import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { objectsAt, textAt } from '../json-path.ts'

const pageSize = 500

/** All objects of a collection, live, page by page. An expired page token is an error: the caller looks again. */
export const listObjects =
  (http: Http) => (path: string, selectors: Readonly<Record<string, string>>): TE.TaskEither<AdapterError, readonly JsonObject[]> => {
    const from = (token: string, before: readonly JsonObject[]): TE.TaskEither<AdapterError, readonly JsonObject[]> =>
      pipe(
        http.send({ method: 'GET', path, query: { ...selectors, limit: String(pageSize), ...(token === '' ? {} : { continue: token }) } }),
        TE.flatMap(page => {
          const objects = [...before, ...objectsAt(page, 'items')]
          const next = textAt(page, 'metadata', 'continue') ?? ''
          return next === '' ? TE.right(objects) : from(next, objects)
        }),
      )
    return from('', [])
  }
