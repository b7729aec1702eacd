import type { Finding, OperatorOptions } from '@flink-operator/core'
import type { DeploymentRef } from './deployment-ref.ts'

const option = 'kubernetes.operator.leader-election.enabled'
const base = `leader election is off (${option}: false): nothing keeps it and another operator of the same resources apart`
const wayOut = 'Leave the option out, or run one replica with strategy Recreate'

/** The operator's own Deployment, as far as more than one process may come of it. */
export interface OperatorDeployment extends DeploymentRef {
  readonly replicas: number
  /** `spec.strategy.type`. */
  readonly strategy: string
}

/** Is it sure that no two processes come of it? */
const isOneAtATime = ({ replicas, strategy }: OperatorDeployment): boolean => replicas <= 1 && strategy === 'Recreate'

const danger = ({ namespace, name, replicas, strategy }: OperatorDeployment): string =>
  `the Deployment ${namespace}/${name} has ${
    replicas > 1 ? `${replicas} replicas, and each of them acts on every resource`
      : `strategy ${strategy}, and in an update a new replica acts beside the old one`
  }`

/** What a process without leader election says at its start. `deployment`: its own; null: not seen. */
export const withoutElectionWords = (deployment: OperatorDeployment | null): string =>
  deployment === null || isOneAtATime(deployment) ? base : `${base}, and ${danger(deployment)}. ${wayOut}`

/** What `plan` says of the operator's options; `deployment`: the operator's; null: not seen. */
export const electionAdvice = (options: OperatorOptions, deployment: OperatorDeployment | null): readonly Finding[] => {
  if (options.leaderElectionEnabled || (deployment !== null && isOneAtATime(deployment))) return []
  const message = deployment === null ? `${base}; how many replicas there are could not be seen. ${wayOut}`
    : withoutElectionWords(deployment)
  return [{ severity: 'Advice', field: option, message }]
}
