import type { Fact } from '@flink-operator/core/fact'
import type { EpochMillis } from '@flink-operator/core/resource'
import type { AnyResource } from '../kind/any-kind.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import type { Decision } from './decision.ts'
import { hashNumbers } from './hash-numbers.ts'

/**
 * Remembers decisions by their inputs. A round calls `begin`, adds each answer, and asks in between: facts are only added, so each
 * answer is hashed once a round. When it is full it drops everything: it only saves time.
 */
export interface DecisionMemo {
  readonly begin: (resource: AnyResource, now: EpochMillis, failures: number, steadySince: EpochMillis | null) => void
  readonly learn: (field: string, fact: Fact<unknown>) => void
  readonly decision: (make: () => Decision) => Decision
}

const memoLimit = 50_000

export const decisionMemo = (canonical: CanonicalHash): DecisionMemo => {
  let numbers = hashNumbers()
  let values: Decision[] = []
  return {
    begin: (resource, now, failures, steadySince) => {
      canonical.begin({ now, attempts: 0, progress: [] })
      canonical.exact(resource)
      canonical.word(now % 4294967296)
      canonical.word(failures)
      if (steadySince !== null) canonical.word(steadySince % 4294967296)
    },
    learn: (field, fact) => {
      canonical.field(field)
      canonical.exactParts(fact)
    },
    decision: make => {
      const number = numbers.knownOrNext(canonical.first(), canonical.second())
      if (number >= 0) return values[number]!
      const made = make()
      values.push(made)
      if (values.length > memoLimit) [numbers, values] = [hashNumbers(), []]
      return made
    },
  }
}
