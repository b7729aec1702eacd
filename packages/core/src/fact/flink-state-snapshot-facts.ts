import type { Fact } from './fact.ts'
import type { FlinkDeploymentFacts } from './flink-deployment-facts.ts'
import type { FlinkDeploymentView } from './flink-deployment-view.ts'
import type { CheckpointView } from './flink-rest.ts'
import type { FlinkSessionJobView } from './flink-session-job-view.ts'

/** All that may be looked at for a FlinkStateSnapshot; as in flink-deployment-facts.ts. Every look is live. */
export type FlinkStateSnapshotFacts =
  & Pick<FlinkDeploymentFacts, 'jobs' | 'checkpoints' | 'savepointOperation' | 'checkpointOperation' | 'snapshots' | 'flinkSessionJobs'>
  & {
    /** The job that the snapshot refers to. `ReadFlinkDeployment`; Absent: there is none of that name. */
    readonly target?: Fact<FlinkDeploymentView>
    /** `ListFlinkDeployments`: all of the namespace. One that can't be read makes the whole Unknown: it may name any path. */
    readonly flinkDeployments?: Fact<readonly FlinkDeploymentView[]>
    /** The session job that the snapshot refers to. `ReadFlinkSessionJob`; Absent: there is none of that name, or the CRD is missing. */
    readonly targetSessionJob?: Fact<FlinkSessionJobView>
    /** `GetCheckpointDetails`; Absent: Flink keeps that checkpoint in its statistics no longer. */
    readonly checkpointDetails?: Fact<CheckpointView>
  }
