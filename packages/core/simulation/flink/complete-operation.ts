import type { EpochMillis } from '../../src/resource/time.ts'
import type { PodObject, World } from '../world/world.ts'
import { changeJob, changePod, endJob, podNow } from './end-job.ts'
import { branchAt, discard, store, storedAt } from './ghost-progress.ts'
import { atWork, type FlinkJob, type FlinkOperation, type Statistics, withStatistics } from './job-manager-process.ts'
import { clusterConfiguration } from './cluster-configuration.ts'

const setOperation = (world: World, podUid: string, operation: FlinkOperation, state: FlinkOperation['state']): World =>
  changePod(world, podUid, pod => pod.process === null ? pod
    : { ...pod, process: { ...pod.process, operations: pod.process.operations.map(it => (it.jobId === operation.jobId && it.triggerId === operation.triggerId ? { ...it, state } : it)) } })

/** Ids of checkpoints only grow; where that would make the world infinite they stay at 1. */
const nextId = (world: World, statistics: Statistics): number =>
  world.fidelity.abstract ? 1 : Math.max(statistics.completed?.id ?? 0, statistics.savepoint?.id ?? 0) + 1

/**
 * A periodic checkpoint completes: the HA pointer names it, the one before is discarded. In an abstract world the statistics' counters stop at 1.
 */
export const completeCheckpoint = (world: World, pod: PodObject, job: FlinkJob): World => {
  const stored = store(world, 'Checkpoint', job.progress, !world.ended.includes(job.jobId))
  const id = nextId(world, job.statistics)
  const statistics: Statistics = {
    ...job.statistics,
    completed: { id, path: stored.path, discarded: false, savepoint: false, time: world.now },
    completedCount: world.fidelity.abstract ? 1 : job.statistics.completedCount + 1,
    inProgressSince: null,
  }
  const shown = changeJob(stored.world, pod.uid, job.jobId, it => atWork(world, withStatistics(it, statistics, world.now)))
  const kept = discard(shown, job.statistics.completed?.path ?? null)
  return clusterConfiguration(pod.input).highAvailability
    ? { ...kept, ha: { ...kept.ha, jobs: kept.ha.jobs.map(it => (it.jobId === job.jobId ? { ...it, pointer: stored.path, checkpointId: id } : it)) } }
    : kept
}

/** A checkpoint that takes its time is begun, or (`since`: null) comes to nothing. */
export const showInProgress = (world: World, pod: PodObject, job: FlinkJob, since: EpochMillis | null): World =>
  changeJob(world, pod.uid, job.jobId, it => withStatistics(it, { ...it.statistics, inProgressSince: since }, world.now))

/** How a stop with savepoint ends. `Listed`, `Unlisted`: done; the savepoint is, or is not, in `/checkpoints` (live finding L2). */
export type StopEnd = 'Listed' | 'Unlisted' | 'SavepointFails' | 'FailsWhileStopping'

/**
 * | end | job | savepoint | operation |
 * |---|---|---|---|
 * | Listed, Unlisted | FINISHED | there | Completed with its path |
 * | SavepointFails | runs on | none | Failed |
 * | FailsWhileStopping | FAILED, not recoverable | there | Failed, the text holds the path (B13) |
 */
export const completeStop = (world: World, pod: PodObject, job: FlinkJob, operation: FlinkOperation, end: StopEnd): World => {
  if (end === 'SavepointFails')
    return setOperation(world, pod.uid, operation, { _tag: 'Failed', cause: 'CheckpointException: Asynchronous task checkpoint failed.', savepointPath: null, at: world.now })
  const stored = store(world, 'Savepoint', job.progress, !world.ended.includes(job.jobId))
  const finished = end !== 'FailsWhileStopping'
  const savepoint = { id: nextId(world, job.statistics), path: stored.path, discarded: false, savepoint: true, time: world.now }
  const listed = end === 'Listed' || end === 'FailsWhileStopping'
  let next = stored.world
  if (listed) next = changeJob(next, pod.uid, job.jobId, it => ({ ...it, statistics: { ...it.statistics, savepoint } }))
  next = setOperation(next, pod.uid, operation, finished
    ? { _tag: 'Completed', location: stored.path, checkpointId: savepoint.id, at: world.now }
    : { _tag: 'Failed', cause: 'StopWithSavepointStoppingException: A savepoint has been created, but the corresponding job failed while stopping.', savepointPath: stored.path, at: world.now })
  const now = podNow(next, pod.uid)!
  return endJob(next, now, now.process!.jobs.find(it => it.jobId === job.jobId)!, finished ? 'FINISHED' : 'FAILED')
}

/** A savepoint or checkpoint that was asked for completes, while the job goes on. */
export const completeTrigger = (world: World, pod: PodObject, job: FlinkJob, operation: FlinkOperation): World => {
  const stored = store(world, operation.kind === 'Savepoint' ? 'Savepoint' : 'Checkpoint', job.progress, operation.kind === 'Checkpoint')
  const shown = { id: nextId(world, job.statistics), path: stored.path, discarded: false, savepoint: operation.kind === 'Savepoint', time: world.now }
  const statistics: Statistics = operation.kind === 'Savepoint' ? { ...job.statistics, savepoint: shown } : { ...job.statistics, completed: shown }
  return setOperation(changeJob(stored.world, pod.uid, job.jobId, it => atWork(world, withStatistics(it, statistics, world.now))), pod.uid, operation,
    { _tag: 'Completed', location: stored.path, checkpointId: shown.id, at: world.now })
}

/** Operations that are under way fail, with the same words. */
export const failOperations = (world: World, podUid: string, jobId: string, cause: string): World =>
  changePod(world, podUid, pod => pod.process === null ? pod : {
    ...pod,
    process: {
      ...pod.process,
      operations: pod.process.operations.map(it => (it.jobId === jobId && it.state._tag === 'InProgress'
        ? { ...it, state: { _tag: 'Failed', cause, savepointPath: null, at: world.now } } : it)),
    },
  })

const withoutInProgress = (job: FlinkJob, now: EpochMillis): FlinkJob =>
  job.statistics.inProgressSince === null ? job : withStatistics(job, { ...job.statistics, inProgressSince: null }, now)

/** The job fails over inside its JobManager: it goes on from its newest checkpoint, or from what it was started from. */
export const failOver = (world: World, pod: PodObject, job: FlinkJob): World => {
  const path = job.statistics.completed?.path ?? job.statistics.restored?.path ?? null
  const progress = path === null ? 0 : storedAt(world, path)?.progress ?? 0
  const restarting = changeJob(world, pod.uid, job.jobId, it => ({ ...withoutInProgress(it, world.now), state: 'RESTARTING', progress, restarts: it.restarts + 1 }))
  return world.ended.includes(job.jobId) ? restarting : branchAt(restarting, progress)
}
