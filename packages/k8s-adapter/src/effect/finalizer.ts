import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json } from '@flink-operator/core'
import type { AddFinalizer, RemoveFinalizer } from '@flink-operator/core/action'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import type { OwnResource } from '../own-resource.ts'
import { objectPath } from '../resource-path.ts'
import { patch } from './write.ts'

/** A merge patch replaces the whole list, so the list must be that of exactly this resourceVersion. */
export type ResourceWithFinalizers = OwnResource & { readonly finalizers: readonly string[] }

const setFinalizers = (
  http: Http,
  { uid, resourceVersion, ...ref }: OwnResource,
  finalizers: readonly string[],
): TE.TaskEither<AdapterError, Json> => patch(http, objectPath(ref), 'merge-patch', { metadata: { uid, resourceVersion, finalizers } })

/** `AddFinalizer`. Returns the new resourceVersion. */
export const addFinalizer =
  (http: Http, resource: ResourceWithFinalizers) => ({ finalizer }: Pick<AddFinalizer, 'finalizer'>): TE.TaskEither<AdapterError, string> =>
    pipe(
      setFinalizers(http, resource, [...resource.finalizers.filter(other => other !== finalizer), finalizer]),
      TE.map(json => textAt(json, 'metadata', 'resourceVersion') ?? ''),
    )

/** `RemoveFinalizer`; succeeds if the resource is gone. Returns the resourceVersion; null: the resource is gone. */
export const removeFinalizer =
  (http: Http, resource: ResourceWithFinalizers) =>
  ({ finalizer }: Pick<RemoveFinalizer, 'finalizer'>): TE.TaskEither<AdapterError, string | null> =>
    pipe(
      setFinalizers(http, resource, resource.finalizers.filter(other => other !== finalizer)),
      TE.map(json => textAt(json, 'metadata', 'resourceVersion')),
      TE.orElse(error => (error._tag === 'NotFound' ? TE.right(null) : TE.left(error))),
    )
