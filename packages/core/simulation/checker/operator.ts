import type { Env } from '../../src/env.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import type { flinkStateSnapshotKind } from '../../src/kind/flink-state-snapshot/flink-state-snapshot-kind.ts'
import type { Kind } from '../../src/round/kind.ts'
import type { FlinkDeploymentSpec } from '../../src/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../src/resource/flink-deployment-status.ts'
import type { FlinkDeploymentResource } from '../world/world.ts'
import type { SnapshotDecision } from './checker-state.ts'
import type { Decision } from './decision.ts'
import type { DecisionMemo } from './decision-memo.ts'
import type { QuietMemo } from './quiet-memo.ts'

/** A kind whose own types don't matter here: values pass from one of its functions to the next. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyKind = Kind<FlinkDeploymentSpec, FlinkDeploymentStatus, any, FlinkDeploymentFacts, any>

/** The operator as the checker runs it. */
export interface Operator {
  readonly kind: AnyKind
  readonly snapshotKind: typeof flinkStateSnapshotKind
  readonly env: Omit<Env, 'now' | 'consecutiveFailures'>
  /** `kind.validate`, or the same with a memory. */
  readonly desiredOf: (resource: FlinkDeploymentResource, env: Env) => unknown
  readonly memo: DecisionMemo
  /** Without it rounds that only wait are decided each time, as stories tell them. */
  readonly quiet?: QuietMemo
  /** Delays are rounded up to this, so that there are few of them. */
  readonly tick: number
  /** Called for each decision that is not a look, remembered or not. */
  readonly onDecision: (decision: Decision) => void
  /** Called for each decision that is made and not remembered, looks too. */
  readonly onRow?: (decision: Decision) => void
  /** Called for each decision about a FlinkStateSnapshot, looks too. */
  readonly onSnapshotDecision?: (decision: SnapshotDecision) => void
}
