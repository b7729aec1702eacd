import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type { Fact } from '@flink-operator/core'
import type { ConfigMapView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { collectionPath } from '../resource-path.ts'
import { configMapView } from '../view/config-map-view.ts'
import { clusterSelector } from './cluster-selector.ts'
import { listProjected } from './list-objects.ts'
import { liveFact } from './live-fact.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ListConfigMaps' }>

/** Every ConfigMap with the cluster's labels; if there are none, the fact is Known and empty. */
export const listConfigMaps = (http: Http, clock: Clock) => ({ namespace, clusterId }: Query): T.Task<Fact<readonly ConfigMapView[]>> =>
  liveFact(
    clock.now,
    listProjected(http)(collectionPath({ apiVersion: 'v1', kind: 'ConfigMap', namespace }), { labelSelector: clusterSelector(clusterId) }, {
      project: configMapView,
    }),
    E.sequenceArray,
    [],
  )
