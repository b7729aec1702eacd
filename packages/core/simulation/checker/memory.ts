import type { Breach } from '../world/world.ts'
import { flinkStateSnapshotKind } from '../../src/kind/flink-state-snapshot/flink-state-snapshot-kind.ts'
import { type CanonicalHash, canonicalHash } from './canonical-hash.ts'
import { envIn } from './checker-env.ts'
import type { Decision } from './decision.ts'
import { decisionMemo } from './decision-memo.ts'
import { type DesiredMemo, desiredMemo } from './desired-memo.ts'
import type { Horizons } from './hashed-fields.ts'
import { judgeOf, judgeSnapshotOf } from './judge.ts'
import type { Operator } from './operator.ts'
import { type QuietMemo, quietMemo } from './quiet-memo.ts'
import type { SnapshotDecision } from './checker-state.ts'
import { checkerTick } from './tick.ts'

/** Whose decisions are explored. */
export interface Explored {
  readonly kind: Operator['kind']
  readonly env: Operator['env']
  /** For mutants of what is decided about FlinkStateSnapshots. */
  readonly snapshotKind?: Operator['snapshotKind']
}

/** What worlds have in common: the same resource and facts are decided, judged and hashed once, whichever world they come up in. */
export interface Memory {
  readonly canonical: CanonicalHash
  readonly desired: DesiredMemo
  readonly base: Omit<Operator, 'onDecision'>
  readonly quiet: QuietMemo
  readonly judge: (decision: Decision) => readonly Breach[]
  readonly judgeSnapshot: (decision: SnapshotDecision) => readonly Breach[]
}

export const memoryOf = ({ kind, snapshotKind = flinkStateSnapshotKind, env }: Explored): Memory => {
  const desired = desiredMemo(kind)
  const canonical = canonicalHash()
  const base = { kind, snapshotKind, env, tick: checkerTick, desiredOf: desired.of, memo: decisionMemo(canonical) }
  return {
    canonical,
    desired,
    base,
    quiet: quietMemo(canonical),
    judge: judgeOf(base, canonical),
    judgeSnapshot: judgeSnapshotOf(base, canonical),
  }
}

/** Where savepoints are FlinkStateSnapshots the operator is another one: nothing that it decides counts for the others. */
export const withSnapshots = ({ env, ...rest }: Explored): () => Memory => {
  let memory: Memory | null = null
  return () => (memory ??= memoryOf({ ...rest, env: envIn({ snapshotResources: true }, env) }))
}

/**
 * A world that looks further tells states apart, and decisions that are judged, that others do not; what was decided counts for all of
 * them.
 */
export const lookingFurther = (memory: Memory, horizons: Horizons | undefined): Memory => {
  if (horizons === undefined) return memory
  const canonical = canonicalHash(horizons)
  return {
    ...memory,
    canonical,
    quiet: quietMemo(canonical),
    judge: judgeOf(memory.base, canonical),
    judgeSnapshot: judgeSnapshotOf(memory.base, canonical),
  }
}
