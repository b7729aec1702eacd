import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import type { ResourceType } from '../api/resource-type.ts'
import { conflict, type Refusal, uidConflict } from '../api/status.ts'
import { numberAt, textAt } from '../object/fields.ts'
import { finalizersOf, isDeleting, nameOf, timeText, uidOf, versionOf, withMetadata } from '../object/metadata.ts'
import { isFinished, placeOf, type WriteContext } from './writes.ts'

export type Propagation = 'Foreground' | 'Background' | 'Orphan'

export interface DeleteOptions {
  readonly propagation: Propagation
  /** Null: the object's own grace period. */
  readonly graceSeconds: number | null
  readonly uid: string
  readonly resourceVersion: string
  readonly dryRun: boolean
}

export const plainDelete: DeleteOptions = { propagation: 'Background', graceSeconds: null, uid: '', resourceVersion: '', dryRun: false }

/** Parses the body and the query of a DELETE. */
export const deleteOptions = (body: JsonObject, query: URLSearchParams): DeleteOptions => {
  const policy = textAt(body, 'propagationPolicy') || query.get('propagationPolicy') || 'Background'
  const orphan = body['orphanDependents'] === true || query.get('orphanDependents') === 'true'
  const grace = body['gracePeriodSeconds'] ?? query.get('gracePeriodSeconds')
  return {
    propagation: orphan ? 'Orphan' : policy === 'Foreground' || policy === 'Orphan' ? policy : 'Background',
    graceSeconds: grace === null || grace === '' ? null : Number(grace),
    uid: textAt(body, 'preconditions', 'uid'),
    resourceVersion: textAt(body, 'preconditions', 'resourceVersion'),
    dryRun: query.get('dryRun') === 'All' || JSON.stringify(body['dryRun'] ?? null).includes('All'),
  }
}

/** Finalizers for which the garbage collector has work before the deletion. */
export const foregroundFinalizer = 'foregroundDeletion'
export const orphanFinalizer = 'orphan'

const graceOf = (type: ResourceType, object: JsonObject, wanted: number | null): number => {
  if (!type.builtIn || type.kind !== 'Pod' || textAt(object, 'spec', 'nodeName') === '') return 0
  return wanted ?? (numberAt(object, 'spec', 'terminationGracePeriodSeconds') || 30)
}

const marked = (context: WriteContext, type: ResourceType, live: JsonObject, { propagation, graceSeconds }: DeleteOptions): JsonObject => {
  const asked = propagation === 'Foreground' ? [foregroundFinalizer] : propagation === 'Orphan' ? [orphanFinalizer] : []
  const finalizers = [...new Set([...finalizersOf(live).filter(it => it !== foregroundFinalizer && it !== orphanFinalizer), ...asked])]
  const grace = graceOf(type, live, graceSeconds)
  const object = withMetadata(live, 'finalizers', finalizers.length === 0 ? undefined : finalizers)
  const timed = withMetadata(
    withMetadata(object, 'deletionTimestamp', textAt(live, 'metadata', 'deletionTimestamp') || timeText(context.now() + grace * 1000)),
    'deletionGracePeriodSeconds',
    grace,
  )
  const counted = type.hasGeneration && !isDeleting(live) ? withMetadata(timed, 'generation', numberAt(timed, 'metadata', 'generation') + 1)
    : timed
  return type.builtIn && type.kind === 'Namespace' ? { ...counted, status: { phase: 'Terminating' } } : counted
}

const keepsPod = (type: ResourceType, object: JsonObject): boolean =>
  type.builtIn && type.kind === 'Pod' && numberAt(object, 'metadata', 'deletionGracePeriodSeconds') > 0

/** DELETE: removes the object at once, or marks it for later removal. Returns the object as it is now, or was. */
export const remove = (
  context: WriteContext,
  type: ResourceType,
  live: JsonObject,
  options: DeleteOptions,
): E.Either<Refusal, { readonly object: JsonObject; readonly gone: boolean }> => {
  const name = nameOf(live)
  if (options.uid !== '' && options.uid !== uidOf(live)) return E.left(uidConflict(type, name, options.uid, uidOf(live)))
  if (options.resourceVersion !== '' && options.resourceVersion !== versionOf(live)) return E.left(conflict(type, name))
  const next = marked(context, type, live, options)
  const gone = finalizersOf(next).length === 0 && (isFinished(type, next) || (type.kind === 'Pod' && !keepsPod(type, next)))
  if (options.dryRun) return E.right({ object: live, gone: true })
  if (gone) return E.right({ object: context.store.remove(placeOf(type, live)) ?? live, gone })
  const again = isDeleting(live) && JSON.stringify(finalizersOf(live)) === JSON.stringify(finalizersOf(next)) && graceUnchanged(live, next)
  return E.right({ object: again ? live : context.store.put(placeOf(type, live).store, next), gone })
}

const graceUnchanged = (live: JsonObject, next: JsonObject): boolean =>
  numberAt(live, 'metadata', 'deletionGracePeriodSeconds') === numberAt(next, 'metadata', 'deletionGracePeriodSeconds')
