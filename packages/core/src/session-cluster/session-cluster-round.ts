import type { ClusterHost } from '../cluster/seen/host.ts'
import type { OtherObject } from '../cluster/seen/own-facts.ts'
import type { Env } from '../env.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { RenewedDeadline } from '../job/record/renewed-deadline.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { Recorded } from '../resource/resource.ts'
import type { Act, Decision } from '../round/decision.ts'
import type { SessionClusterDesired } from './session-cluster-desired.ts'

/** What is known after folding the facts into the recorded status. `status` is the recorded one itself where nothing changed. */
export interface SessionClusterObserved {
  readonly recorded: Recorded<FlinkDeploymentStatus>
  readonly status: FlinkDeploymentStatus
  /** Of what is ours alone. */
  readonly facts: FlinkDeploymentFacts
  /** What was seen of others under names of ours. */
  readonly others: readonly OtherObject[]
  readonly host: ClusterHost
  /** Moments of the recorded status that lay ahead of now, by their paths (F15). */
  readonly ahead?: readonly string[]
  /** The deadline of the operation, where it counts later than it is recorded (F15); absent: it does not. */
  readonly renewed?: RenewedDeadline
}

/** The inputs of a decision about a session cluster, together. */
export interface SessionRound {
  readonly desired: SessionClusterDesired
  readonly observed: SessionClusterObserved
  readonly env: Env
}

/** What a situation of a session cluster calls for. */
export type SessionDecision = Decision<FlinkDeploymentStatus>
export type SessionAct = Act<FlinkDeploymentStatus>
