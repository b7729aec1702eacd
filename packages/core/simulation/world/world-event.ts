import { askedBy } from '../kubernetes/asked.ts'
import { absurd } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec } from '../../src/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import type { EpochMillis, Millis } from '../../src/resource/time.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { completeCheckpoint, completeStop, completeTrigger, failOperations, failOver, showInProgress, type StopEnd } from '../flink/complete-operation.ts'
import { changeJob, changePod, cleanUpJob, endJob, isToBeCleanedUp, podNow } from '../flink/end-job.ts'
import { branchAt, discard } from '../flink/ghost-progress.ts'
import { knowsJob, noHaMetadata, withoutJob } from '../flink/ha-metadata.ts'
import { atWork, type FlinkJob, isAlive, run, startingProcess } from '../flink/job-manager-process.ts'
import { losesCheckpoints } from '../flink/retention.ts'
import { askByHand } from '../flink/rest-effects.ts'
import { judgeOneJob, startJob } from '../flink/start-job.ts'
import { annotateResource, deleteResource, editSpec, takeOver, touchResource } from '../kubernetes/resource-writes.ts'
import { createStateSnapshot, deleteStateSnapshot } from '../kubernetes/state-snapshots.ts'
import { appear, type Stranger, withoutStrangers } from '../kubernetes/strangers.ts'
import { mendStatus, tamper, type Tampering } from '../kubernetes/tampering.ts'
import { hasItsConfigMap } from './answer-query.ts'
import { apply } from './perform.ts'
import { type ObjectHead, type PodObject, uidOf, versionOf, type World } from './world.ts'

/**
 * What happens in the world without our doing. `fair`: it happens sooner or later if it can, so "nothing gets stuck" may count on it; a fault may
 * happen, or not.
 */
export type WorldEvent =
  // fair
  | { readonly _tag: 'MakePod'; readonly deployment: string }
  | { readonly _tag: 'ScaleDown'; readonly deployment: string }
  | { readonly _tag: 'StartPod'; readonly pod: string }
  | { readonly _tag: 'AdvanceProcess'; readonly pod: string }
  | { readonly _tag: 'RunJob'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'Process'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'CompleteCheckpoint'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'DropCheckpoint'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'CompleteOperation'; readonly pod: string; readonly triggerId: string; readonly end: StopEnd }
  | { readonly _tag: 'FinishCancelling'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'CleanUpJob'; readonly pod: string; readonly jobId: string }
  | { readonly _tag: 'EndPod'; readonly pod: string }
  | { readonly _tag: 'FinishDeletion'; readonly deployment: string }
  | { readonly _tag: 'CollectGarbage' }
  /** The garbage collector comes to these dependents: they are being deleted, or, if they were already, gone. */
  | { readonly _tag: 'CollectDependents'; readonly uids: readonly string[] }
  | { readonly _tag: 'PassTime'; readonly millis: Millis }
  // faults
  | { readonly _tag: 'ArriveLate'; readonly index: number }
  | { readonly _tag: 'CrashJobManager'; readonly pod: string }
  | { readonly _tag: 'LosePod'; readonly pod: string }
  /** With HA: its process can't renew its lease, and leads again later. What it ran is run again, from HA metadata. */
  | { readonly _tag: 'LoseLeadership'; readonly pod: string }
  | { readonly _tag: 'FailJob'; readonly pod: string; readonly jobId: string; readonly terminally: boolean }
  | { readonly _tag: 'BeginCheckpoint'; readonly pod: string; readonly jobId: string }
  /** A bounded job comes to its end. */
  | { readonly _tag: 'FinishJob'; readonly pod: string; readonly jobId: string }
  /** Nothing of the operator runs for longer than Flink remembers what it was asked for (trap 5). */
  | { readonly _tag: 'OperatorAway' }
  | { readonly _tag: 'CancelFromOutside'; readonly pod: string; readonly jobId: string }
  /** Somebody stops the job with a savepoint, or takes one, past the operator: `flink stop`, `flink savepoint`. */
  | { readonly _tag: 'AskFlink'; readonly pod: string; readonly jobId: string; readonly kind: 'Stop' | 'Savepoint' }
  /** Somebody scales the JobManager's Deployment. */
  | { readonly _tag: 'ScaleByHand'; readonly deployment: string; readonly replicas: 0 | 1 }
  | { readonly _tag: 'LoseDeployment'; readonly deployment: string }
  /** Its jobs' ConfigMaps; with `whole` the cluster's, too. */
  | { readonly _tag: 'LoseHaMetadata'; readonly whole?: true }
  | { readonly _tag: 'TouchResource' }
  | { readonly _tag: 'TakeOver' }
  | { readonly _tag: 'Tamper'; readonly tampering: Tampering }
  | { readonly _tag: 'Appear'; readonly stranger: Stranger }
  /** The Service of Flink's REST API is deleted (F16). */
  | { readonly _tag: 'LoseService' }
  // people
  | { readonly _tag: 'EditSpec'; readonly spec: FlinkDeploymentSpec; readonly name: string }
  | { readonly _tag: 'Annotate'; readonly annotations: Readonly<Record<string, string>>; readonly name: string }
  | { readonly _tag: 'DeleteResource' }
  /** What somebody else made under our names goes again. */
  | { readonly _tag: 'RemoveStrangers' }
  /** What can't be read is mended. */
  | { readonly _tag: 'MendStatus' }
  | { readonly _tag: 'CreateSnapshot'; readonly spec: JsonObject; readonly name: string }
  | { readonly _tag: 'DeleteSnapshot'; readonly uid: string }

