import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as T from 'fp-ts/lib/Task.js'
import { type Fact, identityOf, type JsonObject } from '@flink-operator/core'
import type { FlinkSessionJobView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import { resourceTypes } from '@flink-operator/core/resource'
import { decodeFlinkSessionJob, describeDecodeError, sessionClusterName } from '@flink-operator/core/codec'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { collectionPath } from '../resource-path.ts'
import type { ViewError } from '../view/object-identity.ts'
import { listObjects } from './list-objects.ts'
import { liveFact } from './live-fact.ts'
import { readObject } from './read-object.ts'

type QueryOf<Tag extends KubernetesQuery['_tag']> = Extract<KubernetesQuery, { readonly _tag: Tag }>

const type = identityOf(resourceTypes.FlinkSessionJob)

const view = (object: JsonObject): E.Either<ViewError, FlinkSessionJobView> =>
  pipe(
    decodeFlinkSessionJob(object),
    E.chain(resource => (resource.unread?.[0] === undefined ? E.right(resource) : E.left(resource.unread[0]))),
    E.bimap(describeDecodeError, ({ meta, spec, status }) => ({ meta, spec, status })),
  )

/** One FlinkSessionJob. If a part of it can't be read, it is Unknown: it exists, but its content is not known (P14). */
export const readFlinkSessionJob =
  (http: Http, clock: Clock) => ({ namespace, name }: QueryOf<'ReadFlinkSessionJob'>): T.Task<Fact<FlinkSessionJobView>> =>
    liveFact(clock.now, readObject(http)({ ...type, namespace, name }), view)

/** True if the job was submitted to that session cluster, or is to be. */
const isIn = (object: JsonObject, cluster: string): boolean =>
  sessionClusterName(
    textAt(object, 'status', 'reconciliationStatus', 'lastReconciledSpec'),
    textAt(object, 'spec', 'deploymentName'),
  ) === cluster

/**
 * FlinkSessionJobs of a namespace, or of one session cluster in it. Absent: their CRD is not installed. One unreadable job makes the
 * whole list Unknown.
 */
export const listFlinkSessionJobs =
  (http: Http, clock: Clock) =>
  ({ namespace, deploymentName }: QueryOf<'ListFlinkSessionJobs'>): T.Task<Fact<readonly FlinkSessionJobView[]>> =>
    liveFact(
      clock.now,
      listObjects(http)(collectionPath({ ...type, namespace }), {}),
      objects =>
        E.traverseArray(view)(
          objects.filter(object => deploymentName === null || isIn(object, deploymentName)),
        ),
      ['NotFound', 'UnknownPath'],
    )
