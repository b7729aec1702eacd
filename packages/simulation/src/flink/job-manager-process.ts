import type { LoadRun } from '../autoscaler/autoscaled.ts'
import type { JarView, VertexBounds } from '@flink-operator/core/fact'
import type { JobState, EpochMillis } from '@flink-operator/core/resource'
import type { CompactInput } from './cluster-configuration.ts'

/**
 * The phases of a JobManager: REST refuses connections; answers 503 during leader election (HA); answers with an empty job list, for a
 * moment (2.x) or permanently if the job ended in an earlier incarnation (job result store); lists its job. See the REST traps of
 * Flink, table "JobManager gone, starting".
 */
export type ProcessPhase = 'Starting' | 'Electing' | 'Empty' | 'Listing' | 'NothingToRun'

export interface JobManagerProcess {
  readonly phase: ProcessPhase
  readonly jobs: readonly FlinkJob[]
  /** Of a session cluster: the jars uploaded in this incarnation. */
  readonly jars?: readonly UploadedJar[]
  /** Savepoints, stops and checkpoints requested in this incarnation, by (jobId, triggerId) (traps 3 to 6). */
  readonly operations: readonly FlinkOperation[]
}

export interface UploadedJar extends JarView {
  /** Ghost: the FlinkSessionJob that the jar was uploaded for. */
  readonly owner: string | null
  /** The jar is deleted, but a request that was sent before may still run it. */
  readonly deleted: boolean
}

/** How a job was submitted to a session cluster. */
export interface Submission {
  /** Ghost: the FlinkSessionJob that the job runs for; null: a user ran it past the operator. */
  readonly owner: string | null
  /** `pipeline.name`. */
  readonly name: string | null
  readonly restorePath: string | null
  /** The part of the job's own configuration that the model reads. */
  readonly configuration: CompactInput['configuration']
}

/** One run of a job in one incarnation of a JobManager. */
export interface FlinkJob {
  readonly jobId: string
  /** Left out for the job of an application. */
  readonly submission?: Submission
  readonly state: JobState
  readonly startTime: EpochMillis
  readonly endTime: EpochMillis
  /** Ghost: the progress of the state. */
  readonly progress: number
  /** Ghost: the deploy attempt whose job description it runs. */
  readonly attempt: string | null
  readonly statistics: Statistics
  /** What it was started from: `/checkpoints` shows it from RUNNING on. */
  readonly source: ShownState | null
  /** The statistics that `/checkpoints` showed before `statisticsChanged`; REST may show them for 3 s more (trap 1). */
  readonly olderStatistics: Statistics
  readonly statisticsChanged: EpochMillis
  /** How often it failed over in this incarnation, as the metrics show. */
  readonly restarts: number
  /** For a job with a load: its measurements since it runs, and the parallelism bounds of its vertices since they were set. */
  readonly run?: LoadRun
  readonly bounds?: VertexBounds
  /** Ghost: its JobManager was already being deleted when it began to run the job. */
  readonly tooLate?: true
}

/** A completed checkpoint or savepoint as `/checkpoints` shows it. */
export interface ShownState {
  readonly id: number
  readonly path: string
  readonly discarded: boolean
  readonly savepoint: boolean
  /** It is the savepoint of a stop. */
  readonly stop?: true
  readonly time: EpochMillis
}

export interface Statistics {
  readonly restored: ShownState | null
  readonly completed: ShownState | null
  readonly savepoint: ShownState | null
  readonly completedCount: number
  /** Since when a slow checkpoint is in progress; fast ones are never shown as in progress. */
  readonly inProgressSince: EpochMillis | null
}

export interface FlinkOperation {
  readonly jobId: string
  readonly triggerId: string
  readonly kind: 'Stop' | 'Savepoint' | 'Checkpoint'
  readonly state:
    | { readonly _tag: 'InProgress' }
    | { readonly _tag: 'Completed'; readonly location: string | null; readonly checkpointId: number; readonly at: EpochMillis }
    | { readonly _tag: 'Failed'; readonly cause: string; readonly savepointPath: string | null; readonly at: EpochMillis }
}

/** The FlinkSessionJob that owns a run; null: the FlinkDeployment does. */
export const ownerOf = ({ submission }: Pick<FlinkJob, 'submission'>): string | null => submission?.owner ?? null

/** The cluster's configuration as it applies to the job: the job's own configuration overrides it. */
export const inputOf = <Pod extends { readonly input: CompactInput }>({ input }: Pod, { submission }: FlinkJob): CompactInput =>
  submission === undefined ? input : { ...input, configuration: { ...input.configuration, ...submission.configuration } }

export const startingProcess: JobManagerProcess = { phase: 'Starting', jobs: [], operations: [] }

export const noStatistics: Statistics = { restored: null, completed: null, savepoint: null, completedCount: 0, inProgressSince: null }

/** Does REST answer with 200? */
export const restAnswers = (process: JobManagerProcess | null): boolean =>
  process !== null && process.phase !== 'Starting' && process.phase !== 'Electing'

/** Does the job do work that a second run of it would repeat? */
export const isAlive = (job: FlinkJob): boolean => job.state !== 'FINISHED' && job.state !== 'FAILED' && job.state !== 'CANCELED'

/**
 * The job's tasks run: from now on `/checkpoints` shows what it was restored from. With the adaptive scheduler it first waits for
 * TaskManagers, as CREATED.
 */
export const run = (job: FlinkJob, waitsForTaskManagers: boolean, now: EpochMillis): FlinkJob => {
  if (waitsForTaskManagers && job.state === 'INITIALIZING') return { ...job, state: 'CREATED' }
  const { statistics, source } = job
  return withStatistics(
    { ...job, state: 'RUNNING' },
    source === null || statistics.restored !== null ? statistics : { ...statistics, restored: source },
    now,
  )
}

/** Shows changed statistics; the old ones stay visible to a cached query. */
export const withStatistics = (job: FlinkJob, statistics: Statistics, now: EpochMillis): FlinkJob =>
  statistics === job.statistics ? job : ({ ...job, olderStatistics: job.statistics, statistics, statisticsChanged: now })

/**
 * In an abstract world work needs no event: a running job is always ahead of its last stored state, so that the model notices when the
 * difference is lost.
 */
export const atWork = (
  { fidelity }: { readonly fidelity: { readonly abstract: boolean } },
  job: FlinkJob,
): FlinkJob => (fidelity.abstract ? { ...job, progress: job.progress + 1 } : job)
