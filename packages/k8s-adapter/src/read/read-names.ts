import type * as T from 'fp-ts/lib/Task.js'
import { type Fact, known } from '@flink-operator/core'
import type { NamedObjectView, ObjectName } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { namedObjectView } from '../view/named-object-view.ts'
import { liveFact } from './live-fact.ts'
import { readObject } from './read-object.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ReadNames' }>

/** The object of that name from the watches; null: they have none. */
export type WatchedName = (namespace: string, object: ObjectName) => NamedObjectView | null

/**
 * The objects that have these names. The watches can show that a name is taken; that it is free needs a live read: one for each
 * name, all at once. If one can't be read, the answer is Unknown: the name may be taken (P14).
 */
export const readNames =
  (http: Http, clock: Clock, watched: WatchedName = () => null) =>
  ({ namespace, objects }: Query): T.Task<Fact<readonly NamedObjectView[]>> =>
  async () => {
    const asOf = clock.now()
    const answers = await Promise.all(objects.map(async object => {
      const reported = watched(namespace, object)
      return reported === null ? liveFact(clock.now, readObject(http)({ ...object, namespace }), namedObjectView(object))()
        : known(reported, asOf)
    }))
    return answers.find(answer => answer._tag === 'Unknown')
      ?? known(answers.flatMap(answer => (answer._tag === 'Known' ? [answer.value] : [])), asOf)
  }
