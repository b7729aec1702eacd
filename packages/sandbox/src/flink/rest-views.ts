import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'
import type { World } from '@flink-operator/simulation'
import type { ClusterSettings } from './cluster-settings.ts'
import { isAlive, type Job } from './cluster-world.ts'

type Process = NonNullable<World['pods'][number]['process']>
type Operation = Process['operations'][number]
type Shown = NonNullable<Job['statistics']['completed']>

const taskStates = [
  'created',
  'scheduled',
  'deploying',
  'running',
  'finished',
  'canceling',
  'canceled',
  'failed',
  'reconciling',
  'initializing',
] as const

const taskState: Readonly<Record<string, (typeof taskStates)[number]>> = {
  RUNNING: 'running',
  FINISHED: 'finished',
  CANCELED: 'canceled',
  FAILED: 'failed',
  CANCELLING: 'canceling',
  RESTARTING: 'scheduled',
}

/** Two tasks for every job: a source and a sink. */
const tasksOf = (job: Job): JsonObject => {
  const state = taskState[job.state]
  return { ...Object.fromEntries(taskStates.map(name => [name, name === state ? 2 : 0])), total: state === undefined ? 0 : 2 }
}

/** One job of `GET /jobs/overview`. */
export const jobOverview = (job: Job, settings: ClusterSettings, now: EpochMillis): JsonObject => ({
  jid: job.jobId,
  name: settings.jobName,
  ...(settings.isVersion2 ? { jobType: 'STREAMING', schedulerType: settings.isAdaptive ? 'Adaptive' : 'Default' } : {}),
  'start-time': job.startTime,
  'end-time': job.endTime,
  duration: (isAlive(job) ? now : job.endTime) - job.startTime,
  state: job.state,
  'last-modification': isAlive(job) ? job.startTime : job.endTime,
  tasks: tasksOf(job),
  ...(settings.isVersion2 ? { 'pending-operators': 0 } : {}),
})

export const vertexId = 'cbc357ccb763df2852fee8c4fc7d55f2'

/** `GET /jobs/:id` */
export const jobDetails = (job: Job, settings: ClusterSettings, now: EpochMillis): JsonObject => {
  const { jid, name, state, duration, ...rest } = jobOverview(job, settings, now)
  const status = job.state === 'INITIALIZING' ? 'CREATED' : job.state
  return {
    jid: jid ?? '',
    name: name ?? '',
    state: state ?? '',
    isStoppable: false,
    'start-time': rest['start-time'] ?? 0,
    'end-time': rest['end-time'] ?? -1,
    duration: duration ?? 0,
    now,
    'job-type': 'STREAMING',
    timestamps: { [job.state]: job.startTime },
    vertices: [{
      id: vertexId,
      slotSharingGroupId: vertexId,
      name: 'Source: count -> Sink',
      maxParallelism: 128,
      parallelism: settings.parallelism,
      status,
      'start-time': job.startTime,
      'end-time': job.endTime,
      duration: duration ?? 0,
      tasks: {},
      metrics: { 'read-records': 0, 'write-records': job.progress },
    }],
    'status-counts': {},
    plan: { jid: jid ?? '', name: name ?? '', type: 'STREAMING', nodes: [] },
  }
}

const percentiles = (value: number | 'NaN'): JsonObject => ({ p50: value, p90: value, p95: value, p99: value, p999: value })

/** Percentiles without values are the text "NaN", except one figure (trap 12). */
const summary = (size: number, count: number): JsonObject => {
  const figures = (value: number): JsonObject => ({ min: value, max: value, avg: value, ...percentiles(count === 0 ? 'NaN' : value) })
  return {
    checkpointed_size: figures(count === 0 ? 0 : size),
    state_size: figures(count === 0 ? 0 : size),
    end_to_end_duration: figures(count === 0 ? 0 : 30),
    alignment_buffered: { min: 0, max: 0, avg: 0, ...percentiles(0) },
    processed_data: figures(0),
    persisted_data: figures(0),
  }
}

const sizeOf = (job: Job): number => 460 + Math.floor(job.progress / 100)

const completed = (shown: Shown, job: Job, type: string): JsonObject => ({
  className: 'completed',
  id: shown.id,
  status: 'COMPLETED',
  is_savepoint: shown.savepoint,
  savepointFormat: shown.savepoint ? 'CANONICAL' : null,
  trigger_timestamp: shown.time - 30,
  latest_ack_timestamp: shown.time,
  checkpointed_size: sizeOf(job),
  state_size: sizeOf(job),
  end_to_end_duration: 30,
  alignment_buffered: 0,
  processed_data: 0,
  persisted_data: 0,
  num_subtasks: 2,
  num_acknowledged_subtasks: 2,
  checkpoint_type: type,
  tasks: {},
  external_path: shown.path,
  discarded: shown.discarded,
})

