import type { ClusterHost } from '../../cluster/observe/host.ts'
import type { OtherObject } from '../../cluster/observe/own-facts.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/flink-deployment-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Recorded } from '../../contract/resource/resource.ts'
import type { RenewedDeadline } from '../../job/record/renewed-deadline.ts'

/**
 * What a round knows after folding the facts into the recorded status. If nothing changed, `status` is the same object as the recorded one.
 */
export interface ObservedCluster {
  readonly recorded: Recorded<FlinkDeploymentStatus>
  readonly status: FlinkDeploymentStatus
  /** Facts about objects that we own; a foreign object with the name of one of ours is not among them. */
  readonly facts: FlinkDeploymentFacts
  /** Foreign objects that have names that we need. */
  readonly others: readonly OtherObject[]
  readonly host: ClusterHost
  /** Paths of timestamps in the recorded status that were in the future (F15). */
  readonly ahead?: readonly string[]
  /** The new deadline of the operation, if it is later than the recorded one (F15). Absent: the recorded deadline applies. */
  readonly renewed?: RenewedDeadline
}
