import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { ObservedHost } from '../job/job-round.ts'
import type { RenewedDeadline } from '../job/record/renewed-deadline.ts'
import type { Recorded } from '../resource/resource.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { FlinkDeploymentDesired } from './deployment-desired.ts'
import type { OtherObject } from '../cluster/seen/own-facts.ts'

/** What is known after folding the facts into the recorded status. `status` is the recorded one itself where nothing changed. */
export interface FlinkDeploymentObserved {
  readonly recorded: Recorded<FlinkDeploymentStatus>
  readonly status: FlinkDeploymentStatus
  /** Of what is ours alone: an object of somebody else that has the name of ours is not among them. */
  readonly facts: FlinkDeploymentFacts
  /** What was seen of others under names of ours. */
  readonly others: readonly OtherObject[]
  readonly host: ObservedHost
  /** What the resource works towards with what the autoscaler stored of it; left out: nothing of it is in force. */
  readonly inForce?: FlinkDeploymentDesired
  /** Moments of the recorded status that lay ahead of now, by their paths (F15). */
  readonly ahead?: readonly string[]
  /** The deadline of the operation, where it counts later than it is recorded (F15); absent: it does not. */
  readonly renewed?: RenewedDeadline
}
