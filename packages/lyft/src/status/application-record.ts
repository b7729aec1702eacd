import type { LastState, EpochMillis } from '@flink-operator/core/resource'

/** A live version, as recorded when its job was observed running. */
export interface DeployedVersion {
  readonly hash: string
  /** `metadata.generation` of its spec. */
  readonly generation: number
  readonly jobId: string
  /**
   * `spec.savepointPath` when it was deployed. If the user has changed it since, the new path counts when no other source is known (P25).
   */
  readonly savepointPath: string
  readonly colourlessHash: string
  /** True if it was deployed with high availability, even if the spec has changed since (A04). Null: unknown, which counts as true. */
  readonly highlyAvailable: boolean | null
}

/** Why an attempt was given up, for the user (LD15). */
export interface GivenUp {
  readonly hash: string
  readonly generation: number
  readonly reason: string
  readonly at: EpochMillis
}

/** Fields of this operator in addition to Lyft's. A status without them was written by Lyft's operator (`take-over/`). */
export interface ApplicationRecord {
  /** Number of operations started so far; it never decreases. 0: this operator wrote nothing of this status. */
  readonly attempts: number
  /**
   * The source of the next start of the job; Unknown while a job runs. Never `InHighAvailability`, because the operator never restarts an
   * old cluster.
   */
  readonly lastState: LastState
  readonly deployed: DeployedVersion | null
  /** BlueGreen: the second version, which runs beside the live one. */
  readonly beside: DeployedVersion | null
  readonly givenUp: GivenUp | null
  /** Since when a JobManager that answers has not listed the recorded job. Absence needs two observations. */
  readonly jobMissedSince: EpochMillis | null
  /** Since when the deletion waits, by the operator's clock. */
  readonly deletingSince: EpochMillis | null
}
