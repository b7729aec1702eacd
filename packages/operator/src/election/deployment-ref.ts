export interface DeploymentRef {
  readonly namespace: string
  readonly name: string
}

const nonEmpty = (text: string | undefined, otherwise: string): string => (text === undefined || text === '' ? otherwise : text)

/** The Deployment of the operator, as `deploy/` has it. */
export const operatorDeploymentRef = (environment: NodeJS.ProcessEnv): DeploymentRef => ({
  namespace: nonEmpty(environment['OPERATOR_NAMESPACE'], 'flink-operator'),
  name: nonEmpty(environment['OPERATOR_NAME'], 'flink-operator'),
})

/** Of this very process; null: it was not started as a deployment. */
export const ownDeploymentRef = (environment: NodeJS.ProcessEnv): DeploymentRef | null =>
  nonEmpty(environment['OPERATOR_NAMESPACE'], '') === '' ? null : operatorDeploymentRef(environment)
