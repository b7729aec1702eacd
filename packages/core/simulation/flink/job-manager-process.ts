import type { LoadRun } from '../autoscaler/autoscaled.ts'
import type { JarView, VertexBounds } from '../../src/fact/flink-rest.ts'
import type { JobState } from '../../src/resource/job-state.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { CompactInput } from './cluster-configuration.ts'

/**
 * A JobManager from its start on: REST refuses; answers 503 during leader election (HA); answers with an empty job list, for a moment (2.x)
 * or for good, when the job ended in an earlier life (job result store); lists its job. flink REST traps, table "JobManager gone,
 * starting".
 */
export type ProcessPhase = 'Starting' | 'Electing' | 'Empty' | 'Listing' | 'NothingToRun'

export interface JobManagerProcess {
  readonly phase: ProcessPhase
  readonly jobs: readonly FlinkJob[]
  /** Of a session cluster: what was uploaded in this life. */
  readonly jars?: readonly UploadedJar[]
  /** Savepoints, stops and checkpoints asked for in this life, by (jobId, triggerId) (traps 3 to 6). */
  readonly operations: readonly FlinkOperation[]
}

export interface UploadedJar extends JarView {
  /** Ghost: the FlinkSessionJob that it was uploaded for. */
  readonly owner: string | null
  /** What is on its way already may still be run from it. */
  readonly deleted: boolean
}

/** How a job came to a session cluster. */
export interface Submission {
  /** Ghost: the FlinkSessionJob that it was run for; null: somebody ran it past the operator. */
  readonly owner: string | null
  /** `pipeline.name`. */
  readonly name: string | null
  readonly restorePath: string | null
  /** What of its own configuration the model reads. */
  readonly configuration: CompactInput['configuration']
}

/** One run of a job in one life of a JobManager. */
export interface FlinkJob {
  readonly jobId: string
  /** Left out: the job of an application. */
  readonly submission?: Submission
  readonly state: JobState
  readonly startTime: EpochMillis
  readonly endTime: EpochMillis
  /** Ghost: how far the state has come. */
  readonly progress: number
  /** Ghost: which deploy attempt's description it runs. */
  readonly attempt: string | null
  readonly statistics: Statistics
  /** What it was started from: `/checkpoints` tells it from RUNNING on. */
  readonly source: ShownState | null
  /** What `/checkpoints` showed until `statisticsChanged`; REST may go on showing it for 3 s (trap 1). */
  readonly olderStatistics: Statistics
  readonly statisticsChanged: EpochMillis
  /** How often it failed over in this life, as the metrics tell. */
  readonly restarts: number
  /** Of a job with a load: what it measured since it runs, and how wide its vertices may be since somebody said so. */
  readonly run?: LoadRun
  readonly bounds?: VertexBounds
  /** Ghost: its JobManager was being deleted already when it came to it. */
  readonly tooLate?: true
}

/** A completed checkpoint or savepoint as `/checkpoints` shows it. */
export interface ShownState {
  readonly id: number
  readonly path: string
  readonly discarded: boolean
  readonly savepoint: boolean
  /** That of a stop. */
  readonly stop?: true
  readonly time: EpochMillis
}

export interface Statistics {
  readonly restored: ShownState | null
  readonly completed: ShownState | null
  readonly savepoint: ShownState | null
  readonly completedCount: number
  /** Since when a checkpoint is in progress that takes its time; those that are done at once don't show. */
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

/** The FlinkSessionJob that a run is of; null: the FlinkDeployment. */
export const ownerOf = ({ submission }: Pick<FlinkJob, 'submission'>): string | null => submission?.owner ?? null

/** The cluster's configuration as it is for that job: its own goes over it. */
export const inputOf = <Pod extends { readonly input: CompactInput }>({ input }: Pod, { submission }: FlinkJob): CompactInput =>
  submission === undefined ? input : { ...input, configuration: { ...input.configuration, ...submission.configuration } }

export const startingProcess: JobManagerProcess = { phase: 'Starting', jobs: [], operations: [] }

export const noStatistics: Statistics = { restored: null, completed: null, savepoint: null, completedCount: 0, inProgressSince: null }

/** Does REST answer with 200? */
export const restAnswers = (process: JobManagerProcess | null): boolean =>
  process !== null && process.phase !== 'Starting' && process.phase !== 'Electing'

/** Does the job do work that a second run of it would repeat? */
export const isAlive = (job: FlinkJob): boolean => job.state !== 'FINISHED' && job.state !== 'FAILED' && job.state !== 'CANCELED'

export const replaceJob = (process: JobManagerProcess, old: FlinkJob, next: FlinkJob): JobManagerProcess => ({
  ...process,
  jobs: process.jobs.map(it => (it === old ? next : it)),
})

/**
 * The job's tasks run: from now on `/checkpoints` shows what it was restored from. One of the adaptive scheduler waits for TaskManagers
 * first, as CREATED.
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

/** Shows new statistics, if they are; the old ones stay visible to a cached look. */
export const withStatistics = (job: FlinkJob, statistics: Statistics, now: EpochMillis): FlinkJob =>
  statistics === job.statistics ? job : ({ ...job, olderStatistics: job.statistics, statistics, statisticsChanged: now })

/**
 * In an abstract world work needs no event of its own: a job that runs is always ahead of what it stored last, so that losing the rest
 * would be seen.
 */
export const atWork = (
  { fidelity }: { readonly fidelity: { readonly abstract: boolean } },
  job: FlinkJob,
): FlinkJob => (fidelity.abstract ? { ...job, progress: job.progress + 1 } : job)
