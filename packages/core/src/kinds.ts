import { flinkDeploymentKind } from './flink-deployment/flink-deployment-kind.ts'
import { flinkStateSnapshotKind } from './flink-state-snapshot/flink-state-snapshot-kind.ts'

export { flinkDeploymentKind, flinkStateSnapshotKind }
export type { ConfiguredSpec, DeployedSpec, FlinkDeploymentDesired } from './flink-deployment/desired.ts'
export type { FlinkDeploymentObserved } from './flink-deployment/observed.ts'
export { classify } from './flink-deployment/classify.ts'
export { pauseAnnotation } from './flink-deployment/pause.ts'
export type { Situation } from './flink-deployment/situation.ts'

/** The kinds that this operator carries out, by their name. */
export const kinds = { FlinkDeployment: flinkDeploymentKind, FlinkStateSnapshot: flinkStateSnapshotKind } as const
export type Kinds = typeof kinds
