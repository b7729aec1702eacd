import type { EpochMillis, Millis } from '../../src/resource/time.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { haOf, knowsJob, noZooKeeperNodes, withHa, withoutJob } from '../flink/ha-metadata.ts'
import type { FlinkJob } from '../flink/job-manager-process.ts'
import { passLoad } from '../autoscaler/job-run.ts'
import { comesToJobs } from '../kubernetes/job-manager-pod.ts'
import { atCluster } from './clusters.ts'
import type { PodObject, World } from './world.ts'

/** Time goes on: what only lasts so long is over. */
export const passTime = (world: World, millis: Millis): World => {
  const { now, beside } = world
  if (beside.length === 0) return passHere(world, millis)
  return beside.reduce<World>(
    (passed, { clusterId }) => atCluster(passed, clusterId, it => ({ world: passHere({ ...it, now }, millis) })).world,
    passHere(world, millis),
  )
}

/** For the cluster at hand. */
const passHere = (before: World, millis: Millis): World => {
  const world = before.autoscaled === undefined ? before : passLoad(before, millis)
  const now = world.now + millis
  const isOver = world.fidelity.abstract && world.pods.some(({ process }) => process?.jobs.some(job => isCacheOver(world, job, now)))
  const begun = millis >= longStart ? world.pods.reduce((now, pod) => (isDelayed(pod) ? comesToJobs(now, pod) : now), world) : world
  const cleaned = millis >= cleanUpMillis ? cleanedUp(begun) : begun
  return {
    ...cleaned,
    now,
    late: world.late.some(it => it.until < now) ? world.late.filter(it => it.until >= now) : world.late,
    pods: isOver ? cleaned.pods.map(pod => withoutOldStatistics(world, pod, now)) : cleaned.pods,
  }
}

/**
 * What Flink has to do after a job has ended, where only Flink can, takes no longer: seconds, and a JobManager that restarts does it first.
 */
const cleanUpMillis: Millis = 5_000

/** Where only Flink can end a job a JobManager comes to it before long: that it lists none for ten minutes is taken for its end. */
const longStart: Millis = 100_000

const isDelayed = ({ input, process, deleting }: PodObject): boolean =>
  process?.phase === 'Empty' && !deleting && clusterConfiguration(input).inZooKeeper

/** A job whose result is stored leaves nothing in ZooKeeper while a JobManager with that store lives. */
const cleanedUp = (world: World): World =>
  world.zooKeeper === noZooKeeperNodes ? world : world.pods.reduce((now, pod) => {
    const configuration = clusterConfiguration(pod.input)
    const { inZooKeeper, jobResultStore } = configuration
    if (pod.process === null || pod.deleting || !inZooKeeper) return now
    return now.jobResults.filter(({ store, jobId }) => store === jobResultStore && knowsJob(haOf(now, configuration), jobId)).reduce(
      (it, { jobId }) => withHa(it, configuration, withoutJob(haOf(it, configuration), jobId)),
      now,
    )
  }, world)

const isCacheOver = ({ fidelity }: World, job: FlinkJob, now: EpochMillis): boolean =>
  job.olderStatistics !== job.statistics && now - job.statisticsChanged >= fidelity.restCacheMillis

/** What REST's cache can't show any more is forgotten: worlds that differ only in it are the same. */
const withoutOldStatistics = (world: World, pod: PodObject, now: EpochMillis): PodObject =>
  pod.process === null ? pod
    : {
      ...pod,
      process: {
        ...pod.process,
        jobs: pod.process.jobs.map(job => (isCacheOver(world, job, now) ? { ...job, olderStatistics: job.statistics } : job)),
      },
    }

/** Flink's default: `rest.async.store-duration`. */
const operationMemoryMillis: Millis = 300_000

/** For longer than Flink remembers what it was asked for (trap 5): all that ended is forgotten. */
export const passUntilForgotten = (before: World): World => {
  const world = passTime(before, operationMemoryMillis + 10_000)
  return {
    ...world,
    pods: world.pods.map(
      pod => (pod.process === null ? pod
        : { ...pod, process: { ...pod.process, operations: pod.process.operations.filter(({ state }) => state._tag === 'InProgress') } }),
    ),
  }
}
