import type { Env } from '../../src/env.ts'
import type { AnyRules } from '../../src/round/kind.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import { simulatedKinds } from '../kinds.ts'
import type { Breach } from '../world/world.ts'
import { type CanonicalHash, canonicalHash } from './canonical-hash.ts'
import { envIn } from './checker-env.ts'
import type { Decision } from './decision.ts'
import { decisionMemo } from './decision-memo.ts'
import { type DesiredMemo, desiredMemo } from './desired-memo.ts'
import type { Horizons } from './hashed-fields.ts'
import { judgeOf } from './judge.ts'
import type { Operator } from './operator.ts'
import { type QuietMemo, quietMemo } from './quiet-memo.ts'
import { type ReadingMemo, readingMemo } from './reading-memo.ts'
import type { SmallWorld } from './small-world.ts'
import { checkerTick } from './tick.ts'

/** Whose decisions are explored. */
export interface Explored {
  readonly env: Operator['env']
  /** Rules in place of a kind's own, by its name: for mutants, and for policies of one's own. */
  readonly kinds?: Readonly<Record<string, AnyRules>>
  /** Kinds beside those of the table: one that is being built is checked before anybody carries it out. */
  readonly also?: readonly SimulatedKind[]
}

/** What worlds have in common: the same resource and facts are decided, judged and hashed once, whichever world they come up in. */
export interface Memory {
  readonly canonical: CanonicalHash
  readonly desired: readonly DesiredMemo[]
  readonly base: Omit<Operator, 'onDecision'>
  readonly quiet: QuietMemo
  readonly reading: ReadingMemo
  readonly judge: (decision: Decision) => readonly Breach[]
}

const kindsOf = ({ kinds = {}, also = [] }: Omit<Explored, 'env'>): readonly SimulatedKind[] =>
  [...simulatedKinds, ...also].map(kind => {
    const own = kinds[kind.name]
    return own === undefined ? kind : { ...kind, rules: own }
  })

/** What `validate` says, remembered for the kinds that name what it reads. */
const desiredMemos = (kinds: readonly SimulatedKind[]) => {
  const memos = new Map(
    kinds.flatMap(kind => {
      const { rules, validateReads } = kind
      return validateReads === undefined ? [] : [[kind, desiredMemo({ rules, validateReads })] as const]
    }),
  )
  return {
    all: [...memos.values()],
    of: (kind: SimulatedKind, resource: AnyResource, env: Env): unknown => {
      const memo = memos.get(kind)
      return memo === undefined ? kind.rules.validate(resource, env, []) : memo.of(resource, env)
    },
  }
}

export const memoryOf = ({ env, ...which }: Explored): Memory => {
  const kinds = kindsOf(which)
  const desired = desiredMemos(kinds)
  const canonical = canonicalHash()
  const reading = readingMemo()
  const base = {
    kinds,
    env,
    tick: checkerTick,
    desiredOf: desired.of,
    memo: decisionMemo(canonical),
    breachesOfReading: reading.breachesOf,
  }
  return { canonical, desired: desired.all, base, quiet: quietMemo(canonical), reading, judge: judgeOf(base, canonical) }
}

/** The memory for a world: where the operator runs with another environment, nothing that it decides counts for the others. */
export const memories = ({ env, ...rest }: Explored): (world: SmallWorld) => Memory => {
  const made = new Map<Operator['env'], Memory>()
  const withSnapshots = envIn({ snapshotResources: true }, env)
  return world => {
    const own = world.snapshotResources === true ? withSnapshots : env
    const memory = made.get(own) ?? memoryOf({ ...rest, env: own })
    made.set(own, memory)
    return lookingFurther(memory, world.horizons)
  }
}

/**
 * A world that looks further tells states apart, and decisions that are judged, that others do not; what was decided counts for all of
 * them.
 */
const lookingFurther = (memory: Memory, horizons: Horizons | undefined): Memory => {
  if (horizons === undefined) return memory
  const canonical = canonicalHash(horizons)
  return { ...memory, canonical, quiet: quietMemo(canonical), judge: judgeOf(memory.base, canonical) }
}
