import type { FlinkDeploymentFacts } from './flink-deployment-facts.ts'
import type { FlinkStateSnapshotFacts } from './flink-state-snapshot-facts.ts'

/** What rounds of any kind may have looked at. */
export type Facts = FlinkDeploymentFacts & FlinkStateSnapshotFacts
