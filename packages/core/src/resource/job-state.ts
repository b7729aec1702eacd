/** Flink's job states, as REST and `status.jobStatus.state` spell them. RECONCILING in our status means: not known at the moment. */
export const jobStates = [
  'INITIALIZING',
  'CREATED',
  'RUNNING',
  'FAILING',
  'FAILED',
  'CANCELLING',
  'CANCELED',
  'FINISHED',
  'RESTARTING',
  'SUSPENDED',
  'RECONCILING',
] as const

/** State of a job, in Flink's words. */
export type JobState = (typeof jobStates)[number]

const terminal: Readonly<Record<JobState, boolean>> = {
  INITIALIZING: false,
  CREATED: false,
  RUNNING: false,
  FAILING: false,
  FAILED: true,
  CANCELLING: false,
  CANCELED: true,
  FINISHED: true,
  RESTARTING: false,
  SUSPENDED: false,
  RECONCILING: false,
}

/** Globally terminal: this run of the job will never be RUNNING again. SUSPENDED is not terminal. */
export const isTerminal = (state: JobState | null): boolean => state !== null && terminal[state]
