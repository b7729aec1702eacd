import type { ConfigMapContent } from '../config-map.ts'
import type { LeaderAddress } from '../leader-address.ts'
import { isNewer } from '../resource-version.ts'
import { leaderConfigMaps, type LeaderLayout, type Leaders, leadersIn } from './leader-layout.ts'

/** The newest that is known of one ConfigMap. */
interface KnownConfigMap {
  readonly uid: string
  readonly resourceVersion: string
  /** Null: it is gone; an object of that uid never comes back. */
  readonly leaders: Leaders | null
}

/** What a process knows of the leaders of one cluster. Plain data. */
export interface Retrieval {
  /** By name. */
  readonly known: Readonly<Record<string, KnownConfigMap>>
}

/** News of the ConfigMaps in which leaders are published. */
export type RetrievalEvent =
  /** A ConfigMap as it is, or was: from the watch or a list. */
  | { readonly _tag: 'Seen'; readonly configMap: ConfigMapContent }
  /** It was deleted; the version is that of the deletion, or the last one that was seen. */
  | { readonly _tag: 'Gone'; readonly name: string; readonly uid: string; readonly resourceVersion: string }
  /** All that there are at this version: what is not among them is gone. */
  | { readonly _tag: 'Listed'; readonly configMaps: readonly ConfigMapContent[]; readonly resourceVersion: string }

/** Of one component. Null: nobody leads, as far as is published. */
export interface LeaderChange {
  readonly component: string
  readonly leader: LeaderAddress | null
}

/** Nothing is known yet. */
export const startRetrieval: Retrieval = { known: {} }

type Turn = readonly [Retrieval, readonly LeaderChange[]]

/**
 * One step of leader retrieval (kubernetes-ha.md, section 3.5): what changed for whoever follows the leaders. Old news never follows on
 * new: a state counts only where its resourceVersion is past the newest that is known. The same leader is not told twice.
 *
 * Beyond Flink's: a deleted ConfigMap is told as the loss of its leaders.
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

/** Who leads by what was heard. */
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
