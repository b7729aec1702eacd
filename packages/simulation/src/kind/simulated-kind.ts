import type { EpochMillis, Millis } from '@flink-operator/core/resource'
import type { AnyKind, AnyRules } from '@flink-operator/core/round'
import type { CanonicalHash } from '../checker/canonical-hash.ts'
import type { SmallWorld } from '../checker/small-world.ts'
import type { Performed } from '../kubernetes/answer.ts'
import type { Outcome } from '../world/perform.ts'
import type { Breach, World } from '../world/world.ts'
import type { AnyAction, AnyResource, Decided } from './any-kind.ts'

/**
 * What a kind of custom resource adds to the model besides its rules: where its resources are in the world, what its rounds know
 * before any query, and how they are reported and judged. Each resource has a process of its own, a key of the operator's queue; the
 * driver of the processes knows no kind (drive-process.ts).
 */
export interface SimulatedKind {
  readonly name: string
  /** The kind in the core. */
  readonly kind: AnyKind
  /** The rules that decide: the kind's own, or a mutant's. */
  readonly rules: AnyRules

  // in the world
  /** Its resources, in order of creation: the same list while none of them changes. */
  readonly resources: (world: World) => readonly AnyResource[]
  /** The resource in a lagging cache; null: the cache is up to date. */
  readonly older: (world: World, name: string) => AnyResource | null
  /** Performs an effect of a round of this resource, or fails. */
  readonly perform: (world: World, name: string, action: AnyAction, version: string, outcome: Outcome) => Performed
  /** Records what users ask for, once a round has read it. */
  readonly heard?: (world: World, resource: AnyResource, decision: Decided) => World

  // its rounds
  /** Does a watch start its rounds early, at any moment and after edits? Otherwise they start when they are due. */
  readonly isWoken: boolean
  /** True if nothing happens between a round's query and the write that follows; otherwise users may edit the resource in between. */
  readonly writesAlone: boolean
  /** A resource whose next round is at least this far away is at rest: the world ends before that; null: never at rest. */
  readonly restsFrom: Millis | null
  /** May a request of its rounds arrive late? */
  readonly mayArriveLate: boolean

  // what is remembered of its rounds
  /** The part of its status that `validate` reads; left out: `validate` is called each time. */
  readonly validateReads?: (resource: AnyResource) => readonly unknown[]
  /**
   * Leaves the hash of everything that a round of this resource can observe in `canonical`; left out: rounds that only wait are
   * decided each time.
   */
  readonly hashSeen?: (canonical: CanonicalHash, world: World, resource: AnyResource) => void
  /** What matters besides its fields; the hash of each state and each judged decision begins with it. */
  readonly hashBeside?: (canonical: CanonicalHash, resource: AnyResource, now: EpochMillis) => void
  /** The highest attempt so far: the hash counts attempts back from it. */
  readonly attemptsOf: (resource: AnyResource) => number

  // how it is judged
  /** Laws for every decided list, whatever the world does next. */
  readonly breachesOf: (decision: Decided) => readonly Breach[]
  /** The effects of a list that start, end or delete something, as a text to compare (P14). */
  readonly destructive: (actions: readonly AnyAction[]) => readonly string[]
  /** Are lists that ask for another query judged, too? */
  readonly judgesLooks: boolean
  /**
   * Why its resources have not arrived (P06); null: they have. Asked only where the rounds of all kinds decide only to wait. `owner`:
   * the FlinkSessionJob that has the error; left out: a FlinkDeployment has it.
   */
  readonly whyNotArrived: (world: World, leadsOut: (error: string, owner?: string) => string | null) => string | null
  /** Has a resource arrived only if its round decides only to wait? Otherwise its status shows when it is finished. */
  readonly arrivesWaiting: boolean

  /** Worlds of the published matrix for this kind. */
  readonly worlds?: readonly SmallWorld[]
  /** Worlds of the full matrix. */
  readonly largeWorlds?: readonly SmallWorld[]
  /** Worlds that are too large to be explored whole, or not fully explored yet: in no matrix, found by name. */
  readonly walkedWorlds?: readonly SmallWorld[]

  // how it is told
  /** One action in a few words. */
  readonly actionText: (action: AnyAction) => string
  /** Why the decision was made: the row of the decision table, and the reason. */
  readonly situationOf: (decided: Decided) => { readonly row: string; readonly reason: string }
}
