import type { Condition } from '../../resource/condition.ts'
import type { FlinkDeploymentSpec, IngressSpec } from '../../resource/flink-deployment-spec.ts'
import type { JobStatus } from '../../resource/job-status.ts'
import type { LastState } from '../../resource/last-state.ts'
import type { ResourceType } from '../../resource/resource-type.ts'
import type { EpochMillis } from '../../resource/time.ts'

export const flinkBlueGreenDeploymentType = {
  group: 'flink.apache.org',
  version: 'v1beta1',
  kind: 'FlinkBlueGreenDeployment',
  plural: 'flinkbluegreendeployments',
  singular: 'flinkbluegreendeployment',
  shortName: 'flinkbgdep',
} as const satisfies ResourceType

/** What of `template.metadata` the children get (E-26). */
export interface ChildMetadata {
  readonly labels: Readonly<Record<string, string>> | null
  readonly annotations: Readonly<Record<string, string>> | null
}

/** What the children are made of. */
export interface ChildTemplate {
  readonly metadata: ChildMetadata | null
  readonly spec: FlinkDeploymentSpec | null
}

/** `spec` of a FlinkBlueGreenDeployment (api-and-config.md, section 5.6); the order is that of the recorded spec. */
export interface FlinkBlueGreenDeploymentSpec {
  /** In front of the active child; the children's own stands in the template. */
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
 * How the target is reached. `First`: no child ever ran. `Switch`: the other child takes over from the active one. `InPlace`: the active
 * child is changed, and its own operator does the rest.
 */
export type TransitionKind = 'First' | 'Switch' | 'InPlace'

/**
 * `Savepoint`: one of the active child's job was asked for. `Apply`: the child may have been created or changed. `Await`: it was seen as it
 * is to be. `Retire`: the active child may have been told to go; there is no way back. `Revert`: the change did not work, and what ran
 * before is put back.
 */
export type TransitionStep = 'Savepoint' | 'Apply' | 'Await' | 'Retire' | 'Revert'

/** What is under way: the write-ahead record of a transition. All of it is gone when the transition has ended, however it ended (B105). */
export interface Transition {
  /** 32 lower-case hex digits, minted once: Flink's trigger id of the savepoint, and the mark of the child that is created for it. */
  readonly id: string
  /** Monotone over the life of the resource. */
  readonly attempt: number
  readonly mintedAt: EpochMillis
  readonly kind: TransitionKind
  /** The child that is brought up or changed. */
  readonly colour: Colour
  readonly step: TransitionStep
  /** `metadata.generation` of the spec that it works towards. */
  readonly targetGeneration: number
  /** That spec, as `lastReconciledSpec` holds it once the transition has ended well (E-32). */
  readonly target: string
  /** The child that served when the transition began: its savepoint is worth nothing for another one (E-38). Null: none did. */
  readonly activeUid: string | null
  /** The job that was asked for the savepoint, and since when it ran then: only that incarnation knows the trigger id. */
  readonly jobId: string | null
  readonly jobStartTime: EpochMillis | null
  /** The path of `source`, which versions before this one read; null: `source` is no path. Where the two differ nothing is started. */
  readonly savepointPath: string | null
  /**
   * What the child starts from where it is created (transition/transition-source.ts). Null: the savepoint is not complete yet, or an
   * older version
   * wrote the record. Null never permits a start from empty state.
   */
  readonly source: LastState | null
  /** Binds `source` to this transition: a source that was put back from another one has another mark. */
  readonly sourceMark: string | null
  /** The child as it was seen to be as the target wants it: evidence of any other uid or generation is none (B107). */
  readonly childUid: string | null
  readonly childGeneration: number | null
  /** Since when the child is ready without a break, and by which mark of its status that is known (E-31). */
  readonly readySince: EpochMillis | null
  readonly readyMark: string | null
  /** After this moment it is given up, as long as the active child was not told to go. */
  readonly giveUpAt: EpochMillis
}

/** A spec that could not be reached. It is tried again, in bounds; an edit begins anew (E-32). */
export interface FailedTarget {
  readonly generation: number
  /** How often. */
  readonly times: number
  readonly retryAt: EpochMillis
  readonly reason: string
}

/** What our operator keeps beside the reference operator's fields. */
export interface BlueGreenRecord {
  /** Transitions begun so far. Never falls. */
  readonly attempts: number
  /** uid of the child that serves. Null: none does, or another operator made it. */
  readonly activeUid: string | null
  /** What the active child left when it was suspended, as long as it is (E-30). */
  readonly suspendedPath: string | null
  readonly failed: FailedTarget | null
  /** The switch that was given up last: a child that was created for it never served, and never will (B107). */
  readonly abandoned: string | null
  /** A child that was asked for and never seen may still come: none is created before this moment. */
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
