import type { Incarnation } from '../../../resource/operation.ts'
import type { LastState } from '../../../resource/last-state.ts'
import type { EpochMillis } from '../../../resource/time.ts'
import type { Phase } from '../state/phase.ts'
import type { JobDefinition } from './job-definition.ts'

/**
 * `Deploy`: a cluster of a new hash, and the job moves to it, or runs there beside the old one. `Rescale`: the cluster that is there grows.
 * `Teardown`: one of two versions goes. `Delete`: the resource goes.
 */
export type OperationKind = 'Deploy' | 'Rescale' | 'Teardown' | 'Delete'

/** A job that is told to end. It is written down before the call is sent, and stays until it is known what became of the job (P02, P03). */
export interface JobStop {
  readonly how: 'Savepoint' | 'Cancel'
  /** The cluster in which it runs, by its hash, and its id there. */
  readonly hash: string
  readonly jobId: string
  /** Flink's trigger id, minted for this stop alone (LD03). '': Lyft's operator asked, and the answer with the id is not recorded. */
  readonly triggerId: string
  readonly askedAt: EpochMillis
  /** Only this life of the JobManager knows the trigger id; null: it was not seen. */
  readonly incarnation: Incarnation | null
  /** The savepoint of this stop; '': it is not complete, or none was asked for (LD04). */
  readonly path: string
  /** Since when the job is seen ended, or gone for good; null: it may be alive (LD19). */
  readonly endedAt: EpochMillis | null
}

/** A job that is submitted: under which id, to which cluster, what of. Written down before the call (P02). */
export interface JobSubmit {
  readonly hash: string
  /** Minted with the submit; an id that Flink has refused or that has ended is not used again. */
  readonly jobId: string
  readonly definition: JobDefinition
  /** Never Unknown: what is not known is not started. */
  readonly source: LastState
  /** When it was last sent; null: never. */
  readonly sentAt: EpochMillis | null
  /** Of the JobManager that it was sent to: only this one refuses the id a second time. */
  readonly incarnation: Incarnation | null
  /** The last answer was a surely refused one. */
  readonly isRefused: boolean
  /** The call of the only time that it was sent came to its end: what it may have submitted all the same is listed by then. */
  readonly isAnswered: boolean
}

/**
 * What is under way: one record, written before its first effect (design.md, section 3). All that belongs to the attempt stands here, so
 * that it is gone with it, however it ends (P19, LD03, LD04).
 */
export interface ApplicationOperation {
  /** 32 lower-case hex digits, minted once; selectors of pods are made of it. */
  readonly id: string
  /** Monotone over the life of the resource. */
  readonly attempt: number
  readonly mintedAt: EpochMillis
  readonly kind: OperationKind
  /** Written together with `status.phase`: where they differ somebody else wrote one of them (P25). */
  readonly phase: Phase
  /** The last progress: what is waited for longer than the limit is given up (section 2.5.3, R5). */
  readonly progressAt: EpochMillis
  /** `metadata.generation` of the spec that is worked towards. */
  readonly targetGeneration: number
  /** The hash that is worked towards, whatever the spec says by now (LD07). Teardown: the one that goes. Delete: ''. */
  readonly hash: string
  /** Its colour, chosen once (LD22). '': Dual. */
  readonly version: string
  /** The same spec without a colour, by which an edit during DualRunning is noticed (LD21). '': Dual. */
  readonly colourlessHash: string
  /** What is submitted once the cluster is there (LD07); null: nothing is. */
  readonly definition: JobDefinition | null
  /** A person asked for a start without state: `savepointDisabled` when the attempt began. */
  readonly isStateless: boolean
  /** Was forceRollback set already when it began? Then it says nothing of this attempt (LD36). */
  readonly isForcedBefore: boolean
  /** Rescale: the replicas of the TaskManagers before it, put back when it is given up (LD17b). */
  readonly replicasBefore: number | null
  /** BlueGreen: what the new job goes on from, of this attempt alone; the live one runs on (LD04). Null: not known yet, or Dual. */
  readonly source: LastState | null
  readonly stop: JobStop | null
  readonly submit: JobSubmit | null
}
