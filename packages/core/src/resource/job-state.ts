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

/** Globally terminal: this run of the job will never be RUNNING again. SUSPENDED is not terminal. */
export const isTerminal = (state: JobState | null): boolean => state === 'FAILED' || state === 'CANCELED' || state === 'FINISHED'
