import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import type { FleetKey, FleetScope } from '../fleet/fleet-page.ts'
import type { Asker, ReadRight } from './access/page-access.ts'
import type { Refused } from './access/refused.ts'

const namePattern = /^[a-z\d][a-z\d.-]*$/

export const isName = (text: string | null): text is string => text !== null && text.length <= 253 && namePattern.test(text)

/** Maximum number of namespaces checked one by one, for a user who may not list all namespaces. */
const mostNamespaces = 50

const placeText = ({ namespace }: Pick<ReadRight, 'namespace'>): string =>
  namespace === null ? 'in all namespaces' : `in namespace ${namespace}`

const rightText = (right: ReadRight): string => {
  const { plural, group } = kindOf(right.kind).type
  return `you may not ${right.verb} ${plural}.${group}${right.name === null ? '' : ` ${right.name}`} ${placeText(right)}`
}

const forbidden = (right: ReadRight): Refused => ({ status: 403, why: rightText(right) })
export const notNamed: Refused = { status: 404, why: 'no such resource is watched' }

/** Whether the user has each right. Left: one of them could not be checked. */
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

/** Left: the first missing right. */
export const needed = async (asker: Asker, rights: readonly ReadRight[]): Promise<E.Either<Refused, null>> => {
  const answers = await allOf(asker, rights)
  if (E.isLeft(answers)) return answers
  const missing = answers.right.find(([, isHad]) => !isHad)
  return missing === undefined ? E.right(null) : E.left(forbidden(missing[0]))
}

export const listing = (kind: KindName, namespace: string | null): ReadRight => ({ verb: 'list', kind, namespace, name: null })

const scopeOf = (shown: ReadonlySet<string>): FleetScope => ({
  isShown: ({ kind, namespace }) => shown.has(kind) || shown.has(`${kind} ${namespace}`),
  text: [...shown].sort().join('\n'),
})

/** The kinds that the user may list everywhere, and the namespaces in which the user may list others. */
const everywhere = async (asker: Asker, asked: readonly KindName[], all: Iterable<FleetKey>): Promise<E.Either<Refused, FleetScope>> => {
  const answers = await allOf(asker, asked.map(kind => listing(kind, null)))
  if (E.isLeft(answers)) return answers
  const kinds = new Set(answers.right.flatMap(([{ kind }, isHad]) => (isHad ? [kind] : [])))
  if (kinds.size === asked.length) return E.right(scopeOf(kinds))
  const places = new Map<string, ReadRight>()
  for (const { kind, namespace } of all) if (!kinds.has(kind)) places.set(`${kind} ${namespace}`, listing(kind, namespace))
  // the number of namespaces must not be revealed
  const isTooMany = new Set([...places.values()].map(({ namespace }) => namespace)).size > mostNamespaces
  if (isTooMany && kinds.size > 0) return E.left({ status: 413, why: 'you may not list all kinds in all namespaces: name a namespace' })
  const single = isTooMany ? E.right([]) : await allOf(asker, [...places.values()])
  if (E.isLeft(single)) return single
  const had = new Set<string>(single.right.flatMap(([{ kind, namespace }, isHad]) => (isHad ? [`${kind} ${namespace ?? ''}`] : [])))
  if (kinds.size + had.size === 0)
    return E.left({ status: 403, why: `${rightText(listing('FlinkDeployment', null))}: name a namespace in which you may` })
  return E.right(scopeOf(new Set([...kinds, ...had])))
}

/** What of these resources, which are of these kinds, the user may list. `namespace` null: in all namespaces. */
export const listScope = async (
  asker: Asker,
  asked: readonly KindName[],
  all: Iterable<FleetKey>,
  namespace: string | null,
): Promise<E.Either<Refused, FleetScope>> => {
  if (namespace === null) return everywhere(asker, asked, all)
  if (!isName(namespace)) return E.left(notNamed)
  const answers = await allOf(asker, asked.map(kind => listing(kind, namespace)))
  if (E.isLeft(answers)) return answers
  const kinds = answers.right.flatMap(([{ kind }, isHad]) => (isHad ? [kind] : []))
  return kinds.length === 0 ? E.left(forbidden(listing('FlinkDeployment', namespace)))
    : E.right(scopeOf(new Set(kinds.map(kind => `${kind} ${namespace}`))))
}

/** Every resource, or those of one namespace: for clients of a loopback address. */
export const wholeScope = (namespace: string | null): FleetScope =>
  scopeOf(new Set(kindNames.map(kind => (namespace === null ? kind : `${kind} ${namespace}`))))
