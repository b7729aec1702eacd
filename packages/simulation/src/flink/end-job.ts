import type { PodObject, World } from '../world/world.ts'
import { clusterConfiguration } from './cluster-configuration.ts'
import { discard } from './ghost-progress.ts'
import { haOf, knowsJob, withHa, withoutJob, withoutPointer } from './ha-metadata.ts'
import { type FlinkJob, inputOf, isAlive, withStatistics } from './job-manager-process.ts'
import { losesCheckpoints } from './retention.ts'

/** The pod as it is now, found by its uid: an earlier change of the same step may have replaced it. */
export const podNow = (world: World, uid: string): PodObject | undefined => world.pods.find(pod => pod.uid === uid)

export const changePod = (world: World, uid: string, change: (pod: PodObject) => PodObject): World => ({
  ...world,
  pods: world.pods.map(pod => (pod.uid === uid ? change(pod) : pod)),
})

export const changeJob = (world: World, podUid: string, jobId: string, change: (job: FlinkJob) => FlinkJob): World =>
  changePod(world, podUid, pod =>
    pod.process === null ? pod
      : { ...pod, process: { ...pod.process, jobs: pod.process.jobs.map(job => (job.jobId === jobId ? change(job) : job)) } })

/**
 * A job ends for good (kubernetes-ha.md, section 5): Flink stores the result and removes its checkpoints from the HA metadata; its
 * plan and its ConfigMap are deleted later (`cleanUpJob`). FINISHED discards its checkpoints; FAILED keeps them; CANCELED keeps them
 * if they are retained. `/checkpoints` may show the old statistics for 3 s more.
 */
export const endJob = (world: World, pod: PodObject, job: FlinkJob, state: 'FINISHED' | 'FAILED' | 'CANCELED'): World => {
  const configuration = clusterConfiguration(pod.input)
  const { highAvailability, jobResultStore } = configuration
  const keeps = !losesCheckpoints(world, inputOf(pod, job), state)
  const { completed } = job.statistics
  const statistics = completed === null || keeps ? job.statistics : { ...job.statistics, completed: { ...completed, discarded: true } }
  let next = changeJob(world, pod.uid, job.jobId, it => withStatistics({ ...it, state, endTime: world.now }, statistics, world.now))
  if (!keeps && completed !== null) next = discard(next, completed.path)
  if (!next.ended.includes(job.jobId)) next = { ...next, ended: [...next.ended, job.jobId] }
  if (highAvailability) {
    next = withHa(next, configuration, withoutPointer(haOf(next, configuration), job.jobId))
    if (jobResultStore !== null) next = { ...next, jobResults: [...next.jobResults, { store: jobResultStore, jobId: job.jobId }] }
  }
  return next
}

/** Has the job ended with HA metadata left? */
export const isToBeCleanedUp = (world: World, pod: PodObject, job: FlinkJob): boolean => {
  const configuration = clusterConfiguration(pod.input)
  return !isAlive(job) && configuration.highAvailability && knowsJob(haOf(world, configuration), job.jobId)
}

/** Flink deletes the rest of the ended job's HA metadata, its ConfigMap and then its plan, seconds after it lists the job as ended. */
export const cleanUpJob = (world: World, pod: PodObject, jobId: string): World => {
  const configuration = clusterConfiguration(pod.input)
  const ha = haOf(world, configuration)
  const jobs = ha.jobs.filter(job => job.jobId !== jobId)
  return withHa(world, configuration, jobs.length < ha.jobs.length ? { ...ha, jobs } : withoutJob(ha, jobId))
}
