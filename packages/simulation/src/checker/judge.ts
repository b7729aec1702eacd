import { breachesOfScaling, hashScalingDecided } from '../autoscaler/decision-laws.ts'
import { hashOverridesSeen } from '../autoscaler/hash-autoscaled.ts'
import type { Breach } from '../world/world.ts'
import { byIdentity } from './by-identity.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import type { Decision } from './decision.ts'
import { hashNumbers } from './hash-numbers.ts'
import { steadyFor } from './hash-state.ts'
import type { Operator } from './operator.ts'
import { breachesOfBlindness } from './property/unknown-is-not-absent.ts'

/** Judges each hash once: `hash` leaves it in `canonical`. */
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

/** The laws of one decision. A decision that differs only in names and times was judged already. */
export const judgeOf = (
  base: Pick<Operator, 'env' | 'desiredOf' | 'breachesOfReading'>,
  canonical: CanonicalHash,
): (decision: Decision) => readonly Breach[] => {
  const byDecision = byIdentity<Decision, readonly Breach[]>()
  const once = judgingOnce(canonical)
  return decision => {
    const same = byDecision.get(decision)
    if (same !== undefined) return same
    const { kind, resource, facts, env } = decision
    const breaches = once(
      () => {
        canonical.begin({ now: env.now, attempts: kind.attemptsOf(resource), progress: [] })
        canonical.word(env.consecutiveFailures)
        if (env.steadySince !== undefined) canonical.word(steadyFor(env.steadySince, env.now))
        kind.hashBeside?.(canonical, resource, env.now)
        canonical.value(resource)
        canonical.value(facts)
        hashOverridesSeen(canonical, facts)
        hashScalingDecided(canonical, decision.actions)
      },
      () => [
        ...breachesOfScaling(decision),
        ...kind.breachesOf(decision),
        ...breachesOfBlindness(base, decision),
        ...base.breachesOfReading(decision),
      ],
    )
    byDecision.set(decision, breaches)
    return breaches
  }
}
