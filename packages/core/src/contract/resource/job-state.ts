/** Flink's job states, as REST and `status.jobStatus.state` spell them. RECONCILING in our status means: currently unknown. */
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

/** State of a job, as Flink spells it. */
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

const goingOn: Readonly<Record<JobState, boolean>> = {
  INITIALIZING: true,
  CREATED: true,
  RUNNING: true,
  FAILING: false,
  FAILED: false,
  CANCELLING: false,
  CANCELED: false,
  FINISHED: false,
  RESTARTING: true,
  SUSPENDED: true,
  RECONCILING: true,
}

/** True if the job runs, or Flink will make it run without intervention; an unknown state counts. False for a job that is ending. */
export const isGoingOn = (state: JobState): boolean => goingOn[state]
