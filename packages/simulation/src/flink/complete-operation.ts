import type { EpochMillis } from '@flink-operator/core/resource'
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
 * Ids of checkpoints and savepoints only grow. Where that would make the world infinite, the ids keep only the order of the last ones:
 * a checkpoint has 2, a savepoint 1 or 3.
 */
const nextId = (world: World, statistics: Statistics, kind: 'Checkpoint' | 'Savepoint'): number =>
  world.fidelity.abstract ? (kind === 'Checkpoint' ? 2 : 3) : Math.max(statistics.completed?.id ?? 0, statistics.savepoint?.id ?? 0) + 1

/** The checkpoint is newer than the savepoint that is listed with it. */
const olderSavepoint = (
  { fidelity }: World,
  savepoint: ShownState | null,
): ShownState | null => (!fidelity.abstract || savepoint === null ? savepoint : { ...savepoint, id: 1 })

/**
 * A periodic checkpoint completes: the HA pointer names it, and Flink discards the previous one. In an abstract world the counters of
 * the statistics stop at 1.
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
  return pointedTo(discard(shown, job.statistics.completed?.path ?? null), pod, job.jobId, stored.path, id)
}

/** With high availability the pointer of the job names its newest checkpoint, whoever asked for it. */
const pointedTo = (world: World, pod: PodObject, jobId: string, pointer: string, checkpointId: number): World => {
  const configuration = clusterConfiguration(pod.input)
  const { cluster, jobs } = haOf(world, configuration)
  return configuration.highAvailability
    ? withHa(world, configuration, {
      cluster,
      jobs: jobs.map(({ spoilt, ...it }) =>
        it.jobId === jobId ? { ...it, pointer, checkpointId, counter: true } : { ...it, ...(spoilt === undefined ? {} : { spoilt }) }
      ),
    }) : world
}

/** A slow checkpoint begins, or (`since`: null) is abandoned. */
export const showInProgress = (world: World, pod: PodObject, job: FlinkJob, since: EpochMillis | null): World =>
  changeJob(world, pod.uid, job.jobId, it => withStatistics(it, { ...it.statistics, inProgressSince: since }, world.now))

/**
 * How a stop with savepoint ends. `Listed`, `Unlisted`: it succeeds, and `/checkpoints` lists the savepoint or does not (live finding
 * L2).
 */
export type StopEnd = 'Listed' | 'Unlisted' | 'SavepointFails' | 'FailsWhileStopping' | 'FailsOver'

/**
 * Completes a stop with savepoint in one of these ways:
 *
 * | end | job | savepoint | operation |
 * |---|---|---|---|
 * | Listed, Unlisted | FINISHED | stored | Completed with its path |
 * | SavepointFails | keeps running | none | Failed |
 * | FailsWhileStopping | FAILED, not recoverable | stored | Failed, the text contains the path (B13) |
 * | FailsOver | keeps running, by its restart strategy, from its newest checkpoint: with the adaptive scheduler | stored | the same |
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

/** A requested savepoint or checkpoint completes, while the job keeps running. */
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
  const changed = changeJob(stored.world, pod.uid, job.jobId, it => atWork(world, withStatistics(it, statistics, world.now)))
  return setOperation(
    operation.kind === 'Checkpoint' ? pointedTo(changed, pod, job.jobId, stored.path, shown.id) : changed,
    pod.uid,
    operation,
    { _tag: 'Completed', location: stored.path, checkpointId: shown.id, at: world.now },
  )
}

/** Operations in progress fail, all with the same message. */
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

/** The job fails over inside its JobManager: it restores from its newest checkpoint, or from what it was started from. */
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
