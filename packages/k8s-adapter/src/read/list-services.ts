import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type { Fact } from '@flink-operator/core'
import type { ServiceView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { collectionPath } from '../resource-path.ts'
import { serviceView } from '../view/service-view.ts'
import { clusterSelector } from './cluster-selector.ts'
import { listProjected } from './list-objects.ts'
import { liveFact } from './live-fact.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ListServices' }>

/** Every Service with the cluster's labels; if there are none, the fact is Known and empty. */
export const listServices = (http: Http, clock: Clock) => ({ namespace, clusterId }: Query): T.Task<Fact<readonly ServiceView[]>> =>
  liveFact(
    clock.now,
    listProjected(http)(collectionPath({ apiVersion: 'v1', kind: 'Service', namespace }), { labelSelector: clusterSelector(clusterId) }, {
      project: serviceView,
    }),
    E.sequenceArray,
    [],
  )
