import type { JsonObject } from '@flink-operator/core'
import type { FlinkConfiguration } from '@flink-operator/core/flink-configuration'
import { configurationForNamespace } from '@flink-operator/core/operator-options'
import { type KindName, kindNames } from '@flink-operator/kinds'
import { plannedKinds } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import type { FleetPage, FleetScope } from '../fleet/fleet-page.ts'
import type { FleetDetails } from '../fleet/fleet-details.ts'
import type { Asker, ReadRight } from './access/page-access.ts'
import type { Refused } from './access/refused.ts'
import { isName, listing, listScope, needed, notNamed, wholeScope } from './list-scope.ts'
import {
  listedResources,
  type ListedResource,
  liveConfiguration,
  liveObserved,
  liveResource,
  type LiveSources,
  type Wanted,
} from './live-resources.ts'

/** The answers about resources. Left: why the request is refused. */
export interface LiveAnswers {
  readonly resources: (namespace: string | null) => Promise<E.Either<Refused, readonly ListedResource[]>>
  readonly resource: (wanted: Wanted) => Promise<E.Either<Refused, readonly JsonObject[]>>
  readonly observed: (wanted: Wanted) => Promise<E.Either<Refused, JsonObject | null>>
  readonly configuration: (wanted: Wanted) => Promise<E.Either<Refused, FlinkConfiguration>>
  /** The rows of the fleet page that changed since the cursor. */
  readonly fleet: (namespace: string | null, cursor: string | null) => Promise<E.Either<Refused, FleetPage>>
  readonly details: (wanted: Wanted) => Promise<E.Either<Refused, FleetDetails>>
}

const noFleet: Refused = { status: 404, why: 'the fleet page is off: kubernetes.operator.planner.fleet.enabled is false' }

/** `isWhole`: with what a decision shows of other resources, too. */
const detailsOf = ({ fleet }: LiveSources, wanted: Wanted, isWhole: boolean): E.Either<Refused, FleetDetails> => {
  if (fleet === null) return E.left(noFleet)
  const kind = kindNames.find(it => it === wanted.kind)
  const { namespace, name } = wanted
  const details = kind === undefined || namespace === null || name === null ? null : fleet.details({ kind, namespace, name }, isWhole)
  return details === null ? E.left(notNamed) : E.right(details)
}

/** For clients of a loopback address: every resource is shown. */
export const shownToAll = (sources: LiveSources): LiveAnswers => ({
  resources: namespace => Promise.resolve(E.right(listedResources(sources).filter(it => namespace === null || it.namespace === namespace))),
  resource: wanted => liveResource(sources, wanted),
  observed: async wanted => E.right(await liveObserved(sources, wanted)),
  configuration: () => Promise.resolve(E.right(liveConfiguration(sources))),
  fleet: (namespace, cursor) =>
    Promise.resolve(sources.fleet === null ? E.left(noFleet) : E.right(sources.fleet.page(cursor, wholeScope(namespace)))),
  details: wanted => Promise.resolve(detailsOf(sources, wanted, true)),
})

/** Kinds whose resources a decision about another one shows: a session job's its cluster, a deployment's its snapshots. */
const seenTogether: readonly KindName[] = ['FlinkDeployment', 'FlinkSessionJob', 'FlinkStateSnapshot']

const mostListed = 5_000

const listedFor = async (sources: LiveSources, asker: Asker, namespace: string | null) => {
  const all = listedResources(sources)
  return E.map(({ isShown }: FleetScope) => all.filter(isShown))(await listScope(asker, plannedKinds, all, namespace))
}

/** The named resource; null: no resource can have this name. */
const namedIn = ({ kind, namespace, name }: Wanted): ReadRight | null => {
  const known = kindNames.find(it => it === kind)
  return known === undefined || !isName(namespace) || !isName(name) ? null : { verb: 'get', kind: known, namespace, name }
}

/**
 * For a user that the API server knows: shows only what that user may read. Rights are checked before the existence of a resource,
 * so that nobody learns of a resource that they may not read.
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
    fleet: async (namespace, cursor) => {
      const { fleet } = sources
      if (fleet === null) return E.left(noFleet)
      return E.map((scope: FleetScope) => fleet.page(cursor, scope))(await listScope(asker, kindNames, fleet.rows(), namespace))
    },
    details: wanted =>
      withRight(wanted, [], async ({ namespace }) => {
        const more = await needed(asker, seenTogether.map(kind => listing(kind, namespace)))
        return detailsOf(sources, wanted, E.isRight(more))
      }),
  }
}
