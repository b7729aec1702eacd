import type { PodObject, World } from '../world/world.ts'
import { clusterConfiguration } from './cluster-configuration.ts'
import { discard } from './ghost-progress.ts'
import { haOf, withHa, withoutJob } from './ha-metadata.ts'
import { type FlinkJob, withStatistics } from './job-manager-process.ts'

/** The pod as it is now, found by its uid: an earlier change of the same step may have replaced it. */
export const podNow = (world: World, uid: string): PodObject | undefined => world.pods.find(pod => pod.uid === uid)

export const changePod = (world: World, uid: string, change: (pod: PodObject) => PodObject): World =>
  ({ ...world, pods: world.pods.map(pod => (pod.uid === uid ? change(pod) : pod)) })

export const changeJob = (world: World, podUid: string, jobId: string, change: (job: FlinkJob) => FlinkJob): World =>
  changePod(world, podUid, pod => pod.process === null ? pod
    : { ...pod, process: { ...pod.process, jobs: pod.process.jobs.map(job => (job.jobId === jobId ? change(job) : job)) } })

/**
 * A job ends for good (kubernetes-ha.md, section 5): its plan and its ConfigMap go, the result is stored. FINISHED discards its checkpoints;
 * FAILED keeps them; CANCELED keeps them where they are retained. `/checkpoints` may show them as they were for 3 s more.
 */
export const endJob = (world: World, pod: PodObject, job: FlinkJob, state: 'FINISHED' | 'FAILED' | 'CANCELED'): World => {
  const configuration = clusterConfiguration(pod.input)
  const { highAvailability, jobResultStore, retainOnCancel } = configuration
  const keeps = state === 'FAILED' || (state === 'CANCELED' && retainOnCancel)
  const { completed } = job.statistics
  const statistics = completed === null || keeps ? job.statistics : { ...job.statistics, completed: { ...completed, discarded: true } }
  let next = changeJob(world, pod.uid, job.jobId, it => withStatistics({ ...it, state, endTime: world.now }, statistics, world.now))
  if (!keeps && completed !== null) next = discard(next, completed.path)
  if (!next.ended.includes(job.jobId)) next = { ...next, ended: [...next.ended, job.jobId] }
  if (highAvailability) {
    next = withHa(next, configuration, withoutJob(haOf(next, configuration), job.jobId))
    if (jobResultStore !== null) next = { ...next, jobResults: [...next.jobResults, { store: jobResultStore, jobId: job.jobId }] }
  }
  return next
}
