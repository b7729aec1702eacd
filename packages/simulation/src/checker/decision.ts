import type { Decided } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'

/** One decision of the operator about a resource of a kind, with its inputs. */
export interface Decision extends Decided {
  readonly kind: SimulatedKind
}