/** The world after an event; the world itself where the event can't happen. */
export const step = (before: World, event: WorldEvent): World => {
  const world = before.breaches.length === 0 ? before : { ...before, breaches: [] }
  switch (event._tag) {
    case 'MakePod':
      return makePod(world, event.deployment)
    case 'ScaleDown':
      return { ...world, pods: world.pods.map(pod => (pod.deploymentUid === event.deployment ? { ...pod, deleting: true } : pod)) }
    case 'StartPod':
      return changePod(world, event.pod, pod => ({ ...pod, phase: 'Running', process: startingProcess }))
    case 'AdvanceProcess':
      return withPod(world, event.pod, pod => advance(world, pod))
    case 'RunJob':
      return withJob(world, event.pod, event.jobId, (pod, before) => {
        const job = run(before, clusterConfiguration(pod.input).adaptive, world.now)
        return changeJob(world, pod.uid, job.jobId, () => (job.state === 'RUNNING' ? atWork(world, job) : job))
      })
    case 'Process':
      return changeJob(world, event.pod, event.jobId, job => ({ ...job, progress: job.progress + 1 }))
    case 'CompleteCheckpoint':
      return withJob(world, event.pod, event.jobId, (pod, job) => completeCheckpoint(world, pod, job))
    case 'BeginCheckpoint':
      return withJob(world, event.pod, event.jobId, (pod, job) => showInProgress(world, pod, job, world.now))
    case 'DropCheckpoint':
      return withJob(world, event.pod, event.jobId, (pod, job) => showInProgress(world, pod, job, null))
    case 'CompleteOperation':
      return completeOperation(world, event.pod, event.triggerId, event.end)
    case 'FinishCancelling':
      return withJob(world, event.pod, event.jobId, (pod, job) => endJob(world, pod, job, 'CANCELED'))
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
      return withJob(world, event.pod, event.jobId, (pod, job) => {
        const failed = failOperations(world, pod.uid, job.jobId, 'CheckpointException: Checkpoint Coordinator is suspending.')
        const now = podNow(failed, pod.uid)!
        return event.terminally ? endJob(failed, now, job, 'FAILED') : failOver(failed, now, job)
      })
    case 'CancelFromOutside':
      return failOperations(changeJob(world, event.pod, event.jobId, job => ({ ...job, state: 'CANCELLING' })), event.pod, event.jobId, 'CheckpointException: The job was cancelled')
    case 'AskFlink':
      return withPod(world, event.pod, pod => askByHand(world, pod, event.kind, event.jobId))
    case 'ScaleByHand':
      return { ...world, serial: world.serial + 1, deployments: world.deployments.map(it => (it.uid === event.deployment ? { ...it, replicas: event.replicas, version: versionOf(world.serial) } : it)) }
    case 'FinishJob':
      return withJob(world, event.pod, event.jobId, (pod, job) => finishJob(world, pod, job))
    case 'OperatorAway':
      return forgotten(passTime(world, operationMemoryMillis + 10_000))
    case 'LoseDeployment':
      return {
        ...world,
        deployments: world.deployments.filter(it => it.uid !== event.deployment),
        pods: world.pods.map(pod => (pod.deploymentUid === event.deployment ? { ...pod, deleting: true } : pod)),
      }
    case 'LoseHaMetadata':
      return { ...world, ha: { cluster: event.whole === true ? null : world.ha.cluster, jobs: [] } }
    case 'TouchResource':
      return touchResource(world)
    case 'TakeOver':
      return takeOver(world)
    case 'Tamper':
      return tamper(world, event.tampering)
    case 'Appear':
      return appear(world, event.stranger)
    case 'LoseService':
      return { ...world, services: world.services.filter(({ name, stranger }) => stranger === true || !name.endsWith('-rest')) }
    case 'EditSpec':
      return editSpec(world, event.spec)
    case 'Annotate':
      return annotateResource(world, event.annotations)
    case 'DeleteResource':
      return deleteResource(world)
    case 'MendStatus':
      return mendStatus(world)
    case 'RemoveStrangers':
      return withoutStrangers(world)
    case 'CreateSnapshot':
      return createStateSnapshot(world, { _tag: 'CreateStateSnapshot', namespace: 'default', name: 'by-hand', labels: {}, spec: event.spec }).world
    case 'DeleteSnapshot':
      return deleteStateSnapshot(world, event.uid)
    default:
      return absurd(event)
  }
}

