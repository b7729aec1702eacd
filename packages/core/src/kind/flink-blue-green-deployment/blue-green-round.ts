import type { Env } from '../../contract/env.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import type { BlueGreenOptions } from '../../options/kind-options.ts'
import type { Colour, FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { ResourceMeta, Recorded } from '../../contract/resource/resource.ts'
import type { OperationOutcome } from '../../job/snapshot/operation-outcome.ts'
import type { Children, ChildJob } from './child/child.ts'

/** A spec with a template. Only such a spec can be a target. */
export type WholeSpec = FlinkBlueGreenDeploymentSpec & {
  readonly template: NonNullable<FlinkBlueGreenDeploymentSpec['template']> & { readonly spec: FlinkDeploymentSpec }
}

/** The desired state. It depends only on the resource and the operator configuration. */
export interface BlueGreenDesired {
  readonly meta: ResourceMeta
  /** The current spec; null: it is not valid. */
  readonly wanted: WholeSpec | null
  /** The last reconciled spec; null: there is none, or it can't be read. */
  readonly recorded: WholeSpec | null
  /** The target spec of the transition in progress; null: there is none, or it can't be read. */
  readonly target: WholeSpec | null
  readonly options: BlueGreenOptions
  readonly findings: readonly Finding[]
  readonly invalid: Finding | null
  /** Parts of the status that exist but can't be read. */
  readonly unread: readonly DecodeError[]
  readonly secrets: readonly string[]
}

/** The phase of the resource, derived from its state and the transition in progress. */
export type Phase = 'Initializing' | 'Active' | 'Savepointing' | 'Transitioning'

/** The recorded status, updated with the observed facts. */
export interface BlueGreenObserved {
  readonly recorded: Recorded<FlinkBlueGreenDeploymentStatus>
  readonly status: FlinkBlueGreenDeploymentStatus
  readonly facts: Facts
  readonly children: Children
  /** The child that serves, or served last; null: no child has run yet. */
  readonly active: Colour | null
  readonly phase: Phase
  /** The serving spec, after take-over of a status of another operator (adopt.ts). */
  readonly serving: WholeSpec | null
  /** The target spec of the transition in progress. */
  readonly target: WholeSpec | null
  /** The job of the serving child, according to its status. */
  readonly job: ChildJob
  /** The outcome of the savepoint in progress, as Flink reports it. */
  readonly outcome: OperationOutcome | null
}

/** Everything that a row of its table is asked with. */
export interface BlueGreenRound {
  readonly desired: BlueGreenDesired
  readonly observed: BlueGreenObserved
  readonly env: Env
}
