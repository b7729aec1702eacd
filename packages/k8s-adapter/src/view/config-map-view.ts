import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import type { ConfigMapView } from '@flink-operator/core/fact'
import { readPointer } from '@flink-operator/high-availability'
import { objectAt, textsAt } from '../json-path.ts'
import { objectIdentity, type ViewError } from './object-identity.ts'

/** A v1 ConfigMap without values. Keys of `data` and `binaryData`, in alphabetic order. */
export const configMapView = (object: JsonObject): E.Either<ViewError, ConfigMapView> =>
  pipe(
    objectIdentity(object),
    E.map(({ creationTimestamp: _, ...identity }) => {
      const unusablePointers = unusable(textsAt(object, 'data'))
      return {
        ...identity,
        labels: textsAt(object, 'metadata', 'labels'),
        annotations: textsAt(object, 'metadata', 'annotations'),
        dataKeys: [...Object.keys(objectAt(object, 'data') ?? {}), ...Object.keys(objectAt(object, 'binaryData') ?? {})].sort(),
        ...(unusablePointers.length === 0 ? {} : { unusablePointers }),
      }
    }),
  )

const unusable = (data: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(data).flatMap(([key, value]) => {
    if (!key.startsWith('checkpointID-')) return []
    const pointer = readPointer(value)
    return pointer._tag === 'Corrupt' || pointer.marked ? [key] : []
  }).sort()
