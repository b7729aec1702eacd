import type { EpochMillis } from '../../src/resource/time.ts'
import type { PodObject, World } from '../world/world.ts'
import { changeJob, changePod, endJob, podNow } from './end-job.ts'
import { branchAt, discard, fromNothing, store, storedAt } from './ghost-progress.ts'
import { atWork, type FlinkJob, type FlinkOperation, type ShownState, type Statistics, withStatistics } from './job-manager-process.ts'
import { haOf, withHa } from './ha-metadata.ts'
import { clusterConfiguration } from './cluster-configuration.ts'

const setOperation = (world: World, podUid: string, operation: FlinkOperation, state: FlinkOperation['state']): World =>
  changePod(world, podUid, pod =>
    pod.process === null ? pod
      : {
        ...pod,
        process: {
          ...pod.process,
          operations: pod.process.operations.map(
            it => (it.jobId === operation.jobId && it.triggerId === operation.triggerId ? { ...it, state } : it),
          ),
        },
      })

/**
 * Ids of checkpoints and savepoints only grow. Where that would make the world infinite only the order is told of the last of each: that of
 * a checkpoint is 2, that of a savepoint 1 or 3.
 */
const nextId = (world: World, statistics: Statistics, kind: 'Checkpoint' | 'Savepoint'): number =>
  world.fidelity.abstract ? (kind === 'Checkpoint' ? 2 : 3) : Math.max(statistics.completed?.id ?? 0, statistics.savepoint?.id ?? 0) + 1

/** A checkpoint is newer than the savepoint that is shown beside it. */
const olderSavepoint = (
  { fidelity }: World,
  savepoint: ShownState | null,
): ShownState | null => (!fidelity.abstract || savepoint === null ? savepoint : { ...savepoint, id: 1 })

/**
 * A periodic checkpoint completes: the HA pointer names it, the one before is discarded. In an abstract world the statistics' counters stop
 * at 1.
 */
export const completeCheckpoint = (world: World, pod: PodObject, job: FlinkJob): World => {
  const stored = store(world, 'Checkpoint', job.progress, !world.ended.includes(job.jobId))
  const id = nextId(world, job.statistics, 'Checkpoint')
  const statistics: Statistics = {
    ...job.statistics,
    savepoint: olderSavepoint(world, job.statistics.savepoint),
    completed: { id, path: stored.path, discarded: false, savepoint: false, time: world.now },
    completedCount: world.fidelity.abstract ? 1 : job.statistics.completedCount + 1,
    inProgressSince: null,
  }
  const shown = changeJob(stored.world, pod.uid, job.jobId, it => atWork(world, withStatistics(it, statistics, world.now)))
  const kept = discard(shown, job.statistics.completed?.path ?? null)
  const configuration = clusterConfiguration(pod.input)
  const { cluster, jobs } = haOf(kept, configuration)
  return configuration.highAvailability
    ? withHa(kept, configuration, {
      cluster,
      jobs: jobs.map(({ spoilt, ...it }) =>
        it.jobId === job.jobId ? { ...it, pointer: stored.path, checkpointId: id, counter: true }
          : { ...it, ...(spoilt === undefined ? {} : { spoilt }) }
      ),
    }) : kept
}

/** A checkpoint that takes its time is begun, or (`since`: null) comes to nothing. */
export const showInProgress = (world: World, pod: PodObject, job: FlinkJob, since: EpochMillis | null): World =>
  changeJob(world, pod.uid, job.jobId, it => withStatistics(it, { ...it.statistics, inProgressSince: since }, world.now))

/** How a stop with savepoint ends. `Listed`, `Unlisted`: done; the savepoint is, or is not, in `/checkpoints` (live finding L2). */
export type StopEnd = 'Listed' | 'Unlisted' | 'SavepointFails' | 'FailsWhileStopping' | 'FailsOver'

/**
 * | end | job | savepoint | operation |
 * |---|---|---|---|
 * | Listed, Unlisted | FINISHED | there | Completed with its path |
 * | SavepointFails | runs on | none | Failed |
 * | FailsWhileStopping | FAILED, not recoverable | there | Failed, the text holds the path (B13) |
 * | FailsOver | runs on, by its restart strategy, from its newest checkpoint: with the adaptive scheduler | there | the same |
 */
