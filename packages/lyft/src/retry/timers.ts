import type { Millis } from '@flink-operator/core/resource'

/** Time limits (lyft-flinkapplication.md, sections 2.4 and 2.5.4). */
export interface ApplicationTimers {
  /** The operator gives up an update that makes no progress for longer. */
  readonly maxErrDuration: Millis
  /** A submitted job whose tasks do not all run by then has failed. */
  readonly flinkJobVertexTimeout: Millis
  readonly baseBackoffDuration: Millis
  readonly maxBackoffDuration: Millis
  /** A TaskManager whose last heartbeat is older is not healthy. */
  readonly taskManagerHeartbeat: Millis
  /** How long a job counts as Red after it was observed failing. */
  readonly failingWindow: Millis
  /** A job whose last checkpoint is older is Yellow (LD12). */
  readonly checkpointAge: Millis
}

/** The times of Lyft's operator. */
export const defaultTimers: ApplicationTimers = {
  maxErrDuration: 300_000,
  flinkJobVertexTimeout: 180_000,
  baseBackoffDuration: 100,
  maxBackoffDuration: 30_000,
  taskManagerHeartbeat: 120_000,
  failingWindow: 60_000,
  checkpointAge: 600_000,
}

/** The default of `spec.maxCheckpointRestoreAgeSeconds`. */
export const defaultRestoreAge: Millis = 3_600_000
