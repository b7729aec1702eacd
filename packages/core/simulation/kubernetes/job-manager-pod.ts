import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { changePod, podNow } from '../flink/end-job.ts'
import { discard } from '../flink/ghost-progress.ts'
import { inputOf, isAlive, ownerOf } from '../flink/job-manager-process.ts'
import { losesCheckpoints } from '../flink/retention.ts'
import { recoverJobs } from '../flink/session-jobs.ts'
import { startJob } from '../flink/start-job.ts'
import { atJob } from '../world/jobs.ts'
import { type PodObject, uidOf, versionOf, type World } from '../world/world.ts'

/** A JobManager that is ended ends what it runs; with high availability the next one goes on with it. */
export const endPod = (world: World, uid: string): World => {
  const gone = podNow(world, uid)
  const without = { ...world, pods: world.pods.filter(pod => pod !== gone) }
  const ended = (gone?.process?.jobs ?? []).filter(job => isAlive(job) && losesCheckpoints(world, inputOf(gone!, job), 'SUSPENDED'))
  return ended.reduce<World>((now, job) => atJob(now, ownerOf(job), it => discard(it, job.statistics.completed?.path ?? null)), without)
}

/** The controller makes the pod of a Deployment. */
export const makePod = (world: World, uid: string): World => {
  const deployment = world.deployments.find(it => it.uid === uid)
  if (deployment === undefined) return world
  const pod: PodObject = {
    // an id in an abstract world: nothing but its beginning is read of it
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
  }
  return { ...world, serial: world.serial + 1, pods: [...world.pods, pod] }
}

/** Its process goes on: up, leader, and at the job that it was given. */
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

/** It runs what it was given to run. */
export const comesToJobs = (world: World, pod: PodObject): World =>
  clusterConfiguration(pod.input).isSession ? recoverJobs(world, pod) : startJob(world, pod)

/** The Deployment's status tells it: a new version. */
const available = (world: World, pod: PodObject): World => ({
  ...world,
  serial: world.serial + 1,
  deployments: world.deployments.map(
    it => (it.uid === pod.deploymentUid && it.availableSince === null
      ? { ...it, availableSince: world.now, version: versionOf(world.serial) } : it),
  ),
})
