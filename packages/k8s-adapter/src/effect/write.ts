import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import type { Http, HttpRequest } from '../http.ts'

/** Our name in `managedFields`. */
export const fieldManager = 'flink-operator'

const query = { fieldManager }

export const post = (http: Http, path: string, object: JsonObject): TE.TaskEither<AdapterError, Json> =>
  http.send({ method: 'POST', path, query, body: JSON.stringify(object) })

type Patch = 'merge-patch' | 'json-patch'

export const patch = (http: Http, path: string, kind: Patch, content: Json): TE.TaskEither<AdapterError, Json> =>
  http.send({ method: 'PATCH', path, query, contentType: `application/${kind}+json`, body: JSON.stringify(content) })

/** Server-side apply. JSON is YAML, so the body is JSON. */
export const apply = (
  http: Http,
  path: string,
  object: JsonObject,
  { force, stringify = JSON.stringify }: { readonly force: boolean; readonly stringify?: (json: JsonObject) => string },
): TE.TaskEither<AdapterError, Json> =>
  http.send({
    method: 'PATCH',
    path,
    query: { fieldManager, force: String(force) },
    contentType: 'application/apply-patch+yaml',
    body: stringify(object),
  })

export const put = (http: Http, path: string, body: string): TE.TaskEither<AdapterError, Json> =>
  http.send({ method: 'PUT', path, query, body } satisfies HttpRequest)
