import type { Condition } from '../../contract/resource/condition.ts'
import type { FlinkDeploymentSpec, IngressSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobStatus } from '../../contract/resource/job-status.ts'
import type { LastState } from '../../contract/resource/last-state.ts'
import type { ResourceType } from '../../contract/resource/resource-type.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'

export const flinkBlueGreenDeploymentType = {
  group: 'flink.apache.org',
  version: 'v1beta1',
  kind: 'FlinkBlueGreenDeployment',
  plural: 'flinkbluegreendeployments',
  singular: 'flinkbluegreendeployment',
  shortName: 'flinkbgdep',
} as const satisfies ResourceType

/** The part of `template.metadata` that the children get (E-26). */
export interface ChildMetadata {
  readonly labels: Readonly<Record<string, string>> | null
  readonly annotations: Readonly<Record<string, string>> | null
}

/** The template of the children. */
export interface ChildTemplate {
  readonly metadata: ChildMetadata | null
  readonly spec: FlinkDeploymentSpec | null
}

/** `spec` of a FlinkBlueGreenDeployment (api-and-config.md, section 5.6); the order is that of the recorded spec. */
export interface FlinkBlueGreenDeploymentSpec {
  /** The ingress to the active child. The ingress of each child is in the template. */
  readonly ingress: IngressSpec | null
  readonly template: ChildTemplate | null
  readonly configuration: Readonly<Record<string, string>>
}

/** The two children: `<name>-blue` and `<name>-green`. */
export type Colour = 'BLUE' | 'GREEN'

export const colours: readonly Colour[] = ['BLUE', 'GREEN']

export const opposite = (colour: Colour): Colour => (colour === 'BLUE' ? 'GREEN' : 'BLUE')

/** session-snapshot-bluegreen.md, section 4.3. */
export type BlueGreenState = 'INITIALIZING_BLUE' | `ACTIVE_${Colour}` | `SAVEPOINTING_${Colour}` | `TRANSITIONING_TO_${Colour}`

/**
 * How the transition reaches the target. `First`: no child has run yet. `Switch`: the other child takes over from the active one.
 * `InPlace`: the operator changes the active child, and the FlinkDeployment controller does the rest.
 */
export type TransitionKind = 'First' | 'Switch' | 'InPlace'

/**
 * `Savepoint`: the operator requested a savepoint of the active child's job. `Apply`: the child may have been created or changed. `Await`:
 * the child was observed to match the target. `Retire`: the operator may have requested the deletion of the active child; the transition
 * can't be rolled back. `Revert`: the change failed, and the operator restores the earlier spec.
 */
export type TransitionStep = 'Savepoint' | 'Apply' | 'Await' | 'Retire' | 'Revert'

/**
 * The write-ahead record of the transition in progress. The operator clears it when the transition has ended, whatever the result (B105).
 */
export interface Transition {
  /**
   * 32 lower-case hex digits, generated once: the trigger id of the savepoint, and the mark of the child that is created for this
   * transition.
   */
  readonly id: string
  /** Monotone over the life of the resource. */
  readonly attempt: number
  readonly mintedAt: EpochMillis
  readonly kind: TransitionKind
  /** The child that the transition creates or changes. */
  readonly colour: Colour
  readonly step: TransitionStep
  /** `metadata.generation` of the target spec. */
  readonly targetGeneration: number
  /** The target spec, in the form that `lastReconciledSpec` gets when the transition has succeeded (E-32). */
  readonly target: string
  /**
   * The uid of the child that served when the transition started: a savepoint of it is useless for another child (E-38). Null: none served.
   */
  readonly activeUid: string | null
  /** The job of which the operator requested the savepoint, and its start time then: only that job incarnation knows the trigger id. */
  readonly jobId: string | null
  readonly jobStartTime: EpochMillis | null
  /**
   * The path of `source`, for older versions of the operator; null: `source` is not a path. If the two differ, the operator starts nothing.
   */
  readonly savepointPath: string | null
  /**
   * The source of a created child (transition/transition-source.ts). Null: the savepoint is not complete yet, or an older version wrote the
   * record. Null never permits a start from empty state.
   */
  readonly source: LastState | null
  /** Binds `source` to this transition: a source that was copied from another transition has another mark. */
  readonly sourceMark: string | null
  /** The child that was observed to match the target. Another uid or generation is no evidence (B107). */
  readonly childUid: string | null
  readonly childGeneration: number | null
  /** The time since which the child has been ready without a break, and the mark of its status that proves it (E-31). */
  readonly readySince: EpochMillis | null
  readonly readyMark: string | null
  /** The time after which the operator gives up the transition, unless it has requested the deletion of the active child. */
  readonly giveUpAt: EpochMillis
}

/** A spec whose transition failed. The operator retries it a limited number of times; an edit starts again (E-32). */
export interface FailedTarget {
  readonly generation: number
  /** Number of failed transitions. */
  readonly times: number
  readonly retryAt: EpochMillis
  readonly reason: string
}

/** Fields of this operator in addition to those of the reference operator. */
export interface BlueGreenRecord {
  /** Number of transitions started so far. It never decreases. */
  readonly attempts: number
  /** uid of the serving child. Null: none serves, or another operator created it. */
  readonly activeUid: string | null
  /** The savepoint of the active child's suspension, while it is suspended (E-30). */
  readonly suspendedPath: string | null
  readonly failed: FailedTarget | null
  /** The last switch that was given up. A child that was created for it never served and never will (B107). */
  readonly abandoned: string | null
  /** A requested child that was never observed may still appear: the operator creates no child before this time. */
  readonly createNotBefore: EpochMillis | null
}

/** `status` of a FlinkBlueGreenDeployment; times are ISO-8601 text. */
export interface FlinkBlueGreenDeploymentStatus {
  /** Only `state`: RECONCILING, RUNNING, FAILING or SUSPENDED. */
  readonly jobStatus: JobStatus
  readonly blueGreenState: BlueGreenState | null
  readonly lastReconciledSpec: string | null
  readonly lastReconciledTimestamp: string | null
  readonly abortTimestamp: string | null
  readonly deploymentReadyTimestamp: string | null
  readonly savepointTriggerId: string | null
  /** Plain text. */
  readonly error: string | null
  readonly observedGeneration: number | null
  readonly conditions: readonly Condition[]
  readonly operation: Transition | null
  readonly operatorRecord: BlueGreenRecord
}