/** `GET /jobs/:id/checkpoints` */
export const checkpoints = (job: Job): JsonObject => {
  const { statistics } = job
  const count = statistics.completedCount + (statistics.savepoint === null ? 0 : 1)
  const latest = statistics.completed === null ? null : completed(statistics.completed, job, 'CHECKPOINT')
  const savepoint = statistics.savepoint === null ? null
    : completed(statistics.savepoint, job, isAlive(job) ? 'SAVEPOINT' : 'SYNC_SAVEPOINT')
  const { restored } = statistics
  return {
    counts: { restored: restored === null ? 0 : 1, total: count, in_progress: 0, completed: count, failed: 0 },
    summary: summary(sizeOf(job), count),
    latest: {
      completed: latest,
      savepoint,
      failed: null,
      restored: restored === null ? null
        : { id: restored.id, restore_timestamp: restored.time, is_savepoint: restored.savepoint, external_path: restored.path },
    },
    history: [savepoint, latest].filter(entry => entry !== null),
  }
}

/** `GET /jobs/:id/checkpoints/details/:checkpointId`; null: not in the statistics. */
export const checkpointDetails = (job: Job, id: number): JsonObject | null => {
  const shown = [job.statistics.completed, job.statistics.savepoint].find(it => it?.id === id)
  return shown == null ? null : completed(shown, job, 'CHECKPOINT')
}

const causeObject = (cause: string, path: string | null): JsonObject => {
  const [name = '', ...rest] = cause.split(':')
  const type = name.includes('.') ? name : `org.apache.flink.runtime.checkpoint.${name}`
  const words = `${type}:${rest.join(':')}${path === null ? '' : ` A savepoint has been created at: ${path}`}`
  return { class: type, 'stack-trace': `${words}\n\tat …`, 'serialized-throwable': '' }
}

/** `GET /jobs/:id/savepoints/:triggerId` and `…/checkpoints/:triggerId`: COMPLETED does not mean success (trap 9). */
export const operationView = (operation: Operation): JsonObject => {
  const { state, kind } = operation
  switch (state._tag) {
    case 'InProgress':
      return { status: { id: 'IN_PROGRESS' }, operation: null }
    case 'Completed':
      return {
        status: { id: 'COMPLETED' },
        operation: kind === 'Checkpoint' ? { checkpointId: state.checkpointId } : { location: state.location },
      }
    case 'Failed':
      return {
        status: { id: 'COMPLETED' },
        operation: { [kind === 'Checkpoint' ? 'failureCause' : 'failure-cause']: causeObject(state.cause, state.savepointPath) },
      }
  }
}

/** `GET /jobs/:id/exceptions` */
export const exceptions = (job: Job, isVersion2: boolean): JsonObject => {
  const words =
    'org.apache.flink.runtime.JobException: Recovery is suppressed by NoRestartBackoffTimeStrategy\nCaused by: java.lang.IllegalStateException: the sandbox made the job fail\n'
  const entries: readonly Json[] = job.state !== 'FAILED' ? [] : [{
    exceptionName: 'org.apache.flink.runtime.JobException',
    stacktrace: words,
    timestamp: job.endTime,
    failureLabels: {},
    taskName: null,
    endpoint: null,
    taskManagerId: null,
    concurrentExceptions: [],
  }]
  const history = { exceptionHistory: { entries, truncated: false } }
  return isVersion2 ? history
    : {
      'root-exception': entries.length === 0 ? null : words,
      timestamp: entries.length === 0 ? null : job.endTime,
      'all-exceptions': [],
      truncated: false,
      ...history,
    }
}

const release: Readonly<Record<string, string>> = {
  v1_17: '1.17.2',
  v1_18: '1.18.1',
  v1_19: '1.19.3',
  v1_20: '1.20.5',
  v2_0: '2.0.2',
  v2_1: '2.1.3',
  v2_2: '2.2.1',
  v2_3: '2.3.0',
}

export const releaseOf = ({ flinkVersion }: ClusterSettings): string => release[flinkVersion] ?? '1.20.5'

/** `GET /config` */
export const config = (settings: ClusterSettings): JsonObject => ({
  'refresh-interval': 3000,
  'timezone-name': 'Coordinated Universal Time',
  'timezone-offset': 0,
  'flink-version': releaseOf(settings),
  'flink-revision': '0980485 @ 2026-06-08T09:21:06+02:00',
  features: { 'web-submit': false, 'web-cancel': false, 'web-rescale': false, 'web-history': false },
})
