export interface DeploymentRef {
  readonly namespace: string
  readonly name: string
}

const nonEmpty = (text: string | undefined, otherwise: string): string => (text === undefined || text === '' ? otherwise : text)

/** The operator's Deployment, with the names of `deploy/` as defaults. */
export const operatorDeploymentRef = (environment: NodeJS.ProcessEnv): DeploymentRef => ({
  namespace: nonEmpty(environment['OPERATOR_NAMESPACE'], 'flink-operator'),
  name: nonEmpty(environment['OPERATOR_NAME'], 'flink-operator'),
})

/** The Deployment of this process; null: the process was not started by a Deployment. */
export const ownDeploymentRef = (environment: NodeJS.ProcessEnv): DeploymentRef | null =>
  nonEmpty(environment['OPERATOR_NAMESPACE'], '') === '' ? null : operatorDeploymentRef(environment)
