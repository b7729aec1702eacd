import type { Unseen } from '@flink-operator/core/explain'

const flinkFacts: readonly string[] = [
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
]

/** One line for a user; null: every query was answered. */
export const unseenText = (unseen: readonly Unseen[]): string | null => {
  const [first] = unseen
  if (first === undefined) return null
  const who = unseen.some(({ fact }) => flinkFacts.includes(fact)) ? 'Flink' : 'Kubernetes'
  return `${who} could not be asked from here (${first.reason}: ${first.message}), so it is not known: ${
    unseen.map(({ fact }) => fact).join(', ')
  }. What the operator does depends on it; an operator that reaches ${who} may decide otherwise.`
    + (who === 'Flink'
      ? " A route is found by the API server's service proxy (the right to get services/proxy), or as FLINK_OPERATOR_REST_RESOLUTION says"
      : '')
}
