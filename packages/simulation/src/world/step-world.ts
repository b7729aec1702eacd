import { absurd } from 'fp-ts/lib/function.js'
import { changeLoad, tamperState } from '../autoscaler/disturbances.ts'
import { withRun } from '../autoscaler/job-run.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import {
  completeCheckpoint,
  completeStop,
  completeTrigger,
  failOperations,
  failOver,
  showInProgress,
  type StopEnd,
} from '../flink/complete-operation.ts'
import { type HaMetadata, noHaMetadata, noZooKeeperNodes } from '../flink/ha-metadata.ts'
import { changeJob, changePod, cleanUpJob, endJob, podNow } from '../flink/end-job.ts'
import { finishJob } from '../flink/finish-job.ts'
import { atWork, type FlinkJob, ownerOf, run, startingProcess } from '../flink/job-manager-process.ts'
import { askByHand } from '../flink/rest-effects.ts'
import { judgeOneJob } from '../flink/start-job.ts'
import { collectDependents, collectGarbage, finishDeletion } from '../kubernetes/garbage-collector.ts'
import { advance, endPod, makePod } from '../kubernetes/job-manager-pod.ts'
import { annotateResource, deleteResource, editSpec, takeOver, touchResource } from '../kubernetes/resource-writes.ts'
import { backUpStatusOf, createResource, deleteResourceOf, editResourceOf, tamperStatusOf } from '../kubernetes/custom-resources.ts'
import { appear, withoutForeignObjects } from '../kubernetes/foreign-objects.ts'
import { mendStatus, tamper } from '../kubernetes/tampering.ts'
import { play } from '../kubernetes/play-children.ts'
import { atCluster } from './clusters.ts'
import { atJob } from './jobs.ts'
import { passTime, passUntilForgotten } from './pass-time.ts'
import { jobResourceOf } from './resources.ts'
import { apply } from './perform.ts'
import { type ObjectHead, type PodObject, uidOf, versionOf, type World } from './world.ts'
import type { WorldEvent } from './world-event.ts'

