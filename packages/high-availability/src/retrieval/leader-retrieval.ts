import type { ConfigMapContent } from '../config-map.ts'
import type { LeaderAddress } from '../leader-address.ts'
import { isNewer } from '../resource-version.ts'
import { leaderConfigMaps, type LeaderLayout, type Leaders, leadersIn } from './leader-layout.ts'

/** The newest known state of one ConfigMap. */
interface KnownConfigMap {
  readonly uid: string
  readonly resourceVersion: string
  /** Null: deleted; an object with that uid never returns. */
  readonly leaders: Leaders | null
}

/** What a process knows of the leaders of one cluster. Plain data. */
export interface Retrieval {
  /** By name. */
  readonly known: Readonly<Record<string, KnownConfigMap>>
}

/** Events of the ConfigMaps in which leaders publish their addresses. */
export type RetrievalEvent =
  /** A current or past state of a ConfigMap, from the watch or a list. */
  | { readonly _tag: 'Seen'; readonly configMap: ConfigMapContent }
  /** It was deleted; the version is that of the deletion, or the last observed one. */
  | { readonly _tag: 'Gone'; readonly name: string; readonly uid: string; readonly resourceVersion: string }
  /** All ConfigMaps at this version: others are deleted. */
  | { readonly _tag: 'Listed'; readonly configMaps: readonly ConfigMapContent[]; readonly resourceVersion: string }

/** A change of one component. Null: no leader is published. */
export interface LeaderChange {
  readonly component: string
  readonly leader: LeaderAddress | null
}

/** Nothing is known yet. */
export const startRetrieval: Retrieval = { known: {} }

type Turn = readonly [Retrieval, readonly LeaderChange[]]

/**
 * One step of leader retrieval (kubernetes-ha.md, section 3.5): returns the changes for followers of the leaders. Old states are
 * ignored: a state counts only if its resourceVersion is newer than the newest known one. The same leader is not reported twice.
 *
 * Unlike Flink, it reports a deleted ConfigMap as the loss of its leaders.
 */
export const retrievalStep = (layout: LeaderLayout, retrieval: Retrieval, event: RetrievalEvent): Turn => {
  switch (event._tag) {
    case 'Seen':
      return seen(layout, retrieval, event.configMap)
    case 'Gone':
      return gone(retrieval, event)
    case 'Listed': {
      const names = new Set(event.configMaps.map(({ name }) => name))
      const left = Object.entries(retrieval.known).flatMap(([name, { uid, resourceVersion }]) =>
        names.has(name) || isNewer(resourceVersion, event.resourceVersion) ? [] : [{ name, uid, resourceVersion: event.resourceVersion }]
      )
      const begin: Turn = [retrieval, []]
      const afterGone = left.reduce((turn, one) => and(turn, now => gone(now, one)), begin)
      return event.configMaps.reduce((turn, configMap) => and(turn, now => seen(layout, now, configMap)), afterGone)
    }
  }
}

/** The leaders as last reported. */
export const currentLeaders = ({ known }: Retrieval): Leaders =>
  Object.assign({}, ...Object.values(known).map(({ leaders }) => leaders)) as Leaders

const and = ([retrieval, changes]: Turn, next: (retrieval: Retrieval) => Turn): Turn => {
  const [after, more] = next(retrieval)
  return [after, [...changes, ...more]]
}

const seen = (layout: LeaderLayout, retrieval: Retrieval, configMap: ConfigMapContent): Turn => {
  const { name, uid, resourceVersion } = configMap
  const known = retrieval.known[name]
  const isNews = known === undefined || (isNewer(resourceVersion, known.resourceVersion) && (known.leaders !== null || known.uid !== uid))
  return isNews && leaderConfigMaps(layout).includes(name)
    ? learnt(retrieval, name, { uid, resourceVersion, leaders: leadersIn(layout, configMap) }) : [retrieval, []]
}

const gone = (
  retrieval: Retrieval,
  { name, uid, resourceVersion }: Omit<Extract<RetrievalEvent, { readonly _tag: 'Gone' }>, '_tag'>,
): Turn => {
  const known = retrieval.known[name]
  if (known !== undefined && (known.uid === uid ? known.leaders === null : !isNewer(resourceVersion, known.resourceVersion)))
    return [retrieval, []]
  const last = known !== undefined && isNewer(known.resourceVersion, resourceVersion) ? known.resourceVersion : resourceVersion
  return learnt(retrieval, name, { uid, resourceVersion: last, leaders: null })
}

const isSame = (a: LeaderAddress | undefined, b: LeaderAddress | undefined): boolean =>
  a?.session === b?.session && a?.address === b?.address

const learnt = (retrieval: Retrieval, name: string, now: KnownConfigMap): Turn => {
  const [before, after] = [retrieval.known[name]?.leaders ?? {}, now.leaders ?? {}]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changes = names.flatMap(component =>
    isSame(before[component], after[component]) ? [] : [{ component, leader: after[component] ?? null }]
  )
  return [{ known: { ...retrieval.known, [name]: now } }, changes]
}