const withPod = (world: World, uid: string, change: (pod: PodObject) => World): World => {
  const pod = podNow(world, uid)
  return pod === undefined ? world : change(pod)
}

const withJob = (world: World, uid: string, jobId: string, change: (pod: PodObject, job: FlinkJob) => World): World =>
  withPod(world, uid, pod => {
    const job = pod.process?.jobs.find(it => it.jobId === jobId)
    return job === undefined ? world : change(pod, job)
  })

/** A JobManager that is ended ends what it runs; with high availability the next one goes on with it. */
const endPod = (world: World, uid: string): World => {
  const gone = podNow(world, uid)
  const without = { ...world, pods: world.pods.filter(pod => pod !== gone) }
  const ended = gone === undefined || !losesCheckpoints(world, gone, 'SUSPENDED') ? [] : (gone.process?.jobs ?? []).filter(isAlive)
  return ended.reduce<World>((now, { statistics }) => discard(now, statistics.completed?.path ?? null), without)
}

const makePod = (world: World, uid: string): World => {
  const deployment = world.deployments.find(it => it.uid === uid)
  if (deployment === undefined) return world
  const pod: PodObject = {
    name: `${deployment.name}-${world.serial}`, uid: uidOf(world.serial), deploymentUid: uid, created: world.now, deleting: false, phase: 'Pending', restartCount: 0,
    input: deployment.input, process: null, ...(deployment.started ? { later: true } : {}),
  }
  return { ...world, serial: world.serial + 1, pods: [...world.pods, pod] }
}

