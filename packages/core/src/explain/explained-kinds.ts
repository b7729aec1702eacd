import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import type { Kind } from '../round/kind.ts'
import { type Kinds, kinds } from '../kinds.ts'
import { explainRound } from './explain-round.ts'
import { explainSnapshotRound } from './explain-snapshot-round.ts'
import type { Explanation } from './explanation.ts'

/** A kind, and what tells why a resource of it is as it is; `desired` and `observed` are what its own functions gave. */
export interface ExplainedKind {
  readonly kind: Kind<unknown, unknown, unknown, Facts, unknown>
  explain(desired: unknown, observed: unknown, env: Env): Explanation
}

/** Every kind, by its name. */
export const explainedKinds: { readonly [Name in keyof Kinds]: ExplainedKind } = {
  FlinkDeployment: { kind: kinds.FlinkDeployment, explain: explainRound },
  FlinkStateSnapshot: { kind: kinds.FlinkStateSnapshot, explain: explainSnapshotRound },
}
