import type { LastState } from '../../../resource/last-state.ts'
import type { EpochMillis } from '../../../resource/time.ts'

/** The version that serves, as it was recorded when its job was seen running. */
export interface DeployedVersion {
  readonly hash: string
  /** `metadata.generation` of its spec. */
  readonly generation: number
  readonly jobId: string
  /** `spec.savepointPath` of that time: another one by now is a person's word, where it is not known what to start from (P25). */
  readonly savepointPath: string
  readonly colourlessHash: string
  /** Was it deployed with high availability, whatever the spec says by now (A04)? Null: it is not known, and counts as if it was. */
  readonly highlyAvailable: boolean | null
}

/** Why an attempt was given up, for people (LD15). */
export interface GivenUp {
  readonly hash: string
  readonly generation: number
  readonly reason: string
  readonly at: EpochMillis
}

/** What this operator keeps beside Lyft's fields. A status without it was written by Lyft's (`take-over/`). */
export interface ApplicationRecord {
  /** Operations begun so far; never falls. 0: nothing of this status is ours. */
  readonly attempts: number
  /** What the next start of the job goes on from; Unknown as long as one runs. Never `InHighAvailability`: no cluster is started anew. */
  readonly lastState: LastState
  readonly deployed: DeployedVersion | null
  /** BlueGreen: the version that runs beside it. */
  readonly beside: DeployedVersion | null
  readonly givenUp: GivenUp | null
  /** When the job that is recorded was first missed by a JobManager that answers: absence needs two looks. */
  readonly jobMissedSince: EpochMillis | null
  /** By an operator's clock, since when the deletion waits. */
  readonly deletingSince: EpochMillis | null
}
