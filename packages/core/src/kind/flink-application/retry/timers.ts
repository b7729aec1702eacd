import type { Millis } from '../../../resource/time.ts'

/** How long is waited for what (lyft-flinkapplication.md, sections 2.4 and 2.5.4). */
export interface ApplicationTimers {
  /** Without progress for longer, an update is given up. */
  readonly maxErrDuration: Millis
  /** A submitted job that is not up by then has failed. */
  readonly flinkJobVertexTimeout: Millis
  readonly baseBackoffDuration: Millis
  readonly maxBackoffDuration: Millis
  /** A TaskManager whose last heartbeat is older is not healthy. */
  readonly taskManagerHeartbeat: Millis
  /** So long a job counts as Red after it was seen failing. */
  readonly failingWindow: Millis
  /** A job whose last checkpoint is older is Yellow (LD12). */
  readonly checkpointAge: Millis
}

export const defaultTimers: ApplicationTimers = {
  maxErrDuration: 300_000,
  flinkJobVertexTimeout: 180_000,
  baseBackoffDuration: 100,
  maxBackoffDuration: 30_000,
  taskManagerHeartbeat: 120_000,
  failingWindow: 60_000,
  checkpointAge: 600_000,
}

/** `spec.maxCheckpointRestoreAgeSeconds` where it is not set. */
export const defaultRestoreAge: Millis = 3_600_000
