import type { EpochMillis, Millis } from '../../src/resource/time.ts'
import type { CanonicalHash } from '../checker/canonical-hash.ts'
import type { SmallWorld } from '../checker/small-world.ts'
import type { Performed } from '../kubernetes/answer.ts'
import type { Outcome } from '../world/perform.ts'
import type { Breach, World } from '../world/world.ts'
import type { AnyKind, AnyRules } from '../../src/round/kind.ts'
import type { AnyAction, AnyResource, Decided } from './any-kind.ts'

/**
 * What a kind of custom resource brings to the model beside its rules: how its resources stand in the world, what its rounds see before
 * they look, and how they are told and judged. Each resource has a process of its own, a key of the operator's queue; the driver of all of
 * them knows no kind (drive-process.ts).
 */
export interface SimulatedKind {
  readonly name: string
  /** What the core has of it. */
  readonly kind: AnyKind
  /** What is decided by: the kind's own, or a mutant's. */
  readonly rules: AnyRules

  // in the world
  /** Those that there are, in the order in which they were created: the same list while none of them changes. */
  readonly resources: (world: World) => readonly AnyResource[]
  /** What a cache that lags behind shows of it; null: nothing else than what is there. */
  readonly older: (world: World, name: string) => AnyResource | null
  /** Does an effect of a round of this resource, or fails at it. */
  readonly perform: (world: World, name: string, action: AnyAction, version: string, outcome: Outcome) => Performed
  /** What people ask for, once a round has read it. */
  readonly heard?: (world: World, resource: AnyResource, decision: Decided) => World

  // its rounds
  /** Does a watch bring its rounds forward, at any moment and at what people do? Else they come when they are due. */
  readonly isWoken: boolean
  /** May nothing happen between a round's look and the write that follows? Else people edit the resource there. */
  readonly writesAlone: boolean
  /** One whose next look is so far away is at rest: the world ends before; null: it always looks again. */
  readonly restsFrom: Millis | null
  /** May a request of its rounds arrive late? */
  readonly mayArriveLate: boolean

  // what is remembered of its rounds
  /** All of its status that `validate` reads; left out: `validate` is asked each time. */
  readonly validateReads?: (resource: AnyResource) => readonly unknown[]
  /** Leaves in `canonical` all that a round of this resource can see; left out: rounds that only wait are decided each time. */
  readonly hashSeen?: (canonical: CanonicalHash, world: World, resource: AnyResource) => void
  /** What of it counts beside its fields; each state and each decision that is judged begins with it. */
  readonly hashBeside?: (canonical: CanonicalHash, resource: AnyResource, now: EpochMillis) => void
  /** The highest attempt so far: attempts are told by how many ago they were. */
  readonly attemptsOf: (resource: AnyResource) => number

  // how it is judged
  /** Laws that each decided list has to keep, whatever the world does next. */
  readonly breachesOf: (decision: Decided) => readonly Breach[]
  /** Of a list, what ends or begins something, or takes it away, as a text to compare (P14). */
  readonly destructive: (actions: readonly AnyAction[]) => readonly string[]
  /** Are lists that ask for another look judged, too? */
  readonly judgesLooks: boolean
  /**
   * Why those that there are have not arrived (P06); null: they have. Asked only where the rounds of all kinds that wait decide nothing but
   * to wait. `owner`: the FlinkSessionJob whose error it is; left out: it is a FlinkDeployment's.
   */
  readonly whyNotArrived: (world: World, leadsOut: (error: string, owner?: string) => string | null) => string | null
  /** Has one of them arrived only where its round decides nothing but to wait? Else it tells by itself that it is over. */
  readonly arrivesWaiting: boolean

  /** Worlds of the published matrix that are about it. */
  readonly worlds?: readonly SmallWorld[]
  /** Those of the full matrix. */
  readonly largeWorlds?: readonly SmallWorld[]
  /** Too large to be explored whole, or not closed yet: of no matrix, and found by name. */
  readonly walkedWorlds?: readonly SmallWorld[]

  // how it is told
  /** One action in a few words. */
  readonly actionText: (action: AnyAction) => string
  /** Why it was decided: the row of its decision table, and the reason. */
  readonly situationOf: (decided: Decided) => { readonly row: string; readonly reason: string }
}