const advance = (world: World, pod: PodObject): World => {
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

/** No pod tells which `restartNonce` it was made for: the operator's record does. */
const isRestarted = ({ resource }: World): boolean =>
  resource === null || (resource.status.reconciliationStatus.lastReconciledSpec ?? '').includes(`"restartNonce":${String(resource.spec.restartNonce)}`)

/** Its work is done: none of its states is needed any more. What was edited and not yet followed runs in its place. */
const finishJob = (world: World, pod: PodObject, job: FlinkJob): World => {
  const ended = endJob(failOperations(world, pod.uid, job.jobId, 'CheckpointException: The job has finished'), podNow(world, pod.uid)!, job, 'FINISHED')
  const spec = world.resource?.spec ?? null
  const { redeploy } = askedBy(spec)
  const isFollowed = String(spec?.job?.parallelism) === pod.input.configuration['parallelism.default'] && (redeploy === null || redeploy.nonce === world.ghost.redeployed) && isRestarted(world)
    && pod.input.flinkVersion === spec?.flinkVersion && pod.input.configuration['high-availability.type'] === spec.flinkConfiguration['high-availability.type']
  return { ...branchAt(ended, 0), ghost: { ...ended.ghost, finished: isFollowed ? spec : null } }
}

/** Flink's default: `rest.async.store-duration`. */
const operationMemoryMillis: Millis = 300_000

const forgotten = (world: World): World =>
  ({ ...world, pods: world.pods.map(pod => (pod.process === null ? pod : { ...pod, process: { ...pod.process, operations: pod.process.operations.filter(({ state }) => state._tag === 'InProgress') } })) })

/** The Deployment's status tells it: a new version. */
const available = (world: World, pod: PodObject): World => ({
  ...world,
  serial: world.serial + 1,
  deployments: world.deployments.map(it => (it.uid === pod.deploymentUid && it.availableSince === null ? { ...it, availableSince: world.now, version: versionOf(world.serial) } : it)),
})

const completeOperation = (world: World, podUid: string, triggerId: string, end: StopEnd): World =>
  withPod(world, podUid, pod => {
    const operation = pod.process?.operations.find(it => it.triggerId === triggerId && it.state._tag === 'InProgress')
    const job = pod.process?.jobs.find(it => it.jobId === operation?.jobId)
    if (operation === undefined || job === undefined) return world
    return operation.kind === 'Stop' ? completeStop(world, pod, job, operation, end) : completeTrigger(world, pod, job, operation)
  })

/** A Deployment that is being deleted goes after its pods; in the foreground its dependents go first. */
const finishDeletion = (world: World, uid: string): World => ({
  ...world,
  deployments: world.deployments.filter(it => it.uid !== uid),
  configMaps: world.configMaps.filter(it => !it.ownerUids.includes(uid)),
  services: world.services.filter(it => !it.ownerUids.includes(uid)),
})

/** Is there an owner, and is every owner gone? */
const isOrphaned = (world: World) => ({ ownerUids, stranger }: Pick<ObjectHead, 'ownerUids' | 'stranger'>): boolean =>
  stranger !== true && ownerUids.length > 0 && ownerUids.every(uid => world.resource?.meta.uid !== uid && !world.deployments.some(it => it.uid === uid))

export const hasGarbage = (world: World): boolean =>
  [...world.deployments, ...world.configMaps, ...world.services].some(isOrphaned(world)) || (world.ingress !== null && isOrphaned(world)(world.ingress))

const collectDependents = (world: World, uids: readonly string[]): World => {
  const collected = <A extends ObjectHead>(list: readonly A[]): readonly A[] =>
    list.flatMap(it => (!uids.includes(it.uid) ? [it] : it.deleting ? [] : [{ ...it, deleting: true }]))
  return { ...world, configMaps: collected(world.configMaps), services: collected(world.services) }
}

/** ConfigMaps and Services whose owner is being deleted, or is gone. */
export const goingDependents = (world: World): readonly ObjectHead[] => {
  const going = world.deployments.filter(({ deleting }) => deleting).map(({ uid }) => uid)
  return [...world.configMaps, ...world.services].filter(it => it.ownerUids.some(uid => going.includes(uid)) || isOrphaned(world)(it))
}

const collectGarbage = (world: World): World => {
  const orphaned = isOrphaned(world)
  const going = world.deployments.filter(orphaned)
  return {
    ...world,
    deployments: world.deployments.filter(it => !orphaned(it)),
    configMaps: world.configMaps.filter(it => !orphaned(it)),
    services: world.services.filter(it => !orphaned(it)),
    ingress: world.ingress !== null && orphaned(world.ingress) ? null : world.ingress,
    pods: world.pods.map(pod => (going.some(it => it.uid === pod.deploymentUid) ? { ...pod, deleting: true } : pod)),
  }
}

const passTime = (world: World, millis: Millis): World => {
  const now = world.now + millis
  const isOver = world.fidelity.abstract && world.pods.some(({ process }) => process?.jobs.some(job => isCacheOver(world, job, now)))
  const begun = millis >= longStart ? world.pods.reduce((now, pod) => (isDelayed(pod) ? startJob(now, pod) : now), world) : world
  const cleaned = millis >= cleanUpMillis ? cleanedUp(begun) : begun
  return {
    ...cleaned, now,
    late: world.late.some(it => it.until < now) ? world.late.filter(it => it.until >= now) : world.late,
    pods: isOver ? cleaned.pods.map(pod => withoutOldStatistics(world, pod, now)) : cleaned.pods,
  }
}

/** What Flink has to do after a job has ended, where only Flink can, takes no longer: seconds, and a JobManager that restarts does it first. */
const cleanUpMillis: Millis = 5_000

/** Where only Flink can end a job a JobManager comes to it before long: that it lists none for ten minutes is taken for its end. */
const longStart: Millis = 100_000

const isDelayed = ({ input, process, deleting }: PodObject): boolean => process?.phase === 'Empty' && !deleting && clusterConfiguration(input).inZooKeeper

/** A job whose result is stored leaves nothing in ZooKeeper while a JobManager with that store lives. */
const cleanedUp = (world: World): World =>
  world.zooKeeper === noHaMetadata ? world : world.pods.reduce((now, pod) => {
    const { inZooKeeper, jobResultStore } = clusterConfiguration(pod.input)
    if (pod.process === null || pod.deleting || !inZooKeeper) return now
    return now.jobResults.filter(({ store, jobId }) => store === jobResultStore && knowsJob(now.zooKeeper, jobId)).reduce((it, { jobId }) => ({ ...it, zooKeeper: withoutJob(it.zooKeeper, jobId) }), now)
  }, world)

const isCacheOver = ({ fidelity }: World, job: FlinkJob, now: EpochMillis): boolean => job.olderStatistics !== job.statistics && now - job.statisticsChanged >= fidelity.restCacheMillis

/** What REST's cache can't show any more is forgotten: worlds that differ only in it are the same. */
const withoutOldStatistics = (world: World, pod: PodObject, now: EpochMillis): PodObject => pod.process === null ? pod
  : { ...pod, process: { ...pod.process, jobs: pod.process.jobs.map(job => (isCacheOver(world, job, now) ? { ...job, olderStatistics: job.statistics } : job)) } }

const arriveLate = (world: World, index: number): World => {
  const late = world.late[index]
  if (late === undefined) return world
  const arrived = apply({ ...world, late: world.late.filter(it => it !== late) }, late.action, late.version)
  return judgeOneJob(arrived.world)
}

/** What the world may do on its own now, fair events only. In an abstract world a running job has always done work since it last stored its state. */
export const fairEvents = (world: World): readonly WorldEvent[] => {
  const events: WorldEvent[] = []
  for (const deployment of world.deployments) {
    const pods = world.pods.filter(pod => pod.deploymentUid === deployment.uid)
    if (deployment.role === 'JobManager' && !deployment.deleting && deployment.replicas > 0 && !pods.some(pod => !pod.deleting))
      events.push({ _tag: 'MakePod', deployment: deployment.uid })
    if (deployment.replicas === 0 && pods.some(pod => !pod.deleting)) events.push({ _tag: 'ScaleDown', deployment: deployment.uid })
    if (deployment.deleting && pods.length === 0) events.push({ _tag: 'FinishDeletion', deployment: deployment.uid })
  }
  for (const pod of world.pods) podEvents(world, pod, events)
  if (hasGarbage(world)) events.push({ _tag: 'CollectGarbage' })
  // one by one, and gone before their owner, in recordings: here they all are seen going, and then go with it
  const waiting = world.deployments.some(({ deleting }) => deleting) ? goingDependents(world).filter(({ deleting }) => !deleting) : []
  if (waiting.length > 0) events.push({ _tag: 'CollectDependents', uids: waiting.map(({ uid }) => uid) })
  return events
}

const podEvents = (world: World, pod: PodObject, events: WorldEvent[]): void => {
  if (pod.deleting) events.push({ _tag: 'EndPod', pod: pod.uid })
  if (pod.phase === 'Pending' && !pod.deleting && hasItsConfigMap(world, pod)) events.push({ _tag: 'StartPod', pod: pod.uid })
  const { process } = pod
  if (process === null) return
  if (process.phase === 'Starting' || process.phase === 'Electing' || process.phase === 'Empty') {
    // leader election: only one of two JobManagers with HA comes to its job
    const leads = !clusterConfiguration(pod.input).highAvailability || !world.pods.some(it => it !== pod && it.process !== null && it.process.phase !== 'Starting' && it.process.phase !== 'Electing')
    if (!pod.deleting && (process.phase === 'Starting' || leads)) events.push({ _tag: 'AdvanceProcess', pod: pod.uid })
  }
  for (const job of process.jobs) jobEvents(world, pod, job, events)
  for (const operation of process.operations)
    if (operation.state._tag === 'InProgress') {
      const { triggerId } = operation
      events.push({ _tag: 'CompleteOperation', pod: pod.uid, triggerId, end: 'Listed' })
      if (operation.kind === 'Stop') events.push({ _tag: 'CompleteOperation', pod: pod.uid, triggerId, end: 'Unlisted' })
    }
}

const jobEvents = (world: World, pod: PodObject, job: FlinkJob, events: WorldEvent[]): void => {
  const { jobId } = job
  if (job.state === 'INITIALIZING' || job.state === 'CREATED' || job.state === 'RESTARTING') events.push({ _tag: 'RunJob', pod: pod.uid, jobId })
  if (isToBeCleanedUp(world, pod, job)) events.push({ _tag: 'CleanUpJob', pod: pod.uid, jobId })
  if (job.state === 'CANCELLING') events.push({ _tag: 'FinishCancelling', pod: pod.uid, jobId })
  if (job.state !== 'RUNNING') return
  const stops = pod.process?.operations.some(it => it.kind === 'Stop' && it.jobId === jobId && it.state._tag === 'InProgress') ?? false
  if (!world.fidelity.abstract) events.push({ _tag: 'Process', pod: pod.uid, jobId })
  // the interval of checkpoints is longer than the time for which REST may hide one
  if (!stops && (!world.fidelity.abstract || job.olderStatistics === job.statistics)) events.push({ _tag: 'CompleteCheckpoint', pod: pod.uid, jobId })
  if (job.statistics.inProgressSince !== null && (!world.fidelity.abstract || job.olderStatistics === job.statistics)) events.push({ _tag: 'DropCheckpoint', pod: pod.uid, jobId })
}

/** Ghost: is a job of the resource alive? */
export const aliveJobs = (world: World): number =>
  world.pods.reduce((sum, { process }) => sum + (process?.jobs.filter(isAlive).length ?? 0), 0)
