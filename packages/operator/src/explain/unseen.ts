import { type Fact, type Facts, redactText } from '@flink-operator/core'

/** A look that failed on its way: what it would have told is not known. */
export interface Unseen {
  readonly fact: string
  readonly reason: string
  readonly message: string
}

const flinkFacts: ReadonlySet<string> = new Set([
  'jobs',
  'checkpoints',
  'checkpointConfiguration',
  'checkpointDetails',
  'savepointOperation',
  'checkpointOperation',
  'exceptions',
  'clusterOverview',
  'metrics',
  'resourceRequirements',
])

/** Looks of a round that failed on their way. That Flink itself says that it is not ready is an answer. */
export const unseenIn = (facts: Facts): readonly Unseen[] =>
  Object.entries(facts).flatMap(([name, it]) => {
    const fact = it as Fact<unknown> | undefined
    return fact?._tag === 'Unknown' && fact.reason !== 'NotReady' ? [{ fact: name, reason: fact.reason, message: redactText(fact.message) }]
      : []
  })

/** One line for a person; null: everything that was asked has answered. */
export const unseenText = (unseen: readonly Unseen[]): string | null => {
  const [first] = unseen
  if (first === undefined) return null
  const who = unseen.some(({ fact }) => flinkFacts.has(fact)) ? 'Flink' : 'Kubernetes'
  return `${who} could not be asked from here (${first.reason}: ${first.message}), so it is not known: ${
    unseen.map(({ fact }) => fact).join(', ')
  }. What the operator does depends on it; an operator that reaches ${who} may decide otherwise. `
    + 'A route is found as FLINK_OPERATOR_REST_RESOLUTION says'
}
