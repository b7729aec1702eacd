import type { Fact } from './fact.ts'
import type { FlinkDeploymentFacts } from './cluster-facts.ts'
import type { FlinkDeploymentView, FlinkSessionJobView } from './custom-resource-views.ts'
import type { CheckpointView } from './flink-rest.ts'

/** The facts about a FlinkStateSnapshot, as in cluster-facts.ts. Every query is live. */
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

/** The facts of one cluster, by name. */
export type FactsOfOne = FlinkDeploymentFacts & FlinkStateSnapshotFacts

/** A fact of one of several clusters: `deployment@blue`. */
export type SlottedField = `${keyof FactsOfOne}@${string}`

/** The facts of a round of any kind. A resource with one cluster has its facts by name; one with several clusters has them by slot, too. */
export type Facts = FactsOfOne & { readonly [field in SlottedField]?: Fact<unknown> }
