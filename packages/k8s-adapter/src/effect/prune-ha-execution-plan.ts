import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError } from '@flink-operator/core'
import type { PruneHaExecutionPlan } from '@flink-operator/core/action'
import type { Http } from '../http.ts'
import { objectPath } from '../resource-path.ts'
import { patch } from './write.ts'

/** RFC 6901. */
export const jsonPointer = (...keys: readonly string[]): string =>
  keys.map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

type ConfigMap = PruneHaExecutionPlan['configMaps'][number]

const pruneOne = (http: Http, namespace: string) => ({ name, resourceVersion, keys }: ConfigMap): TE.TaskEither<AdapterError, void> =>
  pipe(
    patch(http, objectPath({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name }), 'json-patch', [
      { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
      ...keys.map(key => ({ op: 'remove', path: jsonPointer('data', key) })),
    ]),
    TE.asUnit,
    // the server answers a failed `test` like any patch that it can't apply: 422
    TE.mapLeft((error): AdapterError => (error._tag === 'Invalid' ? { ...error, _tag: 'Conflict' } : error)),
  )

/**
 * `PruneHaExecutionPlan`: removes the keys from each ConfigMap if it is unchanged since it was read. Conflict or NotFound: it
 * changed, and the next round reads it again. A ConfigMap without such keys is not written.
 */
export const pruneHaExecutionPlan =
  (http: Http) => ({ namespace, configMaps }: Pick<PruneHaExecutionPlan, 'namespace' | 'configMaps'>): TE.TaskEither<AdapterError, void> =>
    pipe(
      configMaps.filter(({ keys }) => keys.length > 0),
      TE.traverseSeqArray(pruneOne(http, namespace)),
      TE.asUnit,
    )
