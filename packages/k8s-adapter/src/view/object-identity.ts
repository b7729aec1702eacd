import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'
import type { OwnerView } from '@flink-operator/core/fact'
import { parseInstant } from '@flink-operator/core/codec'
import { objectsAt, textAt } from '../json-path.ts'

/** Why an object can't be read; Left of every view. */
export type ViewError = string

export interface ObjectIdentity {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly creationTimestamp: EpochMillis
  readonly deleting: boolean
  readonly ownerUids: readonly string[]
  readonly owners: readonly OwnerView[]
}

/** Fields that every live object has. Left: name, uid or creation time is missing. */
export const objectIdentity = (object: JsonObject): E.Either<ViewError, ObjectIdentity> => {
  const name = textAt(object, 'metadata', 'name')
  const uid = textAt(object, 'metadata', 'uid')
  const creationTimestamp = instantAt(object, 'metadata', 'creationTimestamp')
  if (name === null || uid === null || creationTimestamp === null)
    return E.left('an object without metadata.name, uid or creationTimestamp')
  return E.right({
    name,
    uid,
    resourceVersion: textAt(object, 'metadata', 'resourceVersion') ?? '',
    creationTimestamp,
    deleting: textAt(object, 'metadata', 'deletionTimestamp') !== null,
    ownerUids: objectsAt(object, 'metadata', 'ownerReferences').flatMap(owner => textAt(owner, 'uid') ?? []),
    owners: objectsAt(object, 'metadata', 'ownerReferences').map(owner => ({
      kind: textAt(owner, 'kind') ?? '',
      name: textAt(owner, 'name') ?? '',
      uid: textAt(owner, 'uid') ?? '',
    })),
  })
}

/** A time in RFC 3339; null if there is none. */
export const instantAt = (json: Json | undefined, ...path: readonly string[]): EpochMillis | null => {
  const text = textAt(json, ...path)
  return text === null ? null : parseInstant(text)
}
