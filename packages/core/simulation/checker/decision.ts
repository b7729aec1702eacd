import type { Decided } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'

/** What the operator decided once about a resource of a kind, and from what. */
export interface Decision extends Decided {
  readonly kind: SimulatedKind
}
