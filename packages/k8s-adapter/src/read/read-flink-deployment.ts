import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as T from 'fp-ts/lib/Task.js'
import { type Fact, identityOf, type JsonObject } from '@flink-operator/core'
import type { FlinkDeploymentView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import { resourceTypes } from '@flink-operator/core/resource'
import { decodeFlinkDeployment, describeDecodeError } from '@flink-operator/core/codec'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { collectionPath } from '../resource-path.ts'
import type { ViewError } from '../view/object-identity.ts'
import { listObjects } from './list-objects.ts'
import { liveFact } from './live-fact.ts'
import { readObject } from './read-object.ts'

type QueryOf<Tag extends KubernetesQuery['_tag']> = Extract<KubernetesQuery, { readonly _tag: Tag }>

const type = identityOf(resourceTypes.FlinkDeployment)

const view = (object: JsonObject): E.Either<ViewError, FlinkDeploymentView> =>
  pipe(
    decodeFlinkDeployment(object),
    E.chain(resource => (resource.unread?.[0] === undefined ? E.right(resource) : E.left(resource.unread[0]))),
    E.bimap(describeDecodeError, ({ meta, spec, status }) => ({ meta, spec, status })),
  )

/** One FlinkDeployment. If a part of it can't be read, it is Unknown: it exists, but its content is not known (P14). */
export const readFlinkDeployment =
  (http: Http, clock: Clock) => ({ namespace, name }: QueryOf<'ReadFlinkDeployment'>): T.Task<Fact<FlinkDeploymentView>> =>
    liveFact(clock.now, readObject(http)({ ...type, namespace, name }), view)

/** All FlinkDeployments of a namespace; an unreadable one makes the list Unknown. */
export const listFlinkDeployments =
  (http: Http, clock: Clock) => ({ namespace }: QueryOf<'ListFlinkDeployments'>): T.Task<Fact<readonly FlinkDeploymentView[]>> =>
    liveFact(clock.now, listObjects(http)(collectionPath({ ...type, namespace }), {}), objects => E.traverseArray(view)(objects), [])
