import type { Env } from '@flink-operator/core'
import type { Fact, Facts } from '@flink-operator/core/fact'
import { secretsBy } from '@flink-operator/core/round'
import { byIdentity } from './by-identity.ts'

/** All secrets that the texts of a decision on these facts could contain. */
export type SecretsOf = typeof secretsBy

const none: readonly string[] = []

/**
 * The same secrets as `secretsBy`, found once for each value that a query showed: values are immutable, and of a fact nothing else is
 * searched. For one environment only, because its options say what is secret.
 */
export const secretsMemo = (): SecretsOf => {
  const known = byIdentity<object, readonly string[]>()
  const secretsOfFact = (fact: Fact<unknown> | undefined, env: Env): readonly string[] => {
    if (fact?._tag !== 'Known' || typeof fact.value !== 'object' || fact.value === null) return none
    const before = known.get(fact.value)
    if (before !== undefined) return before
    const found = secretsBy({ secrets: none }, { seen: fact } as Facts, env)
    known.set(fact.value, found)
    return found
  }
  return ({ secrets }, facts, env) => {
    let all = secrets
    for (const fact of Object.values(facts as Readonly<Record<string, Fact<unknown> | undefined>>)) {
      const found = secretsOfFact(fact, env)
      if (found.length > 0) all = [...all, ...found]
    }
    return all
  }
}
