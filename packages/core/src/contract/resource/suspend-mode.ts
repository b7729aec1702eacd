/** The ways to stop a job, as `status.operation.mode` has them. */
export const suspendModes = ['NOOP', 'STATELESS', 'SAVEPOINT', 'CANCEL', 'LAST_STATE'] as const

/** How the running job is stopped (control-flow.md, section 5.7). NOOP: no job runs any more. */
export type SuspendMode = (typeof suspendModes)[number]

type ByMode<A> = Readonly<Record<SuspendMode, A>>

/** How the job ends: by a request to Flink, or with its cluster. */
export const jobEndsBy: ByMode<'NothingRuns' | 'CancelJob' | 'StopWithSavepoint' | 'TearDown'> = {
  NOOP: 'NothingRuns',
  STATELESS: 'CancelJob',
  SAVEPOINT: 'StopWithSavepoint',
  CANCEL: 'CancelJob',
  LAST_STATE: 'TearDown',
}

/** Where the stopped job's state is for the next start. `Recorded`: the status already has it. */
export const stopLeaves: ByMode<'Recorded' | 'Nothing' | 'Savepoint' | 'LastCheckpoint' | 'HaMetadata'> = {
  NOOP: 'Recorded',
  STATELESS: 'Nothing',
  SAVEPOINT: 'Savepoint',
  CANCEL: 'LastCheckpoint',
  LAST_STATE: 'HaMetadata',
}
