import type { DeploymentView } from '../../contract/fact/object-view.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { VertexBounds } from '../../contract/fact/flink-rest.ts'
import type { FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { JobState } from '../../contract/resource/job-status.ts'

/** Parallelism by vertex id. */
export type Overrides = Readonly<Record<string, number>>

/** Inputs of the decision for a native cluster. `observed` means: from the configuration of the running cluster. */
export interface NativeScaling {
  readonly _tag: 'Native'
  readonly enabled: boolean
  /** Flink version of the running cluster. */
  readonly flinkVersion: FlinkVersion | null
  /** Observed `jobmanager.scheduler`. */
  readonly scheduler: string
  readonly job: JobState | null
  /** Null: the overrides can't be read. */
  readonly wantedOverrides: Overrides | null
  readonly deployedOverrides: Overrides | null
  /** The change of job parallelism in the edit. Null: there is none. */
  readonly parallelism: { readonly from: number; readonly to: number } | null
  readonly requirements: Fact<VertexBounds> | undefined
}

export interface StandaloneScaling {
  readonly _tag: 'Standalone'
  /** Observed `scheduler-mode`. */
  readonly schedulerMode: string | null
  /** TaskManagers that the desired spec asks for. Null: unreadable. */
  readonly replicas: number | null
  readonly taskManagers: Fact<DeploymentView> | undefined
}

export type InPlaceScalingInputs = NativeScaling | StandaloneScaling

/** Whether the running job can be rescaled without a restart. `row`: the row of control-flow.md, section 4.5. */
export type InPlaceScaling =
  & { readonly row: string; readonly reason: string }
  & (
    /** The edit needs an upgrade. */
    | { readonly _tag: 'NotPossible' }
    | { readonly _tag: 'LookFirst'; readonly at: 'ResourceRequirements' | 'TaskManagers' }
    /** Unknown now, but it will be known: a restart would be premature. */
    | { readonly _tag: 'Wait'; readonly waitingFor: string }
    /** The job runs as the edit asks. */
    | { readonly _tag: 'Done' }
    | { readonly _tag: 'ScaleVertices'; readonly bounds: VertexBounds }
    | ({ readonly _tag: 'ScaleTaskManagers'; readonly replicas: number } & Pick<DeploymentView, 'name' | 'uid' | 'resourceVersion'>)
  )