/** The world after an event; the world itself if the event is not possible. */
export const step = (before: World, event: WorldEvent): World => {
  const world = before.breaches.length === 0 ? before : { ...before, breaches: [] }
  switch (event._tag) {
    case 'In':
      return atCluster(world, event.clusterId, it => ({ world: step(it, event.event) })).world
    case 'Of':
      return atJob(world, event.owner, it => step(it, event.event))
    case 'MakePod':
      return makePod(world, event.deployment)
    case 'ScaleDown':
      return { ...world, pods: world.pods.map(pod => (pod.deploymentUid === event.deployment ? { ...pod, deleting: true } : pod)) }
    case 'AdjustTaskManagers':
      return {
        ...world,
        serial: world.serial + 1,
        deployments: world.deployments.map(
          it => (it.uid === event.deployment ? { ...it, ready: it.replicas, version: versionOf(world.serial) } : it),
        ),
      }
    case 'StartPod':
      return changePod(world, event.pod, pod => ({ ...pod, phase: 'Running', process: startingProcess }))
    case 'AdvanceProcess':
      return withPod(world, event.pod, pod => advance(world, pod))
    case 'RunJob':
      return withJob(world, event.pod, event.jobId, (here, pod, before) => {
        const job = run(before, clusterConfiguration(pod.input).adaptive, here.now)
        const next = changeJob(here, pod.uid, job.jobId, () => (job.state === 'RUNNING' ? atWork(here, job) : job))
        return next.autoscaled === undefined || job.state !== 'RUNNING' ? next : withRun(next, pod, job)
      })
    case 'Process':
      return changeJob(world, event.pod, event.jobId, job => ({ ...job, progress: job.progress + 1 }))
    case 'CompleteCheckpoint':
      return withJob(world, event.pod, event.jobId, (here, pod, job) => completeCheckpoint(here, pod, job))
    case 'BeginCheckpoint':
      return withJob(world, event.pod, event.jobId, (here, pod, job) => showInProgress(here, pod, job, here.now))
    case 'DropCheckpoint':
      return withJob(world, event.pod, event.jobId, (here, pod, job) => showInProgress(here, pod, job, null))
    case 'CompleteOperation':
      return completeOperation(world, event.pod, event.triggerId, event.end)
    case 'FinishCancelling':
      return withJob(world, event.pod, event.jobId, (here, pod, job) => endJob(here, pod, job, 'CANCELED'))
    case 'CleanUpJob':
      return withPod(world, event.pod, pod => cleanUpJob(world, pod, event.jobId))
    case 'EndPod':
      return endPod(world, event.pod)
    case 'FinishDeletion':
      return finishDeletion(world, event.deployment)
    case 'CollectDependents':
      return collectDependents(world, event.uids)
    case 'CollectGarbage':
      return collectGarbage(world)
    case 'Play':
      return play(world, event.event)
    case 'PassTime':
      return passTime(world, event.millis)
    case 'ArriveLate':
      return arriveLate(world, event.index)
    case 'CrashJobManager':
      return changePod(world, event.pod, pod => ({ ...pod, restartCount: pod.restartCount + 1, process: startingProcess }))
    case 'LosePod':
      return changePod(world, event.pod, pod => ({ ...pod, deleting: true }))
    case 'LoseLeadership':
      return changePod(world, event.pod, pod => ({ ...pod, reelected: true, process: { ...startingProcess, phase: 'Electing' } }))
    case 'FailJob':
      return withJob(world, event.pod, event.jobId, (here, pod, job) => {
        const failed = failOperations(here, pod.uid, job.jobId, 'CheckpointException: Checkpoint Coordinator is suspending.')
        const now = podNow(failed, pod.uid)!
        return event.terminally ? endJob(failed, now, job, 'FAILED') : failOver(failed, now, job)
      })
    case 'CancelFromOutside':
      return failOperations(
        changeJob(world, event.pod, event.jobId, job => ({ ...job, state: 'CANCELLING' })),
        event.pod,
        event.jobId,
        'CheckpointException: The job was cancelled',
      )
    case 'AskFlink':
      return withPod(world, event.pod, pod => askByHand(world, pod, event.kind, event.jobId))
    case 'ScaleByHand':
      return {
        ...world,
        serial: world.serial + 1,
        deployments: world.deployments.map(
          it => (it.uid === event.deployment ? { ...it, replicas: event.replicas, version: versionOf(world.serial) } : it),
        ),
      }
    case 'FinishJob':
      return withJob(world, event.pod, event.jobId, (here, pod, job) => finishJob(here, pod, job))
    case 'OperatorAway':
      return passUntilForgotten(world)
    case 'LoseDeployment':
      return {
        ...world,
        deployments: world.deployments.filter(it => it.uid !== event.deployment),
        // the garbage collector deletes its pod some time later
        pods: world.fidelity.abstract
          ? world.pods.map(pod => (pod.deploymentUid === event.deployment ? { ...pod, deleting: true } : pod)) : world.pods,
      }
    case 'RemakeDeployment':
      return remadeDeployment(world, event.deployment)
    case 'LoseHaMetadata':
      return event.from === 'ZooKeeper' ? { ...world, zooKeeper: noZooKeeperNodes }
        : { ...world, ha: { cluster: event.whole === true ? null : world.ha.cluster, jobs: [] } }
    case 'SpoilPointers':
      return event.from === 'ZooKeeper'
        ? { ...world, zooKeeper: Object.fromEntries(Object.entries(world.zooKeeper).map(([node, it]) => [node, spoiltIn(it)])) }
        : { ...world, ha: spoiltIn(world.ha) }
    case 'CutOff':
      return withCutOff(world, event.node, true)
    case 'SessionOver':
      return withCutOff(world, event.node, false)
    case 'TouchResource':
      return touchResource(world)
    case 'TakeOver':
      return takeOver(world)
    case 'Tamper':
      return tamper(world, event.tampering)
    case 'Appear':
      return appear(world, event.foreignObject)
    case 'LoseService':
      return { ...world, services: world.services.filter(({ name, foreignObject }) => foreignObject === true || !name.endsWith('-rest')) }
    case 'EditSpec':
      return editSpec(world, event.spec)
    case 'Annotate':
      return annotateResource(world, event.annotations)
    case 'DeleteResource':
      return deleteResource(world)
    case 'MendStatus':
      return mendStatus(world)
    case 'ChangeLoad':
      return changeLoad(world, event.job, event.change)
    case 'TamperState':
      return tamperState(world, event.job, event.name)
    case 'RemoveForeignObjects':
      return withoutForeignObjects(world)
    case 'CreateBeside':
      return createResource(world, event.kind, event.resource).world
    case 'EditBeside':
      return editResourceOf(world, event.kind, event.spec)
    case 'DeleteBeside':
      return deleteResourceOf(world, event.kind, event.uid)
    case 'BackUpBeside':
      return backUpStatusOf(world, event.kind)
    case 'TamperBeside':
      return tamperStatusOf(world, event.kind, event)
    default:
      return absurd(event)
  }
}

