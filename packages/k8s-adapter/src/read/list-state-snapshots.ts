import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import { type Fact, identityOf } from '@flink-operator/core'
import type { StateSnapshotView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import { resourceTypes } from '@flink-operator/core/resource'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { collectionPath } from '../resource-path.ts'
import { isSnapshotOf, stateSnapshotView } from '../view/state-snapshot-view.ts'
import { listObjects } from './list-objects.ts'
import { liveFact } from './live-fact.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ListStateSnapshots' }>

/** The FlinkStateSnapshots of one job, or all of them; Absent: their CRD is not installed. */
export const listStateSnapshots = (http: Http, clock: Clock) => ({ namespace, job }: Query): T.Task<Fact<readonly StateSnapshotView[]>> =>
  liveFact(
    clock.now,
    listObjects(http)(collectionPath({ ...identityOf(resourceTypes.FlinkStateSnapshot), namespace }), {}),
    objects => E.traverseArray(stateSnapshotView)(objects.filter(object => job === null || isSnapshotOf(object, job.kind, job.name))),
    ['NotFound', 'UnknownPath'],
  )
