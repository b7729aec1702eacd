import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { Recorded } from '../kind.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'

/** What is known after folding the facts into the recorded status. `status` is the recorded one itself where nothing changed. */
export interface FlinkDeploymentObserved {
  readonly recorded: Recorded<FlinkDeploymentStatus>
  readonly status: FlinkDeploymentStatus
  readonly facts: FlinkDeploymentFacts
  /** Moments of the recorded status that lay ahead of now, by their paths (F15). */
  readonly ahead?: readonly string[]
}
