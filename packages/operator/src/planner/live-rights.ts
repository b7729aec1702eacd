import type { JsonObject } from '@flink-operator/core'
import type { FlinkConfiguration } from '@flink-operator/core/flink-configuration'
import { configurationForNamespace } from '@flink-operator/core/operator-options'
import { type KindName, kindNames, kindOf } from '@flink-operator/core/kinds'
import { plannedKinds } from '@flink-operator/core/plan'
import * as E from 'fp-ts/lib/Either.js'
import type { Asker, ReadRight } from './access/page-access.ts'
import type { Refused } from './access/refused.ts'
import {
  listedResources,
  type ListedResource,
  liveConfiguration,
  liveObserved,
  liveResource,
  type LiveSources,
  type Wanted,
} from './live-resources.ts'

/** What is answered of the resources. Left: why nothing is. */
export interface LiveAnswers {
  readonly resources: (namespace: string | null) => Promise<E.Either<Refused, readonly ListedResource[]>>
  readonly resource: (wanted: Wanted) => Promise<E.Either<Refused, readonly JsonObject[]>>
  readonly observed: (wanted: Wanted) => Promise<E.Either<Refused, JsonObject | null>>
  readonly configuration: (wanted: Wanted) => Promise<E.Either<Refused, FlinkConfiguration>>
}

/** To whoever reaches a loopback address: everything. */
export const shownToAll = (sources: LiveSources): LiveAnswers => ({
  resources: namespace => Promise.resolve(E.right(listedResources(sources).filter(it => namespace === null || it.namespace === namespace))),
  resource: wanted => liveResource(sources, wanted),
  observed: async wanted => E.right(await liveObserved(sources, wanted)),
  configuration: () => Promise.resolve(E.right(liveConfiguration(sources))),
})

const namePattern = /^[a-z\d][a-z\d.-]*$/

const isName = (text: string | null): text is string => text !== null && text.length <= 253 && namePattern.test(text)

/** Kinds whose resources a round of another one sees, too: a session job's has its cluster, a deployment's has its snapshots. */
const seenTogether: readonly KindName[] = ['FlinkDeployment', 'FlinkSessionJob', 'FlinkStateSnapshot']

/** Namespaces that are asked about one by one, for who may not list in all of them. */
const mostNamespaces = 50
const mostListed = 5_000

const placeText = ({ namespace }: Pick<ReadRight, 'namespace'>): string =>
  namespace === null ? 'in all namespaces' : `in namespace ${namespace}`

const rightText = (right: ReadRight): string => {
  const { plural, group } = kindOf(right.kind).type
  return `you may not ${right.verb} ${plural}.${group}${right.name === null ? '' : ` ${right.name}`} ${placeText(right)}`
}

const forbidden = (right: ReadRight): Refused => ({ status: 403, why: rightText(right) })
const notNamed: Refused = { status: 404, why: 'no such resource is watched' }

/** Of each right whether it is had. Left: it is not sure of one of them. */
const allOf = async (
  { may }: Asker,
  rights: readonly ReadRight[],
): Promise<E.Either<Refused, readonly (readonly [ReadRight, boolean])[]>> => {
  const answers = await Promise.all(rights.map(right => may(right)))
  const unsure = answers.find(E.isLeft)
  return unsure ?? E.right(rights.map((right, index) => {
    const answer = answers[index]
    return [right, answer !== undefined && E.isRight(answer) && answer.right] as const
  }))
}

/** Left: the first right that is missing. */
const needed = async (asker: Asker, rights: readonly ReadRight[]): Promise<E.Either<Refused, null>> => {
  const answers = await allOf(asker, rights)
  if (E.isLeft(answers)) return answers
  const missing = answers.right.find(([, isHad]) => !isHad)
  return missing === undefined ? E.right(null) : E.left(forbidden(missing[0]))
}

const listing = (kind: KindName, namespace: string | null): ReadRight => ({ verb: 'list', kind, namespace, name: null })

