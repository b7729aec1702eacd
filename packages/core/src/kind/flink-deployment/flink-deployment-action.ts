import type { Action } from '../../action/action.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'

/** What a decision about a FlinkDeployment can ask for. */
export type FlinkDeploymentAction = Action<FlinkDeploymentStatus>
