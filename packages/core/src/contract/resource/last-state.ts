import type { Nonce } from './flink-deployment-spec.ts'

/** How the operator learned that a path is the last state of a job. */
export type PathEvidence =
  /** The result of the stop operation. */
  | 'Stop'
  /** `/checkpoints` of the run that ended, read late enough after its end. */
  | 'Checkpoints'
  /** The run completed no checkpoint: its state is what it was started from. */
  | 'Source'
  /** The user named it. */
  | 'Person'
  /** The record of the reference operator, or of an older version of this one. */
  | 'Adopted'

/**
 * The run that the status described when a last state was recorded: its `jobStatus.startTime`, or `none` if no run of the attempt was
 * observed. A record that names another run than the status is an older one, which another writer put back. Absent: an older version
 * recorded the state.
 */
export type RecordedRun = string

export const recordedRun = (startTime: string | null): RecordedRun => startTime ?? 'none'

/**
 * The state to restore a job from (design.md, section 3). A start from empty state needs a positive record: `NeverStarted`, or `None`. A
 * value that is null, missing, reset, or contradicted by another part of the status is `Unknown`, which starts nothing.
 */
export type LastState =
  /**
   * No attempt was ever submitted. The operator writes this before it adds its finalizer. So a resource that has the finalizer but not this
   * record had an earlier run.
   */
  | { readonly _tag: 'NeverStarted' }
  /** Savepoint or checkpoint. */
  | { readonly _tag: 'Path'; readonly path: string; readonly seen: PathEvidence; readonly run?: RecordedRun }
  /** HA metadata of this job id. Only a live query shows whether it exists. */
  | { readonly _tag: 'InHighAvailability'; readonly jobId: string }
  /** There is provably no state: the user asked for a stateless start, or the run started from empty state and completed no checkpoint. */
  | { readonly _tag: 'None'; readonly reason: string; readonly run?: RecordedRun }
  /** `toldNonce`: the spec's `savepointRedeployNonce` when the operator asked the user. A different one since then is the answer. */
  | { readonly _tag: 'Unknown'; readonly why: UnknownState; readonly reason: string; readonly toldNonce: Nonce | null }

/**
 * `NothingRecorded`: this version recorded nothing, so other parts of the status may decide. The other values were written by this version,
 * and older records do not override them.
 */
export type UnknownState = 'NothingRecorded' | 'JobRuns' | 'DeployUnderWay' | 'Contradicted'

const unknownState = (why: UnknownState, reason: string, toldNonce: Nonce | null = null): LastState => ({
  _tag: 'Unknown',
  why,
  reason,
  toldNonce,
})

/** The last state of a resource without a record. */
export const nothingRecorded: LastState = unknownState('NothingRecorded', 'nothing is recorded')

/** The last state of a running job: it is not final yet. */
export const stateOfRunningJob: LastState = unknownState('JobRuns', 'the job was last seen running, and how it ended is not recorded')

/** From the first create of an attempt until all of its objects exist: the job may have begun to run. */
export const stateUnderDeploy: LastState = unknownState('DeployUnderWay', 'a deploy was under way, and how far it came is not recorded')

/** Two parts of the status, or the status and the observed world, contradict each other. */
export const contradictedState = (reason: string, toldNonce: Nonce | null = null): LastState =>
  unknownState('Contradicted', reason, toldNonce)

/** True if the record says what to restore the job from. */
export const isDefinite = (state: LastState): state is Exclude<LastState, { _tag: 'Unknown' }> => state._tag !== 'Unknown'
