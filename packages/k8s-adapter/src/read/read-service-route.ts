import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { PodView } from '@flink-operator/core/fact'
import type { Http } from '../http.ts'
import { collectionPath, labelSelector } from '../resource-path.ts'
import { podView } from '../view/pod-view.ts'
import { type ServiceTarget, serviceTarget } from '../view/service-target.ts'
import { listObjects } from './list-objects.ts'
import { readObject } from './read-object.ts'

/** A Service, and the pods that its selector matches. */
export interface ServiceRoute {
  readonly target: ServiceTarget
  readonly pods: readonly PodView[]
}

/** Reads it live, with two requests. A Service without a selector matches no pods. */
export const readServiceRoute = (http: Http) => (namespace: string, name: string): TE.TaskEither<AdapterError, ServiceRoute> =>
  pipe(
    readObject(http)({ apiVersion: 'v1', kind: 'Service', namespace, name }),
    TE.map(serviceTarget),
    TE.chain(target =>
      pipe(
        Object.keys(target.selector).length === 0 ? TE.right([])
          : listObjects(http)(collectionPath({ apiVersion: 'v1', kind: 'Pod', namespace }), {
            labelSelector: labelSelector(target.selector),
          }),
        TE.map(objects => ({ target, pods: objects.flatMap(object => [podView(object)].filter(E.isRight).map(({ right }) => right)) })),
      )
    ),
  )
