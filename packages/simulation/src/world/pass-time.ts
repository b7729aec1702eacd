import type { EpochMillis, Millis } from '@flink-operator/core/resource'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { haOf, knowsJob, noZooKeeperNodes, withHa, withoutJob } from '../flink/ha-metadata.ts'
import type { FlinkJob } from '../flink/job-manager-process.ts'
import { passLoad } from '../autoscaler/job-run.ts'
import { comesToJobs } from '../kubernetes/job-manager-pod.ts'
import { atCluster } from './clusters.ts'
import type { PodObject, World } from './world.ts'

/** Lets time pass: whatever lasts only for a limited time ends. */
export const passTime = (world: World, millis: Millis): World => {
  const { now, beside } = world
  if (beside.length === 0) return passHere(world, millis)
  return beside.reduce<World>(
    (passed, { clusterId }) => atCluster(passed, clusterId, it => ({ world: passHere({ ...it, now }, millis) })).world,
    passHere(world, millis),
  )
}

/** The same for the current cluster. */
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
 * The longest that Flink takes for the clean-up after a job has ended, which only Flink can do: seconds; a JobManager that restarts
 * does it first.
 */
const cleanUpMillis: Millis = 5_000

/**
 * Where only Flink can end a job, a JobManager reaches it before this time: the operator takes an empty job list for ten minutes as
 * the job's end.
 */
const longStart: Millis = 100_000

const isDelayed = ({ input, process, deleting }: PodObject): boolean =>
  process?.phase === 'Empty' && !deleting && clusterConfiguration(input).inZooKeeper

/** A job whose result is stored leaves nothing in ZooKeeper while a JobManager with that result store runs. */
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

/** Drops what REST's cache can no longer show: worlds that differ only in that are equal. */
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

/** Passes more time than Flink remembers operations (trap 5): all ended operations are forgotten. */
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
