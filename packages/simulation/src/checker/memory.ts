import type { Env } from '@flink-operator/core'
import type { AnyRules } from '@flink-operator/core/round'
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

/** The rules, environment and kinds to explore. */
export interface Explored {
  readonly env: Operator['env']
  /** Rules that replace a kind's built-in ones, by the kind's name: for mutants, and for a user's own policy. */
  readonly kinds?: Readonly<Record<string, AnyRules>>
  /** Kinds in addition to the table: a kind under construction is checked before any operator handles it. */
  readonly also?: readonly SimulatedKind[]
}

/** Caches shared by worlds: the same resource and facts are decided, judged and hashed once, in whichever world they occur. */
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

/** Caches the result of `validate` for the kinds that name what it reads. */
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

/** The caches for a world. If the operator has another environment there, its decisions don't count for the other worlds. */
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
 * A world with a longer horizon distinguishes more states and more decisions to judge, so it gets caches of its own for those;
 * decisions are shared by all worlds.
 */
const lookingFurther = (memory: Memory, horizons: Horizons | undefined): Memory => {
  if (horizons === undefined) return memory
  const canonical = canonicalHash(horizons)
  return { ...memory, canonical, quiet: quietMemo(canonical), judge: judgeOf(memory.base, canonical) }
}
