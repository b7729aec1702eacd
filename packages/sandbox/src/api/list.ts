import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import { nameOf, namespaceOf } from '../object/metadata.ts'
import { keyOf, type ObjectStore } from '../store/object-store.ts'
import { inVersion } from './request.ts'
import { apiVersionOf, type ResourceType, storeKey } from './resource-type.ts'
import { fieldSelector, labelSelector, type Predicate } from './selector.ts'
import { badRequest, expired, type Refusal } from './status.ts'

/** Selects objects by a label selector and a field selector. */
export const selection = (query: URLSearchParams): E.Either<Refusal, Predicate> =>
  pipe(
    labelSelector(query.get('labelSelector') ?? ''),
    E.flatMap(labels =>
      pipe(fieldSelector(query.get('fieldSelector') ?? ''), E.map((fields): Predicate => object => labels(object) && fields(object)))
    ),
  )

interface PageToken {
  readonly version: number
  readonly after: string
}

const encodeToken = (token: PageToken): string => Buffer.from(JSON.stringify(token)).toString('base64url')

const decodeToken = (text: string): PageToken | null => {
  try {
    const { version, after } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<PageToken>
    return typeof version === 'number' && typeof after === 'string' ? { version, after } : null
  } catch {
    return null
  }
}

export interface Page {
  readonly objects: readonly JsonObject[]
  readonly metadata: JsonObject
}

const keyed = (object: JsonObject): string => keyOf(namespaceOf(object), nameOf(object))

/**
 * One page of a collection. All pages of a list have the version of the first, so that a watch from it misses nothing; an object
 * that changes in between may be shown in its newer state.
 */
export const listPage = (store: ObjectStore, type: ResourceType, namespace: string, query: URLSearchParams): E.Either<Refusal, Page> => {
  const selected = selection(query)
  if (E.isLeft(selected)) return selected
  const given = query.get('continue') ?? ''
  const token = given === '' ? null : decodeToken(given)
  if (given !== '' && token === null) return E.left(badRequest('continue key is not valid'))
  if (token !== null && store.since(token.version, storeKey(type)) === null)
    return E.left(
      expired(
        'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.',
      ),
    )
  const version = token?.version ?? store.version()
  const matching = store.list(storeKey(type), namespace).filter(object =>
    (token === null || keyed(object) > token.after) && selected.right(object)
  )
  const limit = Number(query.get('limit') ?? 0)
  const objects = limit > 0 ? matching.slice(0, limit) : matching
  const last = objects.at(-1)
  const remaining = matching.length - objects.length
  const metadata: JsonObject = remaining > 0 && last !== undefined
    ? { resourceVersion: String(version), continue: encodeToken({ version, after: keyed(last) }), remainingItemCount: remaining }
    : { resourceVersion: String(version) }
  return E.right({ objects: objects.map(object => inVersion(object, type)), metadata })
}

export const listObject = (type: ResourceType, { objects, metadata }: Page): JsonObject => ({
  kind: type.listKind,
  apiVersion: apiVersionOf(type),
  metadata,
  items: objects,
})
