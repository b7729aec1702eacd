/** FlinkDeployment alone: its kind, and the nouns in its types. */
export { flinkDeploymentKind } from './flink-deployment-kind.ts'
export type { FlinkDeploymentAction } from './flink-deployment-action.ts'
