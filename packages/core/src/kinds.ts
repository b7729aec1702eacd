import { flinkDeploymentKind } from './kind/flink-deployment/flink-deployment-kind.ts'
import { flinkStateSnapshotKind } from './kind/flink-state-snapshot/flink-state-snapshot-kind.ts'

export { flinkDeploymentKind, flinkStateSnapshotKind }
export type { ConfiguredSpec } from './cluster/configured-spec.ts'
export type { DeployedSpec } from './cluster/deployed-spec.ts'
export type { FlinkDeploymentDesired } from './job/desired.ts'
export type { FlinkDeploymentObserved } from './job/observed.ts'
export { classify } from './kind/flink-deployment/classify.ts'
export { pauseAnnotation } from './round/pause.ts'
export type { Situation } from './job/situation.ts'

/** The kinds that this operator carries out, by their name. */
export const kinds = { FlinkDeployment: flinkDeploymentKind, FlinkStateSnapshot: flinkStateSnapshotKind } as const
export type Kinds = typeof kinds
