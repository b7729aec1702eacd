import type { Env } from '../../src/env.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import type { FlinkStateSnapshotFacts } from '../../src/fact/flink-state-snapshot-facts.ts'
import type { SnapshotDesired, SnapshotObserved } from '../../src/kind/flink-state-snapshot/round.ts'
import type { FlinkDeploymentStatus } from '../../src/resource/flink-deployment-status.ts'
import type { FlinkStateSnapshotStatus } from '../../src/resource/flink-state-snapshot.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { Doing as RoundDoing } from '../../src/round/round-state.ts'
import type { SnapshotAction } from '../kubernetes/state-snapshots.ts'
import type { FlinkDeploymentResource, StateSnapshotResource, World } from '../world/world.ts'

/** One operator process. `Idle`: waits until `dueAt`. */
export type Process = { readonly _tag: 'Idle'; readonly dueAt: EpochMillis } | Doing

/** It decided, and does its list. What it read and saw is kept for what it does when an action fails. */
export interface Doing extends RoundDoing<FlinkDeploymentStatus> {
  readonly read: FlinkDeploymentResource
  readonly facts: FlinkDeploymentFacts
  readonly decidedAt: EpochMillis
}

/** The operator's rounds of one FlinkStateSnapshot, beside those of the FlinkDeployment: the same process, another key of its queue. */
export interface SnapshotProcess {
  readonly uid: string
  readonly failures: number
  readonly doing: SnapshotDoing | null
  /** When the next round is due. */
  readonly dueAt: EpochMillis
}

export interface SnapshotDoing extends RoundDoing<FlinkStateSnapshotStatus> {
  readonly decision: SnapshotDecision
}

/** What was decided of a FlinkStateSnapshot, and from what. */
export interface SnapshotDecision {
  readonly resource: StateSnapshotResource
  readonly facts: FlinkStateSnapshotFacts
  readonly env: Env
  readonly desired: SnapshotDesired
  readonly observed: SnapshotObserved
  readonly actions: readonly SnapshotAction[]
}

/** What may still happen. `edits`: how many of the world's edits are done. */
export interface Budget {
  readonly edits: number
  readonly faults: number
  readonly crashes: number
}

/** A node of the graph that is explored. */
export interface CheckerState {
  readonly world: World
  readonly process: Process
  /** A second operator process: what is left of the one round that it is in; null: there is none. */
  readonly rival: Doing | null
  /** Its rounds of FlinkStateSnapshots, in the order of `world.snapshots`. */
  readonly snapshots: readonly SnapshotProcess[]
  readonly failures: number
  readonly budget: Budget
}
