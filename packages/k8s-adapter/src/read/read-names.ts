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

/** The object of that name as the watches tell it; null: they tell of none. */
export type WatchedName = (namespace: string, object: ObjectName) => NamedObjectView | null

/**
 * Who has these names. A name that a watch shows as taken is taken; that one is free is only seen live: one read a name, all at once. One
 * that can't be read makes the answer Unknown: it may be taken (P14).
 */
export const readNames =
  (http: Http, clock: Clock, watched: WatchedName = () => null) =>
  ({ namespace, objects }: Query): T.Task<Fact<readonly NamedObjectView[]>> =>
  async () => {
    const asOf = clock.now()
    const answers = await Promise.all(objects.map(async object => {
      const told = watched(namespace, object)
      return told === null ? liveFact(clock.now, readObject(http)({ ...object, namespace }), namedObjectView(object))() : known(told, asOf)
    }))
    return answers.find(answer => answer._tag === 'Unknown')
      ?? known(answers.flatMap(answer => (answer._tag === 'Known' ? [answer.value] : [])), asOf)
  }
