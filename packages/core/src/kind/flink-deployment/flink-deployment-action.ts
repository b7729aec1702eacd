import type { Action } from '../../contract/action/action.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'

/** An action that a decision about a FlinkDeployment can return. */
export type FlinkDeploymentAction = Action<FlinkDeploymentStatus>
