import type { EpochMillis, Millis } from '@flink-operator/core'
import { overlapWith, scopeOf, type WatchScope } from './watch-scope.ts'

/** Label on every Lease of an operator of ours, by which operators find them in all namespaces; its value is the role of the Lease. */
export const leaseLabel = 'operator.flink.apache.org/lease'
/** Annotation: the resources that the holder reconciles (`scopeText`). */
export const watchesAnnotation = 'operator.flink.apache.org/watches'
/** Annotation: the operators that share their work by Leases (`divisionText`). */
export const divisionAnnotation = 'operator.flink.apache.org/division'

/** Operators that divide their work by Leases: the replicas of one Deployment. */
export interface Division {
  readonly namespace: string
  readonly leaseName: string
  readonly shards: number
}

/** The annotation's text; the Lease itself names the namespace. */
export const divisionText = ({ leaseName, shards }: Division): string => `${leaseName}/${shards}`

/** A listed Lease of an operator. Its times are of another machine's clock: they are shown, but never compared. */
export interface OperatorLease {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** Null or empty: no holder. */
  readonly holder: string | null
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMillis | null
  readonly transitions: number
  readonly watches: string | null
  readonly division: string | null
  /** Its member is stopping. */
  readonly leaving: boolean
}

/** Observations of others' Leases; times are of our own monotonic clock. */
export type Rivals = Readonly<Record<string, { readonly resourceVersion: string; readonly since: EpochMillis; readonly moved: boolean }>>

/** No observation yet. */
export const noRivals: Rivals = {}

/** Another operator, not of our division, that reconciles resources of ours. */
export interface Rival {
  readonly lease: OperatorLease
  /** Its Lease was observed to be renewed. Otherwise it may be dead: that is known when its Lease stays unchanged for its duration. */
  readonly isAlive: boolean
}

/** The scope of this operator, and the duration of its Lease. */
export interface RivalSettings {
  readonly division: Division
  readonly scope: WatchScope
  readonly leaseDuration: Millis
}

/** When a list was requested and answered: its content was valid at some moment in between. */
export interface Looked {
  readonly asked: EpochMillis
  readonly answered: EpochMillis
}

const keyOf = ({ namespace, name, uid }: OperatorLease): string => `${namespace}/${name}/${uid}`

/**
 * After a list of the Leases of all operators: which others may act on our resources?
 *
 * | a Lease | then |
 * |---|---|
 * | of our division | no rival: we share the work by it |
 * | without holder | no rival |
 * | its holder watches nothing that we watch | no rival |
 * | changed since an earlier list | a rival, alive |
 * | observed for the first time, or unchanged for less than its duration | a rival, alive or dead |
 * | unchanged for its duration | no rival: its holder may not act any more |
 *
 * An operator may begin when it holds its own Lease and a list that was requested *after* that shows no rival: of two that begin at
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
