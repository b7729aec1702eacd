import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import type { ObjectRef } from '@flink-operator/core/resource'
import type { Http, HttpRequest } from './http.ts'
import { objectAt } from './json-path.ts'
import { collectionPath, objectPath } from './resource-path.ts'

/** One of the three requests by which a user's document reaches the API server. */
export type Application =
  | { readonly _tag: 'Create'; readonly document: JsonObject }
  /** What client-side `kubectl apply` sends: the merge patch that it computed. */
  | { readonly _tag: 'MergePatch'; readonly patch: JsonObject }
  /** `isForced`: the manager takes fields over that others own; a conflict with them otherwise. */
  | { readonly _tag: 'ServerSideApply'; readonly document: JsonObject; readonly manager: string; readonly isForced: boolean }

/** The name of `kubectl apply` in `managedFields`. */
const kubectl = 'kubectl-client-side-apply'

const requestOf = (ref: ObjectRef, application: Application, text: (json: JsonObject) => string): HttpRequest => {
  const query = { dryRun: 'All', fieldValidation: 'Strict' }
  switch (application._tag) {
    case 'Create':
      return {
        method: 'POST',
        path: collectionPath(ref),
        query: { ...query, fieldManager: kubectl },
        body: text(application.document),
      }
    case 'MergePatch':
      return {
        method: 'PATCH',
        path: objectPath(ref),
        query: { ...query, fieldManager: kubectl },
        contentType: 'application/merge-patch+json',
        body: text(application.patch),
      }
    case 'ServerSideApply':
      return {
        method: 'PATCH',
        path: objectPath(ref),
        query: { ...query, fieldManager: application.manager, force: String(application.isForced) },
        contentType: 'application/apply-patch+yaml',
        body: text(application.document),
      }
  }
}

/**
 * The object that the API server would store: it merges, validates, calls the admission webhooks, and stores nothing (`dryRun=All`). The
 * user needs the same right as for the real request.
 * `text`: makes JSON text; needed if integers over 2^53 are kept as text (`core/codec`, `stringifyJson`).
 */
export const dryRun = (http: Http, ref: ObjectRef, application: Application, text: (json: JsonObject) => string): TE.TaskEither<
  AdapterError,
  JsonObject
> =>
  pipe(
    http.send(requestOf(ref, application, text)),
    TE.map(json => objectAt(json) ?? {}),
  )
