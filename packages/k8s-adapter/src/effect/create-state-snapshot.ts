import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type AdapterError, identityOf } from '@flink-operator/core'
import type { CreateStateSnapshot } from '@flink-operator/core/action'
import { resourceTypes } from '@flink-operator/core/resource'
import type { Http } from '../http.ts'
import { collectionPath } from '../resource-path.ts'
import { post } from './write.ts'

/** `CreateStateSnapshot`: its name derives from a persisted id, so an existing one is ours. */
export const createStateSnapshot =
  (http: Http) => ({ namespace, name, labels, spec }: Omit<CreateStateSnapshot, '_tag'>): TE.TaskEither<AdapterError, void> => {
    const type = identityOf(resourceTypes.FlinkStateSnapshot)
    return pipe(
      post(http, collectionPath({ ...type, namespace }), { ...type, metadata: { namespace, name, labels }, spec }),
      TE.asUnit,
      TE.orElse(error => (error._tag === 'AlreadyExists' ? TE.right(undefined) : TE.left(error))),
    )
  }
