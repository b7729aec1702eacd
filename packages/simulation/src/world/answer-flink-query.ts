import { absurd } from 'fp-ts/lib/function.js'
import {
  absent,
  type Fact,
  known,
  unknown,
  type ClusterOverview,
  type AsynchronousOperation,
  type CheckpointStatistics,
  type CheckpointView,
  type JobOverview,
} from '@flink-operator/core/fact'
import type { Query, RestEndpoint } from '@flink-operator/core/query'
import { boundsOf } from '../autoscaler/job-run.ts'
import { jobDetails, vertexMetrics } from '../autoscaler/measured.ts'
import { type FlinkJob, inputOf, type FlinkOperation, type ShownState, type Statistics } from '../flink/job-manager-process.ts'
import { shownJars } from '../flink/jars.ts'
import { isElecting, reachable } from '../flink/rest-effects.ts'
import { losesCheckpoints } from '../flink/retention.ts'
import { slotsOf, taskManagersOf } from '../flink/task-managers.ts'
import type { PodObject, World } from './world.ts'
import type { LookFaults } from './look-faults.ts'
import { shownOnce } from './shown-once.ts'

export type FlinkQuery = Exclude<Query, { readonly _tag: `Read${string}` | `List${string}` }>

/** The answers of Flink's REST API. */
export const answerFlink = (world: World, query: FlinkQuery, faults: LookFaults): Fact<unknown> => {
  const { now } = world
  const endpoint: RestEndpoint = query.endpoint
  const pod = reachable(world, endpoint)
  if (pod?.process == null)
    return isElecting(world)
      ? unknown('NotReady', 'Service temporarily unavailable due to an ongoing leader election. Please refresh.', now)
      : unknown('Unreachable', 'connect ECONNREFUSED', now)
  const { process } = pod
  const job = 'jobId' in query ? process.jobs.find(it => it.jobId === query.jobId) : undefined
  switch (query._tag) {
    case 'GetJobsOverview':
      return known(faults.tasksDeploying === true ? process.jobs.map(withoutTasks) : jobOverviews(process.jobs, null), now)
    case 'GetCheckpoints':
      return job === undefined ? absent(now) : known(checkpointStatistics(world, job, faults.oldStatistics), now)
    case 'GetCheckpointConfiguration':
      return job === undefined ? absent(now) : known({ isDeletedOnCancel: losesCheckpoints(world, inputOf(pod, job), 'CANCELED') }, now)
    case 'GetSavepointOperation':
    case 'GetCheckpointOperation': {
      const operation = process.operations.find(it =>
        it.jobId === query.jobId && it.triggerId === query.triggerId && !isForgotten(world, it)
      )
      return operation === undefined ? absent(now) : known(operationView(operation), now)
    }
    case 'GetCheckpointDetails': {
      const shown = [job?.statistics.completed, job?.statistics.savepoint].find(it => it?.id === query.checkpointId) ?? null
      return shown === null ? absent(now) : known(shownView(shown), now)
    }
    case 'GetJobExceptions':
      return job === undefined ? absent(now) : known([], now)
    case 'GetClusterOverview':
      return known({ flinkVersion: '1.20.5', flinkRevision: '0000000', ...taskManagers(world, pod) }, now)
    case 'GetJars':
      return known(shownJars(process), now)
    case 'GetJobMetrics':
      return job === undefined ? absent(now)
        : known({ restarts: job.restarts, completedCheckpoints: completedCheckpoints(world, job) }, now)
    case 'GetResourceRequirements':
      return job === undefined ? absent(now) : known(boundsOf(world, pod, job), now)
    case 'GetJobDetails':
      return jobDetails(world, pod, job, query)
    case 'GetVertexMetrics':
      return vertexMetrics(world, job, query)
    default:
      return absurd(query)
  }
}

