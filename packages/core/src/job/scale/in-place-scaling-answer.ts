import type { DeploymentView } from '../../fact/deployment-view.ts'
import type { Fact } from '../../fact/fact.ts'
import type { VertexBounds } from '../../fact/flink-rest.ts'
import type { FlinkVersion } from '../../resource/flink-version.ts'
import type { JobState } from '../../resource/job-state.ts'

/** Parallelism by vertex id. */
export type Overrides = Readonly<Record<string, number>>

/** What the answer for a native cluster rests on. `observed` means: by the configuration of what runs. */
export interface NativeScaling {
  readonly _tag: 'Native'
  readonly enabled: boolean
  /** Of what runs. */
  readonly flinkVersion: FlinkVersion | null
  /** Observed `jobmanager.scheduler`. */
  readonly scheduler: string
  readonly job: JobState | null
  /** Null: they can't be read. */
  readonly wantedOverrides: Overrides | null
  readonly deployedOverrides: Overrides | null
  /** The job parallelism that the edit changes; null: it does not. */
  readonly parallelism: { readonly from: number; readonly to: number } | null
  readonly requirements: Fact<VertexBounds> | undefined
}

export interface StandaloneScaling {
  readonly _tag: 'Standalone'
  /** Observed `scheduler-mode`. */
  readonly schedulerMode: string | null
  /** TaskManagers that the wanted spec asks for. Null: it can't be read. */
  readonly replicas: number | null
  readonly taskManagers: Fact<DeploymentView> | undefined
}

export type InPlaceScalingInputs = NativeScaling | StandaloneScaling

/** Can the running job take the edit without a restart? `row` is that of control-flow.md, section 4.5. */
export type InPlaceScaling =
  & { readonly row: string; readonly reason: string }
  & (
    /** The edit needs an upgrade. */
    | { readonly _tag: 'NotPossible' }
    | { readonly _tag: 'LookFirst'; readonly at: 'ResourceRequirements' | 'TaskManagers' }
    /** It can't be told now, but it will be: a restart would be too much. */
    | { readonly _tag: 'Wait'; readonly waitingFor: string }
    /** What runs is as the edit wants it. */
    | { readonly _tag: 'Done' }
    | { readonly _tag: 'ScaleVertices'; readonly bounds: VertexBounds }
    | { readonly _tag: 'ScaleTaskManagers'; readonly name: string; readonly uid: string; readonly replicas: number }
  )
