import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { changePod, podNow } from '../flink/end-job.ts'
import { discard } from '../flink/ghost-progress.ts'
import { inputOf, isAlive, ownerOf } from '../flink/job-manager-process.ts'
import { losesCheckpoints } from '../flink/retention.ts'
import { recoverJobs } from '../flink/session-jobs.ts'
import { startJob } from '../flink/start-job.ts'
import { atJob } from '../world/jobs.ts'
import { type PodObject, uidOf, versionOf, type World } from '../world/world.ts'

/** A JobManager that ends also ends its jobs; with high availability the next one continues them. */
export const endPod = (world: World, uid: string): World => {
  const gone = podNow(world, uid)
  const without = { ...world, pods: world.pods.filter(pod => pod !== gone) }
  const ended = (gone?.process?.jobs ?? []).filter(job => isAlive(job) && losesCheckpoints(world, inputOf(gone!, job), 'SUSPENDED'))
  return ended.reduce<World>((now, job) => atJob(now, ownerOf(job), it => discard(it, job.statistics.completed?.path ?? null)), without)
}

/** The controller creates the pod of a Deployment. */
export const makePod = (world: World, uid: string): World => {
  const deployment = world.deployments.find(it => it.uid === uid)
  if (deployment === undefined) return world
  const pod: PodObject = {
    // an id in an abstract world: only its beginning is read
    name: `${deployment.name}-${world.fidelity.abstract ? versionOf(world.serial) : world.serial}`,
    uid: uidOf(world.serial),
    deploymentUid: uid,
    created: world.now,
    deleting: false,
    phase: 'Pending',
    restartCount: 0,
    input: deployment.input,
    process: null,
    ...(deployment.started ? { later: true } : {}),
    ...(deployment.selector === undefined ? {} : { labels: deployment.selector }),
  }
  return { ...world, serial: world.serial + 1, pods: [...world.pods, pod] }
}

/** The next phase of the pod's process: started, leader, running its job. */
export const advance = (world: World, pod: PodObject): World => {
  const { process } = pod
  if (process === null) return world
  const { highAvailability, isSession } = clusterConfiguration(pod.input)
  const to = (phase: 'Electing' | 'Empty'): World => changePod(world, pod.uid, it => ({ ...it, process: { ...process, phase } }))
  switch (process.phase) {
    case 'Starting':
      if (highAvailability) return to('Electing')
      return available(isSession ? recoverJobs(world, pod) : to('Empty'), pod)
    case 'Electing':
      return available(to('Empty'), pod)
    case 'Empty':
      return comesToJobs(world, pod)
    case 'Listing':
    case 'NothingToRun':
      return world
  }
}

/** It starts its jobs. */
export const comesToJobs = (world: World, pod: PodObject): World =>
  clusterConfiguration(pod.input).isSession ? recoverJobs(world, pod) : startJob(world, pod)

/** The Deployment's status reports it: a new version. */
const available = (world: World, pod: PodObject): World => ({
  ...world,
  serial: world.serial + 1,
  deployments: world.deployments.map(
    it => (it.uid === pod.deploymentUid && it.availableSince === null
      ? { ...it, availableSince: world.now, version: versionOf(world.serial) } : it),
  ),
})
