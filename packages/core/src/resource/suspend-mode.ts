/** The ways to stop a job, as `status.operation.mode` has them. */
export const suspendModes = ['NOOP', 'STATELESS', 'SAVEPOINT', 'CANCEL', 'LAST_STATE'] as const

/** How the running job is stopped (control-flow.md, section 5.7). NOOP: nothing runs any more. */
export type SuspendMode = (typeof suspendModes)[number]

type ByMode<A> = Readonly<Record<SuspendMode, A>>

/** What ends the job: a request to Flink, or the end of its cluster. */
export const jobEndsBy: ByMode<'NothingRuns' | 'CancelJob' | 'StopWithSavepoint' | 'TearDown'> = {
  NOOP: 'NothingRuns',
  STATELESS: 'CancelJob',
  SAVEPOINT: 'StopWithSavepoint',
  CANCEL: 'CancelJob',
  LAST_STATE: 'TearDown',
}

/** Where the stopped job has the state that the next start needs. `Recorded`: the status says it already. */
export const stopLeaves: ByMode<'Recorded' | 'Nothing' | 'Savepoint' | 'LastCheckpoint' | 'HaMetadata'> = {
  NOOP: 'Recorded',
  STATELESS: 'Nothing',
  SAVEPOINT: 'Savepoint',
  CANCEL: 'LastCheckpoint',
  LAST_STATE: 'HaMetadata',
}
