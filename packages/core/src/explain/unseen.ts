import type { Fact } from '../contract/fact/fact.ts'
import type { Facts } from '../contract/fact/facts.ts'
import { redactText } from '../contract/redaction/redact.ts'

/** A query that failed, so that its fact is unknown. */
export interface Unseen {
  readonly fact: string
  readonly reason: string
  readonly message: string
}

/** Failed queries of a round. A response of Flink that it is not ready is not a failure. */
export const unseenIn = (facts: Facts): readonly Unseen[] =>
  Object.entries(facts).flatMap(([name, it]) => {
    const fact = it as Fact<unknown> | undefined
    return fact?._tag === 'Unknown' && fact.reason !== 'NotReady' ? [{ fact: name, reason: fact.reason, message: redactText(fact.message) }]
      : []
  })
