import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { changePod, podNow } from '../flink/end-job.ts'
import { discard } from '../flink/ghost-progress.ts'
import { isAlive } from '../flink/job-manager-process.ts'
import { losesCheckpoints } from '../flink/retention.ts'
import { startJob } from '../flink/start-job.ts'
import { atJob } from '../world/jobs.ts'
import { type PodObject, uidOf, versionOf, type World } from '../world/world.ts'

/** A JobManager that is ended ends what it runs; with high availability the next one goes on with it. */
export const endPod = (world: World, uid: string): World => {
  const gone = podNow(world, uid)
  const without = { ...world, pods: world.pods.filter(pod => pod !== gone) }
  const ended = gone === undefined || !losesCheckpoints(world, gone, 'SUSPENDED') ? [] : (gone.process?.jobs ?? []).filter(isAlive)
  return ended.reduce<World>(
    (now, { owner, statistics }) => atJob(now, owner ?? null, it => discard(it, statistics.completed?.path ?? null)),
    without,
  )
}

/** The controller makes the pod of a Deployment. */
export const makePod = (world: World, uid: string): World => {
  const deployment = world.deployments.find(it => it.uid === uid)
  if (deployment === undefined) return world
  const pod: PodObject = {
    name: `${deployment.name}-${world.serial}`,
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
  const { highAvailability } = clusterConfiguration(pod.input)
  const to = (phase: 'Electing' | 'Empty'): World => changePod(world, pod.uid, it => ({ ...it, process: { ...process, phase } }))
  switch (process.phase) {
    case 'Starting':
      return highAvailability ? to('Electing') : available(to('Empty'), pod)
    case 'Electing':
      return available(to('Empty'), pod)
    case 'Empty':
      return startJob(world, pod)
    case 'Listing':
    case 'NothingToRun':
      return world
  }
}

/** The Deployment's status tells it: a new version. */
const available = (world: World, pod: PodObject): World => ({
  ...world,
  serial: world.serial + 1,
  deployments: world.deployments.map(
    it => (it.uid === pod.deploymentUid && it.availableSince === null
      ? { ...it, availableSince: world.now, version: versionOf(world.serial) } : it),
  ),
})
