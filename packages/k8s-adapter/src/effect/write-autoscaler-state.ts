import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError } from '@flink-operator/core'
import type { WriteAutoscalerState } from '@flink-operator/core/action'
import { autoscalerConfigMap } from '@flink-operator/core/autoscaler'
import type { Http } from '../http.ts'
import { collectionPath, objectPath } from '../resource-path.ts'
import { patch, post } from './write.ts'

const texts = (data: WriteAutoscalerState['data']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(data).flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])))

/**
 * `WriteAutoscalerState`: creates the ConfigMap, or changes the keys that differ from the observed one. Conflict: another writer
 * created, changed or deleted it since; the round starts again with the current one. No two objects ever have the same
 * resourceVersion.
 */
export const writeAutoscalerState =
  (http: Http) => ({ name, owner, seen, data }: Omit<WriteAutoscalerState, '_tag'>): TE.TaskEither<AdapterError, void> => {
    const { metadata, ...object } = autoscalerConfigMap(owner, texts(data))
    const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: owner.namespace, name }
    const [written, outdated] = seen === null
      ? [post(http, collectionPath(ref), { ...object, metadata }), 'AlreadyExists']
      : [
        patch(http, objectPath(ref), 'merge-patch', {
          metadata: { resourceVersion: seen.resourceVersion, labels: metadata.labels },
          data,
        }),
        'NotFound',
      ]
    return pipe(
      written,
      TE.asUnit,
      TE.mapLeft((error): AdapterError => (error._tag === outdated ? { ...error, _tag: 'Conflict' } : error)),
    )
  }
