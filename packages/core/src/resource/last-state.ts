import type { Nonce } from './flink-deployment-spec.ts'

/** How a path came to be known as the last state of a job. */
export type PathEvidence =
  /** The stop operation's own answer. */
  | 'Stop'
  /** `/checkpoints` of the run that ended, read late enough after its end. */
  | 'Checkpoints'
  /** The run completed no checkpoint: what it was started from is its state. */
  | 'Source'
  /** A person named it. */
  | 'Person'
  /** The record of the reference operator, or of an older version of this one. */
  | 'Adopted'

/**
 * What the next start of a job goes on from (design.md, section 3). A start from empty state needs a positive record: `NeverStarted`, or
 * `None`. A value that is null, missing, reset, or contradicted by another part of the status is `Unknown`, which starts nothing.
 */
export type LastState =
  /**
   * No attempt was ever submitted. Written before our finalizer, so a resource that has the finalizer and not this record had another life.
   */
  | { readonly _tag: 'NeverStarted' }
  /** Savepoint or checkpoint. */
  | { readonly _tag: 'Path'; readonly path: string; readonly seen: PathEvidence }
  /** HA metadata of this job id. Whether it is there is told by a live look alone. */
  | { readonly _tag: 'InHighAvailability'; readonly jobId: string }
  /**
   * It is known that there is nothing to keep: a person asked for a stateless start, or the run began empty and completed no checkpoint.
   */
  | { readonly _tag: 'None'; readonly reason: string }
  /** `toldNonce`: the `savepointRedeployNonce` of the spec when a person was told; another one since then is the answer. */
  | { readonly _tag: 'Unknown'; readonly why: UnknownState; readonly reason: string; readonly toldNonce: Nonce | null }

/**
 * `NothingRecorded`: by this version; what else the status says may tell. The others are words of this version, which nothing older
 * overrules.
 */
export type UnknownState = 'NothingRecorded' | 'JobRuns' | 'DeployUnderWay' | 'Contradicted'

const unknownState = (why: UnknownState, reason: string, toldNonce: Nonce | null = null): LastState => ({
  _tag: 'Unknown',
  why,
  reason,
  toldNonce,
})

/** Of a resource that nothing is recorded of. */
export const nothingRecorded: LastState = unknownState('NothingRecorded', 'nothing is recorded')

/** As long as the job runs its last state is still to come. */
export const stateOfRunningJob: LastState = unknownState('JobRuns', 'the job was last seen running, and how it ended is not recorded')

/** From the first create of an attempt until all of it is there: the job may have begun to run. */
export const stateUnderDeploy: LastState = unknownState('DeployUnderWay', 'a deploy was under way, and how far it came is not recorded')

/** Two parts of the status, or the status and the world, say different things. */
export const contradictedState = (reason: string, toldNonce: Nonce | null = null): LastState =>
  unknownState('Contradicted', reason, toldNonce)

/** Is it known what the next start goes on from, as far as the record tells? */
export const isDefinite = (state: LastState): state is Exclude<LastState, { _tag: 'Unknown' }> => state._tag !== 'Unknown'
