import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { isToBeCleanedUp } from '../flink/end-job.ts'
import type { FlinkJob } from '../flink/job-manager-process.ts'
import { hasSlots } from '../flink/task-managers.ts'
import { goingDependents, hasGarbage } from '../kubernetes/garbage-collector.ts'
import { fairPlay } from '../kubernetes/play-children.ts'
import { missingImage } from '../kubernetes/rendered-objects.ts'
import { canStart } from './object-views.ts'
import type { WorldEvent } from './world-event.ts'
import type { DeploymentObject, PodObject, World } from './world.ts'

/**
 * The automatic events that are possible now; fair events only. In an abstract world a running job has always done work since it last
 * stored its state.
 */
export const fairEvents = (world: World): readonly WorldEvent[] => {
  const events: WorldEvent[] = []
  for (const event of fairPlay(world)) events.push({ _tag: 'Play', event })
  for (const deployment of world.deployments) deploymentEvents(world, deployment, events)
  if (!world.fidelity.abstract) {
    for (const { deleting, deploymentUid } of world.pods)
      if (!deleting && !world.deployments.some(({ uid }) => uid === deploymentUid))
        events.push({ _tag: 'ScaleDown', deployment: deploymentUid })
  }
  for (const pod of world.pods) podEvents(world, pod, events)
  for (const [node, { cutOff }] of Object.entries(world.zooKeeper)) if (cutOff === true) events.push({ _tag: 'SessionOver', node })
  if (hasGarbage(world)) events.push({ _tag: 'CollectGarbage' })
  // Recordings show them deleted one by one, before their owner. Here they are all marked as being deleted, and then removed with it.
  const waiting = world.deployments.some(({ deleting }) => deleting) ? goingDependents(world).filter(({ deleting }) => !deleting) : []
  if (waiting.length > 0) events.push({ _tag: 'CollectDependents', uids: waiting.map(({ uid }) => uid) })
  return events
}

/** TaskManagers of a separate Deployment start and stop as its replicas ask. */
const isToAdjust = ({ deleting, ready, replicas, input }: DeploymentObject): boolean =>
  !deleting && ready !== undefined && ready !== replicas && input.image !== missingImage

const deploymentEvents = (world: World, deployment: DeploymentObject, events: WorldEvent[]): void => {
  const { uid, role, deleting, replicas } = deployment
  const pods = world.pods.filter(pod => pod.deploymentUid === uid)
  const isUp = pods.some(pod => !pod.deleting)
  if (role === 'JobManager' && !deleting && replicas > 0 && !isUp) events.push({ _tag: 'MakePod', deployment: uid })
  if (replicas === 0 && isUp) events.push({ _tag: 'ScaleDown', deployment: uid })
  if (deleting && pods.length === 0) events.push({ _tag: 'FinishDeletion', deployment: uid })
  if (isToAdjust(deployment)) events.push({ _tag: 'AdjustTaskManagers', deployment: uid })
}

const podEvents = (world: World, pod: PodObject, events: WorldEvent[]): void => {
  if (pod.deleting) events.push({ _tag: 'EndPod', pod: pod.uid })
  // In recordings the kubelet may be about to start the pod when it is deleted.
  if (pod.phase === 'Pending' && (!pod.deleting || !world.fidelity.abstract) && canStart(world, pod))
    events.push({ _tag: 'StartPod', pod: pod.uid })
  const { process } = pod
  if (process === null) return
  if (keepsStarting(world, pod)) events.push({ _tag: 'AdvanceProcess', pod: pod.uid })
  for (const job of process.jobs) jobEvents(world, pod, job, events)
  for (const operation of process.operations)
    if (operation.state._tag === 'InProgress') {
      const { triggerId } = operation
      events.push({ _tag: 'CompleteOperation', pod: pod.uid, triggerId, end: 'Listed' })
      if (operation.kind === 'Stop') events.push({ _tag: 'CompleteOperation', pod: pod.uid, triggerId, end: 'Unlisted' })
    }
}

/** Leader election: only one of two JobManagers with HA of a cluster starts its jobs. */
const keepsStarting = (world: World, pod: PodObject): boolean => {
  const { process } = pod
  if (process?.phase !== 'Starting' && process?.phase !== 'Electing' && process?.phase !== 'Empty') return false
  if (process.phase === 'Starting') return hasTimeToStart(world, pod)
  const leads = !clusterConfiguration(pod.input).highAvailability
    || !world.pods.some(it =>
      it !== pod && it.input.clusterId === pod.input.clusterId && it.process !== null && it.process.phase !== 'Starting'
      && it.process.phase !== 'Electing'
    )
  return leads && hasTimeToStart(world, pod)
}

/**
 * A pod that is being deleted has a grace period, and continues to start until that ends. In an abstract world this happens only where
 * HA metadata in Kubernetes shows it: otherwise nothing would show it, and the pod would have to get from its first moment to its
 * first checkpoint within that time (docs/model-checker-worlds.md, "What is left out").
 */
const hasTimeToStart = ({ fidelity }: World, { deleting, input }: PodObject): boolean => {
  if (!deleting || !fidelity.abstract) return true
  const { highAvailability, inZooKeeper } = clusterConfiguration(input)
  return highAvailability && !inZooKeeper
}

const isComingUp = ({ state }: FlinkJob): boolean => state === 'INITIALIZING' || state === 'CREATED' || state === 'RESTARTING'

/**
 * The checkpoint interval is longer than the time for which REST may hide a checkpoint. In an abstract world a job with a load completes
 * one checkpoint a run: it is ahead of it all the same.
 */
const mayComplete = ({ fidelity, autoscaled }: World, { statistics, olderStatistics }: FlinkJob): boolean =>
  !fidelity.abstract || (olderStatistics === statistics && (autoscaled === undefined || statistics.completed === null))

const jobEvents = (world: World, pod: PodObject, job: FlinkJob, events: WorldEvent[]): void => {
  const { jobId } = job
  // in an abstract world the JobManager reads its plan, but does not run the job within its grace period
  if (job.tooLate === true && world.fidelity.abstract) return
  if (isComingUp(job) && hasSlots(world, pod, job)) events.push({ _tag: 'RunJob', pod: pod.uid, jobId })
  if (isToBeCleanedUp(world, pod, job)) events.push({ _tag: 'CleanUpJob', pod: pod.uid, jobId })
  if (job.state === 'CANCELLING') events.push({ _tag: 'FinishCancelling', pod: pod.uid, jobId })
  if (job.state !== 'RUNNING') return
  const stops = pod.process?.operations.some(it => it.kind === 'Stop' && it.jobId === jobId && it.state._tag === 'InProgress') ?? false
  if (!world.fidelity.abstract) events.push({ _tag: 'Process', pod: pod.uid, jobId })
  if (!stops && mayComplete(world, job))
    events.push({ _tag: 'CompleteCheckpoint', pod: pod.uid, jobId })
  if (job.statistics.inProgressSince !== null && (!world.fidelity.abstract || job.olderStatistics === job.statistics))
    events.push({ _tag: 'DropCheckpoint', pod: pod.uid, jobId })
}
