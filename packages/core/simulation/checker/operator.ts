import type { Env } from '../../src/env.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import type { Kind } from '../../src/round/kind.ts'
import type { FlinkDeploymentSpec } from '../../src/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../src/resource/flink-deployment-status.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { Decision } from './decision.ts'
import type { DecisionMemo } from './decision-memo.ts'
import type { QuietMemo } from './quiet-memo.ts'
import type { ReadingMemo } from './reading-memo.ts'

/** Rules of FlinkDeployments whose own types don't matter. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyKind = Kind<FlinkDeploymentSpec, FlinkDeploymentStatus, any, FlinkDeploymentFacts, any>

/** The operator as the checker runs it. */
export interface Operator {
  /** The kinds that it carries out. */
  readonly kinds: readonly SimulatedKind[]
  readonly env: Omit<Env, 'now' | 'consecutiveFailures'>
  /** `validate` of the kind's rules, or the same with a memory. */
  readonly desiredOf: (kind: SimulatedKind, resource: AnyResource, env: Env) => unknown
  readonly memo: DecisionMemo
  /** P11 of what is written, or the same with a memory. */
  readonly breachesOfReading: ReadingMemo['breachesOf']
  /** Without it rounds that only wait are decided each time, as stories tell them. */
  readonly quiet?: QuietMemo
  /** Delays are rounded up to this, so that there are few of them. */
  readonly tick: number
  /** Called for each decision that is not a look, remembered or not. */
  readonly onDecision: (decision: Decision) => void
  /** Called for each decision that asks for another look, remembered or not. */
  readonly onLook?: (decision: Decision) => void
  /** Called for each decision that is made and not remembered, looks too. */
  readonly onRow?: (decision: Decision) => void
}