/** Its pods are gone by then. The new Deployment's starts don't count as a deploy of the operator. */
const remadeDeployment = (world: World, uid: string): World => {
  const without = world.pods.filter(({ deploymentUid }) => deploymentUid === uid).reduce((now, pod) => endPod(now, pod.uid), world)
  const next = uidOf(without.serial)
  const owned = <A extends ObjectHead>(list: readonly A[]): readonly A[] =>
    list.map(it => (it.ownerUids.includes(uid) ? { ...it, ownerUids: it.ownerUids.map(owner => (owner === uid ? next : owner)) } : it))
  return {
    ...without,
    serial: without.serial + 1,
    configMaps: owned(without.configMaps),
    services: owned(without.services),
    deployments: without.deployments.map(it =>
      it.uid === uid
        ? { ...it, uid: next, version: versionOf(without.serial), created: without.now, availableSince: null, started: true } : it
    ),
  }
}

const withPod = (world: World, uid: string, change: (pod: PodObject) => World): World => {
  const pod = podNow(world, uid)
  return pod === undefined ? world : change(pod)
}

const withJob = (
  world: World,
  uid: string,
  jobId: string,
  change: (world: World, pod: PodObject, job: FlinkJob) => World,
): World =>
  withPod(world, uid, pod => {
    const job = pod.process?.jobs.find(it => it.jobId === jobId)
    return job === undefined ? world : atJob(world, ownerOf(job), it => change(it, pod, job))
  })

const completeOperation = (world: World, podUid: string, triggerId: string, end: StopEnd): World =>
  withPod(world, podUid, pod => {
    const operation = pod.process?.operations.find(it => it.triggerId === triggerId && it.state._tag === 'InProgress')
    const job = pod.process?.jobs.find(it => it.jobId === operation?.jobId)
    if (operation === undefined || job === undefined) return world
    return atJob(
      world,
      ownerOf(job),
      it => (operation.kind === 'Stop' ? completeStop(it, pod, job, operation, end) : completeTrigger(it, pod, job, operation)),
    )
  })

const arriveLate = (world: World, index: number): World => {
  const late = world.late[index]
  if (late === undefined) return world
  const waiting = { ...world, late: world.late.filter(it => it !== late) }
  // nobody is left to end a run that starts after its resource is gone: the session cluster names it as a job that nobody owns
  return atJob(
    waiting,
    late.owner ?? null,
    it => (world.fidelity.lateRuns === true && jobResourceOf(it) === null ? it
      : judgeOneJob(apply(it, late.action, late.version, true).world)),
  )
}

const spoiltIn = <Kept extends HaMetadata>(kept: Kept): Kept => ({
  ...kept,
  jobs: kept.jobs.map(job => (job.pointer === null ? job : { ...job, spoilt: true })),
})

const withCutOff = (world: World, node: string, isCutOff: boolean): World => {
  const { cutOff: _over, ...kept }: World['zooKeeper'][string] = world.zooKeeper[node] ?? noHaMetadata
  return { ...world, zooKeeper: { ...world.zooKeeper, [node]: isCutOff ? { ...kept, cutOff: true } : kept } }
}
