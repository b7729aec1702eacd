import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError } from '@flink-operator/core'
import type { DeleteHaMetadata } from '@flink-operator/core/action'
import type { Http } from '../http.ts'
import { deleteObject } from './delete-object.ts'

/**
 * `DeleteHaMetadata`: deletes each ConfigMap by its uid, one after the other. Stops at the first failure; the next round deletes the
 * rest.
 */
export const deleteHaMetadata =
  (http: Http) => ({ namespace, configMaps }: Pick<DeleteHaMetadata, 'namespace' | 'configMaps'>): TE.TaskEither<AdapterError, void> =>
    pipe(
      configMaps,
      TE.traverseSeqArray(configMap =>
        deleteObject(http)({
          target: { apiVersion: 'v1', kind: 'ConfigMap', namespace, ...configMap },
          resourceVersion: null,
          propagation: 'Background',
        })
      ),
      TE.asUnit,
    )
