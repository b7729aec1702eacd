import type { Env } from '@flink-operator/core'
import type { FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkDeploymentSpec, FlinkDeploymentStatus } from '@flink-operator/core/resource'
import type { Kind } from '@flink-operator/core/round'
import type { ForeseenQueries } from '../autoscaler/foreseen-queries.ts'
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
  /** The kinds that it handles. */
  readonly kinds: readonly SimulatedKind[]
  readonly env: Omit<Env, 'now' | 'consecutiveFailures'>
  /** `validate` of the kind's rules, or a cached version of it. */
  readonly desiredOf: (kind: SimulatedKind, resource: AnyResource, env: Env) => unknown
  readonly memo: DecisionMemo
  /** Checks P11 for a written status, or a cached version of that check. */
  readonly breachesOfReading: ReadingMemo['breachesOf']
  /** Without it, rounds that only wait are decided each time, so that stories can show the decision. */
  readonly quiet?: QuietMemo
  /** Of worlds with loads. */
  readonly foreseen?: ForeseenQueries
  /** Delays are rounded up to a multiple of this, so that few different ones occur. */
  readonly tick: number
  /** Called for each decision that is not a query, cached or not. */
  readonly onDecision: (decision: Decision) => void
  /** Called for each decision that asks for another query, cached or not. */
  readonly onLook?: (decision: Decision) => void
  /** Called for each decision that is computed and not read from the cache, queries included. */
  readonly onRow?: (decision: Decision) => void
}