/** The kinds that may be listed everywhere, and the namespaces in which others may be. */
const listable = async (
  asker: Asker,
  all: readonly ListedResource[],
): Promise<E.Either<Refused, (resource: ListedResource) => boolean>> => {
  const everywhere = await allOf(asker, plannedKinds.map(kind => listing(kind, null)))
  if (E.isLeft(everywhere)) return everywhere
  const kinds = new Set(everywhere.right.flatMap(([{ kind }, isHad]) => (isHad ? [kind] : [])))
  const places = new Map(
    all.filter(({ kind }) => !kinds.has(kind)).map(({ kind, namespace }) => [`${kind} ${namespace}`, listing(kind, namespace)]),
  )
  // how many there are is nothing that everybody may know
  const isTooMany = new Set([...places.values()].map(({ namespace }) => namespace)).size > mostNamespaces
  if (isTooMany && kinds.size > 0) return E.left({ status: 413, why: 'you may not list all kinds in all namespaces: name a namespace' })
  const single = isTooMany ? E.right([]) : await allOf(asker, [...places.values()])
  if (E.isLeft(single)) return single
  const had = new Set(single.right.flatMap(([{ kind, namespace }, isHad]) => (isHad ? [`${kind} ${namespace ?? ''}`] : [])))
  if (kinds.size + had.size === 0)
    return E.left({ status: 403, why: `${rightText(listing('FlinkDeployment', null))}: name a namespace in which you may` })
  return E.right(({ kind, namespace }) => kinds.has(kind) || had.has(`${kind} ${namespace}`))
}

const listedFor = async (sources: LiveSources, asker: Asker, namespace: string | null) => {
  if (namespace !== null && !isName(namespace)) return E.left(notNamed)
  const all = listedResources(sources).filter(it => namespace === null || it.namespace === namespace)
  if (namespace === null) return E.map((isShown: (it: ListedResource) => boolean) => all.filter(isShown))(await listable(asker, all))
  const answers = await allOf(asker, plannedKinds.map(kind => listing(kind, namespace)))
  if (E.isLeft(answers)) return answers
  const kinds = answers.right.flatMap(([{ kind }, isHad]) => (isHad ? [kind] : []))
  return kinds.length === 0 ? E.left(forbidden(listing('FlinkDeployment', namespace)))
    : E.right(all.filter(({ kind }) => kinds.includes(kind)))
}

/** Which resource is asked for; null: none that there could be. */
const namedIn = ({ kind, namespace, name }: Wanted): ReadRight | null => {
  const known = kindNames.find(it => it === kind)
  return known === undefined || !isName(namespace) || !isName(name) ? null : { verb: 'get', kind: known, namespace, name }
}

/**
 * To somebody whom the API server knows: what it would let them read itself. Rights are asked before it is looked whether there is a
 * resource, so that nobody learns of one that they may not read.
 */
export const shownTo = (sources: LiveSources, asker: Asker): LiveAnswers => {
  const withRight = async <A>(
    wanted: Wanted,
    more: readonly KindName[],
    answer: (right: ReadRight) => Promise<E.Either<Refused, A>>,
  ): Promise<E.Either<Refused, A>> => {
    const right = namedIn(wanted)
    if (right === null) return E.left(notNamed)
    const refused = await needed(asker, [right, ...more.map(kind => listing(kind, right.namespace))])
    return E.isLeft(refused) ? refused : answer(right)
  }
  return {
    resources: async namespace => {
      const listed = await listedFor(sources, asker, namespace)
      return E.isRight(listed) && listed.right.length > mostListed
        ? E.left({ status: 413, why: `there are more than ${mostListed} resources: name a namespace` }) : listed
    },
    resource: wanted =>
      withRight(wanted, [], async ({ namespace }) => {
        const mayGet = async (name: string): Promise<boolean> => {
          const may = await asker.may({ verb: 'get', kind: 'FlinkDeployment', namespace, name })
          return E.isRight(may) && may.right
        }
        return liveResource(sources, wanted, mayGet)
      }),
    observed: wanted => withRight(wanted, seenTogether, async () => E.right(await liveObserved(sources, wanted))),
    configuration: wanted =>
      withRight(
        wanted,
        [],
        ({ namespace }) => Promise.resolve(E.right(configurationForNamespace(liveConfiguration(sources), namespace ?? ''))),
      ),
  }
}
