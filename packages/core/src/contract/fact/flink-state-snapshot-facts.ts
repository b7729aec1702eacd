import type { Fact } from './fact.ts'
import type { FlinkDeploymentFacts } from './flink-deployment-facts.ts'
import type { FlinkDeploymentView } from './flink-deployment-view.ts'
import type { CheckpointView } from './flink-rest.ts'
import type { FlinkSessionJobView } from './flink-session-job-view.ts'

/** The facts about a FlinkStateSnapshot, as in flink-deployment-facts.ts. Every query is live. */
export type FlinkStateSnapshotFacts =
  & Pick<
    FlinkDeploymentFacts,
    | 'jobs'
    | 'checkpoints'
    | 'savepointOperation'
    | 'checkpointOperation'
    | 'snapshots'
    | 'flinkDeployments'
    | 'flinkSessionJobs'
    | 'namingResources'
  >
  & {
    /** The job that the snapshot refers to. `ReadFlinkDeployment`; Absent: there is none of that name. */
    readonly target?: Fact<FlinkDeploymentView>
    /** The session job that the snapshot refers to. `ReadFlinkSessionJob`; Absent: there is none of that name, or the CRD is missing. */
    readonly targetSessionJob?: Fact<FlinkSessionJobView>
    /** `GetCheckpointDetails`; Absent: Flink no longer has that checkpoint in its statistics. */
    readonly checkpointDetails?: Fact<CheckpointView>
  }
