import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as T from 'fp-ts/lib/Task.js'
import type { Fact, JsonObject } from '@flink-operator/core'
import type { AutoscalerStateView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { textsAt } from '../json-path.ts'
import { objectIdentity, type ViewError } from '../view/object-identity.ts'
import { liveFact } from './live-fact.ts'
import { readObject } from './read-object.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ReadAutoscalerState' }>

const view = (object: JsonObject): E.Either<ViewError, AutoscalerStateView> =>
  pipe(
    objectIdentity(object),
    E.map(({ name, uid, resourceVersion, deleting, ownerUids }) => ({
      name,
      uid,
      resourceVersion,
      deleting,
      ownerUids,
      data: textsAt(object, 'data'),
    })),
  )

/** The ConfigMap with the autoscaler's state of a job, including its texts. */
export const readAutoscalerState = (http: Http, clock: Clock) => ({ namespace, name }: Query): T.Task<Fact<AutoscalerStateView>> =>
  liveFact(clock.now, readObject(http)({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name }), view)
