import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Fact, JsonObject } from '@flink-operator/core'
import type { NamingResourceView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import { namingKinds } from '@flink-operator/core/resource'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { collectionPath } from '../resource-path.ts'
import { listProjected } from './list-objects.ts'
import { liveFact } from './live-fact.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ListNamingResources' }>
type NamingKind = (typeof namingKinds)[number]

/** In a text that contains JSON, such as a recorded spec, a path may be escaped twice. */
const spellingsOf = (path: string): readonly string[] => {
  const once = JSON.stringify(path).slice(1, -1)
  return [once, JSON.stringify(once).slice(1, -1)]
}

/** Spec and status are searched as text, so that undecodable resources count, too. Only the searched paths are kept. */
const view = (kind: string, paths: readonly string[]) => {
  const spelled = paths.map(path => [path, spellingsOf(path)] as const)
  return (object: JsonObject): readonly NamingResourceView[] => {
    const text = JSON.stringify([object['spec'] ?? null, object['status'] ?? null])
    const named = spelled.flatMap(([path, spellings]) => (spellings.some(it => text.includes(it)) ? [path] : []))
    return named.length === 0 ? [] : [{ kind, name: textAt(object, 'metadata', 'name') ?? '', paths: named }]
  }
}

const listed = async (http: Http, { apiVersion, kind }: NamingKind, { namespace, paths }: Query) => {
  const found = await listProjected(http)(collectionPath({ apiVersion, kind, namespace }), {}, { project: view(kind, paths) })()
  if (E.isRight(found)) return E.right(found.right.flat())
  return found.left._tag === 'NotFound' || found.left._tag === 'UnknownPath' ? E.right([]) : found
}

/** Lists all kinds at once: if one can't be listed, the answer is unknown. A kind whose CRD is not installed has no resources. */
const all = (http: Http, query: Query): TE.TaskEither<AdapterError, readonly NamingResourceView[]> => async () => {
  const answers = await Promise.all(namingKinds.map(kind => listed(http, kind, query)))
  const refused = answers.find(E.isLeft)
  return refused ?? E.right(answers.flatMap(answer => (E.isRight(answer) ? answer.right : [])))
}

/** Resources of other kinds that name a path (`namingKinds`). */
export const listNamingResources = (http: Http, clock: Clock) => (query: Query): T.Task<Fact<readonly NamingResourceView[]>> =>
  liveFact(clock.now, all(http, query), E.right, [])
