import type { Incarnation, LastState, EpochMillis } from '@flink-operator/core/resource'
import type { Phase } from '../state/state-row.ts'
import type { JobDefinition } from './job-definition.ts'

/**
 * `Deploy`: creates a cluster of a new hash, and moves the job to it or runs it there beside the old one. `Rescale`: adds TaskManagers to
 * the existing cluster. `Teardown`: removes one of two versions. `Delete`: stops the jobs of a deleted resource.
 */
export type OperationKind = 'Deploy' | 'Rescale' | 'Teardown' | 'Delete'

/** The stop of a job. The operator records it before the call, and keeps it until the outcome is known (P02, P03). */
export interface JobStop {
  readonly how: 'Savepoint' | 'Cancel'
  /** The hash of the cluster in which the job runs, and its job id there. */
  readonly hash: string
  readonly jobId: string
  /**
   * Flink's trigger id, generated for this stop only (LD03). '': Lyft's operator requested the stop, and its trigger id is not recorded.
   */
  readonly triggerId: string
  readonly askedAt: EpochMillis
  /** The JobManager instance that received the request. Only this one knows the trigger id. Null: unknown. */
  readonly incarnation: Incarnation | null
  /** The savepoint of this stop; '': it is not complete, or none was requested (LD04). */
  readonly path: string
  /** When the job was observed to have ended or to be gone for good; null: it may be alive (LD19). */
  readonly endedAt: EpochMillis | null
}

/** The submit of a job: its id, cluster and definition. The operator records it before the call (P02). */
export interface JobSubmit {
  readonly hash: string
  /** Generated for the submit. An id that Flink has refused, or whose job has ended, is not used again. */
  readonly jobId: string
  readonly definition: JobDefinition
  /** Never Unknown: the operator starts nothing from an unknown state. */
  readonly source: LastState
  /** When the request was last sent; null: never. */
  readonly sentAt: EpochMillis | null
  /** The JobManager instance that received it. Only this one refuses the id a second time. */
  readonly incarnation: Incarnation | null
  /** True if Flink definitely refused the last request. */
  readonly isRefused: boolean
  /**
   * True if the request was sent only once and that call has ended. A job that the program may have submitted all the same is listed by
   * then.
   */
  readonly isAnswered: boolean
}

/**
 * The write-ahead record of the operation in progress, written before its first effect (design.md, section 3). All fields of the attempt
 * are here, so that they are cleared with it, whatever its result (P19, LD03, LD04).
 */
export interface ApplicationOperation {
  /** 32 lower-case hex digits, generated once. Selectors of pods are derived from it. */
  readonly id: string
  /** Monotone over the life of the resource. */
  readonly attempt: number
  readonly mintedAt: EpochMillis
  readonly kind: OperationKind
  /** Written together with `status.phase`. If they differ, another writer changed one of them (P25). */
  readonly phase: Phase
  /** The time of the last progress. The operator gives up a wait that is longer than the limit (section 2.5.3, give-up/no-progress). */
  readonly progressAt: EpochMillis
  /** `metadata.generation` of the target spec. */
  readonly targetGeneration: number
  /** The target hash, even if the spec has changed since (LD07). Teardown: the hash of the version to remove. Delete: ''. */
  readonly hash: string
  /** Its colour, chosen once (LD22). '': Dual. */
  readonly version: string
  /** The hash of the same spec without a colour, to detect an edit during DualRunning (LD21). '': Dual. */
  readonly colourlessHash: string
  /** The job to submit once the cluster is ready (LD07); null: none. */
  readonly definition: JobDefinition | null
  /** The user asked for a start without state: `savepointDisabled` was set when the attempt started. */
  readonly isStateless: boolean
  /** True if forceRollback was already set when the attempt started. It then does not apply to this attempt (LD36). */
  readonly isForcedBefore: boolean
  /** Rescale: the earlier number of TaskManager replicas, which the operator restores when it gives up (LD17b). */
  readonly replicasBefore: number | null
  /** BlueGreen: the source of the new job, for this attempt only; the live job runs on (LD04). Null: unknown yet, or Dual. */
  readonly source: LastState | null
  readonly stop: JobStop | null
  readonly submit: JobSubmit | null
}
