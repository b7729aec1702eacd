import type { Finding, OperatorOptions } from '@flink-operator/core'
import type { DeploymentRef } from './deployment-ref.ts'

const option = 'kubernetes.operator.leader-election.enabled'
const base = `leader election is off (${option}: false): nothing keeps it and another operator of the same resources apart`
const remediation = 'Leave the option out, or run one replica with strategy Recreate'

/** The operator's own Deployment, with the fields that decide whether two of its processes can run at once. */
export interface OperatorDeployment extends DeploymentRef {
  readonly replicas: number
  /** `spec.strategy.type`. */
  readonly strategy: string
}

/** True if the Deployment never runs two processes at the same time. */
const isOneAtATime = ({ replicas, strategy }: OperatorDeployment): boolean => replicas <= 1 && strategy === 'Recreate'

const danger = ({ namespace, name, replicas, strategy }: OperatorDeployment): string =>
  `the Deployment ${namespace}/${name} has ${
    replicas > 1 ? `${replicas} replicas, and each of them acts on every resource`
      : `strategy ${strategy}, and in an update a new replica acts beside the old one`
  }`

/** The warning that a process without leader election logs at its start. `deployment`: its own Deployment; null: not observed. */
export const withoutElectionWords = (deployment: OperatorDeployment | null): string =>
  deployment === null || isOneAtATime(deployment) ? base : `${base}, and ${danger(deployment)}. ${remediation}`

/** The finding of `plan` about the operator's options. `deployment`: the operator's Deployment; null: not observed. */
export const electionAdvice = (options: OperatorOptions, deployment: OperatorDeployment | null): readonly Finding[] => {
  if (options.leaderElectionEnabled || (deployment !== null && isOneAtATime(deployment))) return []
  const message = deployment === null ? `${base}; the number of replicas could not be read. ${remediation}`
    : withoutElectionWords(deployment)
  return [{ severity: 'Advice', field: option, message }]
}