export const completeStop = (world: World, pod: PodObject, job: FlinkJob, operation: FlinkOperation, end: StopEnd): World => {
  if (end === 'SavepointFails')
    return setOperation(world, pod.uid, operation, {
      _tag: 'Failed',
      cause: 'CheckpointException: Asynchronous task checkpoint failed.',
      savepointPath: null,
      at: world.now,
    })
  const stored = store(world, 'Savepoint', job.progress, !world.ended.includes(job.jobId))
  const finished = end === 'Listed' || end === 'Unlisted'
  const savepoint = {
    id: nextId(world, job.statistics, 'Savepoint'),
    path: stored.path,
    discarded: false,
    savepoint: true,
    stop: true as const,
    time: world.now,
  }
  const listed = end !== 'Unlisted'
  let next = stored.world
  if (listed) next = changeJob(next, pod.uid, job.jobId, it => ({ ...it, statistics: { ...it.statistics, savepoint } }))
  next = setOperation(
    next,
    pod.uid,
    operation,
    finished
      ? { _tag: 'Completed', location: stored.path, checkpointId: savepoint.id, at: world.now }
      : {
        _tag: 'Failed',
        cause: 'StopWithSavepointStoppingException: A savepoint has been created, but the corresponding job failed while stopping.',
        savepointPath: stored.path,
        at: world.now,
      },
  )
  const now = podNow(next, pod.uid)!
  const stopped = now.process!.jobs.find(it => it.jobId === job.jobId)!
  return end === 'FailsOver' ? failOver(next, now, stopped) : endJob(next, now, stopped, finished ? 'FINISHED' : 'FAILED')
}

/** A savepoint or checkpoint that was asked for completes, while the job goes on. */
export const completeTrigger = (world: World, pod: PodObject, job: FlinkJob, operation: FlinkOperation): World => {
  const stored = store(world, operation.kind === 'Savepoint' ? 'Savepoint' : 'Checkpoint', job.progress, operation.kind === 'Checkpoint')
  const shown = {
    id: nextId(world, job.statistics, operation.kind === 'Savepoint' ? 'Savepoint' : 'Checkpoint'),
    path: stored.path,
    discarded: false,
    savepoint: operation.kind === 'Savepoint',
    time: world.now,
  }
  const statistics: Statistics = operation.kind === 'Savepoint' ? { ...job.statistics, savepoint: shown }
    : { ...job.statistics, completed: shown, savepoint: olderSavepoint(world, job.statistics.savepoint) }
  return setOperation(
    changeJob(stored.world, pod.uid, job.jobId, it => atWork(world, withStatistics(it, statistics, world.now))),
    pod.uid,
    operation,
    { _tag: 'Completed', location: stored.path, checkpointId: shown.id, at: world.now },
  )
}

/** Operations that are under way fail, with the same words. */
export const failOperations = (world: World, podUid: string, jobId: string, cause: string): World =>
  changePod(world, podUid, pod =>
    pod.process === null ? pod : {
      ...pod,
      process: {
        ...pod.process,
        operations: pod.process.operations.map(it => (it.jobId === jobId && it.state._tag === 'InProgress'
          ? { ...it, state: { _tag: 'Failed', cause, savepointPath: null, at: world.now } } : it)
        ),
      },
    })

const withoutInProgress = (job: FlinkJob, now: EpochMillis): FlinkJob =>
  job.statistics.inProgressSince === null ? job : withStatistics(job, { ...job.statistics, inProgressSince: null }, now)

/** The job fails over inside its JobManager: it goes on from its newest checkpoint, or from what it was started from. */
export const failOver = (world: World, pod: PodObject, job: FlinkJob): World => {
  const path = job.statistics.completed?.path ?? job.source?.path ?? null
  const progress = (path === null ? undefined : storedAt(world, path)?.progress) ?? fromNothing(world)
  const restarting = changeJob(
    world,
    pod.uid,
    job.jobId,
    it => ({ ...withoutInProgress(it, world.now), state: 'RESTARTING', progress, restarts: it.restarts + 1 }),
  )
  return world.ended.includes(job.jobId) ? restarting : branchAt(restarting, progress)
}
