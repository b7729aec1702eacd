import type { Fact } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import { redactText } from '../redaction/redact.ts'

/** A look that failed on its way: what it would have told is not known. */
export interface Unseen {
  readonly fact: string
  readonly reason: string
  readonly message: string
}

/** Looks of a round that failed on their way. That Flink itself says that it is not ready is an answer. */
export const unseenIn = (facts: Facts): readonly Unseen[] =>
  Object.entries(facts).flatMap(([name, it]) => {
    const fact = it as Fact<unknown> | undefined
    return fact?._tag === 'Unknown' && fact.reason !== 'NotReady' ? [{ fact: name, reason: fact.reason, message: redactText(fact.message) }]
      : []
  })