/** If TaskManagers are not separate Deployments, the model knows only that one exists. A heartbeat arrives every few seconds. */
const taskManagers = (world: World, pod: PodObject): Pick<ClusterOverview, 'taskManagers' | 'slots' | 'heartbeats'> => {
  if (pod.input.image === undefined) return { taskManagers: 1 }
  const count = taskManagersOf(world, pod)
  return { taskManagers: count, slots: slotsOf(world, pod), heartbeats: Array.from({ length: count }, () => world.now) }
}

/** Where the count stops at 1, the id of the last checkpoint replaces it: it grows with each checkpoint, too. */
const completedCheckpoints = ({ fidelity }: World, { statistics: { completed, completedCount } }: FlinkJob): number =>
  !fidelity.abstract ? completedCount : completed === null ? 0 : Number(completed.path.slice(completed.path.lastIndexOf('-') + 1))

const isForgotten = (world: World, { state }: FlinkOperation): boolean =>
  state._tag !== 'InProgress' && world.now - state.at > world.fidelity.operationMemoryMillis

const jobOverviews = shownOnce((jobs: readonly FlinkJob[], _beside: null) => jobs.map(jobOverview))

const jobOverview = (job: FlinkJob): JobOverview => ({
  jobId: job.jobId,
  name: job.submission?.name ?? 'job',
  state: job.state,
  startTime: job.startTime,
  endTime: job.endTime,
  tasks: {
    total: 2,
    running: job.state === 'RUNNING' ? 2 : 0,
    finished: job.state === 'FINISHED' ? 2 : 0,
    ...(job.submission !== undefined && job.state === 'FAILED' ? { failed: 1 } : {}),
  },
})

const withoutTasks = (job: FlinkJob): JobOverview => {
  const overview = jobOverview(job)
  return { ...overview, tasks: { ...overview.tasks, running: 0 } }
}

/** May `/checkpoints` still show the statistics before the last change? */
export const mayShowOldStatistics = (world: World): boolean =>
  world.pods.some(({ process }) =>
    process?.jobs.some(job => job.olderStatistics !== job.statistics && world.now - job.statisticsChanged < world.fidelity.restCacheMillis)
      ?? false
  )

const checkpointStatistics = (world: World, job: FlinkJob, old: boolean): CheckpointStatistics => {
  const shown = old && world.now - job.statisticsChanged < world.fidelity.restCacheMillis ? job.olderStatistics : job.statistics
  return shownStatistics(shown, null)
}

const shownStatistics = shownOnce((shown: Statistics, _beside: null): CheckpointStatistics => ({
  restored: shownView(shown.restored),
  completed: shownView(shown.completed),
  savepoint: shownView(shown.savepoint),
  inProgress: shown.inProgressSince === null ? null : { id: (shown.completed?.id ?? 0) + 1, triggerTimestamp: shown.inProgressSince },
  completedCount: shown.completedCount,
  inProgressCount: shown.inProgressSince === null ? 0 : 1,
  stateSize: null,
}))

const shownView = (it: ShownState | null): CheckpointView | null =>
  it === null ? null
    : {
      id: it.id,
      externalPath: it.path,
      addressable: true,
      discarded: it.discarded,
      isSavepoint: it.savepoint,
      isStop: it.stop === true,
      triggerTimestamp: it.time,
    }

/** A requested checkpoint is reported by its id, a savepoint by its path. */
const operationView = ({ state, kind }: FlinkOperation): AsynchronousOperation => {
  switch (state._tag) {
    case 'InProgress':
      return { _tag: 'InProgress' }
    case 'Completed':
      return kind === 'Checkpoint' ? { _tag: 'Completed', location: null, checkpointId: state.checkpointId }
        : { _tag: 'Completed', location: state.location, checkpointId: null }
    case 'Failed':
      return {
        _tag: 'Failed',
        causes: [{ type: state.cause.split(':')[0] ?? '', message: state.cause }],
        savepointPath: state.savepointPath,
      }
  }
}
