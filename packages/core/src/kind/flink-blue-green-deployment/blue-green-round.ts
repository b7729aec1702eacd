import type { Env } from '../../env.ts'
import type { Facts } from '../../fact/facts.ts'
import type { BlueGreenOptions } from '../../operator-options/kind-options.ts'
import type { Colour, FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import type { DecodeError, Finding } from '../../resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { Recorded } from '../../resource/resource.ts'
import type { OperationOutcome } from '../../job/snapshot/operation-outcome.ts'
import type { Children } from './child/child.ts'
import type { ChildJob } from './child/child-job.ts'

/** A spec with a template: all that can be worked towards. */
export type WholeSpec = FlinkBlueGreenDeploymentSpec & {
  readonly template: NonNullable<FlinkBlueGreenDeploymentSpec['template']> & { readonly spec: FlinkDeploymentSpec }
}

/** What the resource asks for; it depends on the resource and the operator's configuration alone. */
export interface BlueGreenDesired {
  readonly meta: ResourceMeta
  /** The spec as it was written; null: it is not valid. */
  readonly wanted: WholeSpec | null
  /** What was reconciled last; null: nothing was, or it can't be read. */
  readonly recorded: WholeSpec | null
  /** What the transition that is under way works towards; null: none is, or it can't be read. */
  readonly target: WholeSpec | null
  readonly options: BlueGreenOptions
  readonly findings: readonly Finding[]
  readonly invalid: Finding | null
  /** What of the status is there and can't be read. */
  readonly unread: readonly DecodeError[]
  readonly secrets: readonly string[]
}

/** Where the resource stands, by its state and by what is under way. */
export type Phase = 'Initializing' | 'Active' | 'Savepointing' | 'Transitioning'

/** The recorded status with what was seen folded into it. */
export interface BlueGreenObserved {
  readonly recorded: Recorded<FlinkBlueGreenDeploymentStatus>
  readonly status: FlinkBlueGreenDeploymentStatus
  readonly facts: Facts
  readonly children: Children
  /** What serves, or served last; null: no child ever ran. */
  readonly active: Colour | null
  readonly phase: Phase
  /** What was recorded, after a look at what another operator left (adopt.ts). */
  readonly serving: WholeSpec | null
  /** What is worked towards by the transition that is under way. */
  readonly target: WholeSpec | null
  /** The job of the child that serves, as its status tells. */
  readonly job: ChildJob
  /** What Flink tells of the savepoint that is under way. */
  readonly outcome: OperationOutcome | null
}

export interface BlueGreenRound {
  readonly desired: BlueGreenDesired
  readonly observed: BlueGreenObserved
  readonly env: Env
}
