import type { Breach } from '../world/world.ts'
import { byIdentity } from './by-identity.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import type { Decision } from './decision.ts'
import { hashNumbers } from './hash-numbers.ts'
import { steadyFor } from './hash-state.ts'
import { ageOfAttempt } from './hash-snapshots.ts'
import type { Operator } from './operator.ts'
import { breachesOfList } from './property/action-list-laws.ts'
import { breachesOfSnapshotRound } from './property/snapshot-list-laws.ts'
import { breachesOfBlindness } from './property/unknown-is-not-absent.ts'
import type { SnapshotDecision } from './checker-state.ts'

/** Judges once what has the same hash: `hash` leaves it in `canonical`. */
const judgingOnce = (canonical: CanonicalHash): (hash: () => void, judge: () => readonly Breach[]) => readonly Breach[] => {
  const numbers = hashNumbers()
  const judged: (readonly Breach[])[] = []
  return (hash, judge) => {
    hash()
    const known = judged[numbers.knownOrNext(canonical.first(), canonical.second())]
    if (known !== undefined) return known
    const breaches = judge()
    judged.push(breaches)
    return breaches
  }
}

/** The laws of one decision. One that differs only in names and times was judged already. */
export const judgeOf = (base: Omit<Operator, 'onDecision'>, canonical: CanonicalHash): (decision: Decision) => readonly Breach[] => {
  const byDecision = byIdentity<Decision, readonly Breach[]>()
  const once = judgingOnce(canonical)
  return decision => {
    const same = byDecision.get(decision)
    if (same !== undefined) return same
    const { resource, facts, env } = decision
    const breaches = once(() => {
      canonical.begin({ now: env.now, attempts: resource.status.operatorRecord.attempts, progress: [] })
      canonical.word(env.consecutiveFailures)
      if (env.steadySince !== undefined) canonical.word(steadyFor(env.steadySince, env.now))
      canonical.value(resource)
      canonical.value(facts)
    }, () => [...breachesOfList(decision), ...breachesOfBlindness(base, decision)])
    byDecision.set(decision, breaches)
    return breaches
  }
}

/** The same of a decision about a FlinkStateSnapshot. */
export const judgeSnapshotOf = (
  base: Pick<Operator, 'snapshotKind'>,
  canonical: CanonicalHash,
): (decision: SnapshotDecision) => readonly Breach[] => {
  const once = judgingOnce(canonical)
  return decision => {
    const { resource, facts, env } = decision
    return once(() => {
      canonical.begin({ now: env.now, attempts: 0, progress: [] })
      canonical.word(env.consecutiveFailures)
      canonical.word(ageOfAttempt(resource, env.now))
      canonical.value(resource)
      canonical.value(facts)
    }, () => breachesOfSnapshotRound(base, decision))
  }
}
