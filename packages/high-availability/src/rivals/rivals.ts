import type { EpochMillis, Millis } from '@flink-operator/core'
import { overlapWith, scopeOf, type WatchScope } from './watch-scope.ts'

/** On every Lease of an operator of ours; its value says what the Lease is for. By it they are found in all namespaces. */
export const leaseLabel = 'operator.flink.apache.org/lease'
/** Whose resources its holder looks after (`scopeText`). */
export const watchesAnnotation = 'operator.flink.apache.org/watches'
/** Which operators share their work by Leases (`divisionText`). */
export const divisionAnnotation = 'operator.flink.apache.org/division'

/** Operators that agree by Leases who does what: replicas of one deployment. */
export interface Division {
  readonly namespace: string
  readonly leaseName: string
  readonly shards: number
}

/** As it stands on a Lease, whose namespace tells the rest. */
export const divisionText = ({ leaseName, shards }: Division): string => `${leaseName}/${shards}`

/** A Lease of some operator, as it was listed. Its times are of somebody else's clock: they are shown, and never compared. */
export interface OperatorLease {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** Null or empty: nobody. */
  readonly holder: string | null
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMillis | null
  readonly transitions: number
  readonly watches: string | null
  readonly division: string | null
  /** Its member is to stop. */
  readonly leaving: boolean
}

/** What was seen of each Lease of others; moments are of our own clock, which never runs back. */
export type Rivals = Readonly<Record<string, { readonly resourceVersion: string; readonly since: EpochMillis; readonly moved: boolean }>>

/** Nobody was seen yet. */
export const noRivals: Rivals = {}

/** Another operator, not of our division, that is in charge of resources which we are to look after. */
export interface Rival {
  readonly lease: OperatorLease
  /** Its Lease was seen to be renewed. Else it may be dead: that shows when it is not renewed for as long as it lasts. */
  readonly isAlive: boolean
}

/** For what this operator looks after resources, and how long its Lease lasts. */
export interface RivalSettings {
  readonly division: Division
  readonly scope: WatchScope
  readonly leaseDuration: Millis
}

/** When a list was asked for, and when its answer came: what it shows was so at some moment in between. */
export interface Looked {
  readonly asked: EpochMillis
  readonly answered: EpochMillis
}

const keyOf = ({ namespace, name, uid }: OperatorLease): string => `${namespace}/${name}/${uid}`

/**
 * The Leases of all operators were listed: who else may act on our resources?
 *
 * | a Lease | then |
 * |---|---|
 * | of our division | none: we agree by it |
 * | held by nobody | none |
 * | its holder watches nothing that we watch | none |
 * | other than it was at an earlier look | a rival, alive |
 * | seen for the first time, or unchanged for not as long as it lasts | a rival, alive or dead |
 * | unchanged for as long as it lasts | none: its holder acts no more |
 *
 * An operator may begin when it holds a Lease of its own, and a list that was asked for *after* that shows no rival: of two that begin at
 * once, at least one sees the other.
 */
export const rivalsSeen = (
  before: Rivals,
  leases: readonly OperatorLease[],
  at: Looked,
  { division, scope, leaseDuration }: RivalSettings,
): { readonly rivals: Rivals; readonly found: readonly Rival[] } => {
  const overlaps = overlapWith(scope)
  const others = leases.filter(lease =>
    lease.holder !== null && lease.holder !== ''
    && (lease.namespace !== division.namespace || lease.division !== divisionText(division))
    && overlaps(scopeOf(lease.watches))
  )
  const seen = others.map(lease => {
    const earlier = before[keyOf(lease)]
    const same = earlier?.resourceVersion === lease.resourceVersion
    const entry = same ? earlier : { resourceVersion: lease.resourceVersion, since: at.answered, moved: earlier !== undefined }
    return { lease, entry, isOver: at.asked - entry.since > Math.max(lease.leaseDuration, leaseDuration) }
  })
  return {
    rivals: Object.fromEntries(seen.map(({ lease, entry }) => [keyOf(lease), entry])),
    found: seen.flatMap(({ lease, entry, isOver }) => (isOver ? [] : [{ lease, isAlive: entry.moved }])),
  }
}
