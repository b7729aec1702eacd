import { isOfLastDeploy } from '@flink-operator/core/cluster'
import { isMissed, isMissedForGood, missedAfter } from '@flink-operator/core/job'
import { readyMarkOf, type FlinkBlueGreenDeploymentStatus } from '@flink-operator/core/kind/flink-blue-green-deployment'
import { lateArrivalLimit, type EpochMillis, type FlinkDeploymentStatus, type JobLifecycleStatus } from '@flink-operator/core/resource'
import { hashAutoscaled, hashOverridesSeen, hashWrite } from '../autoscaler/hash-autoscaled.ts'
import { best } from '../flink/ghost-progress.ts'
import type { Statistics } from '../flink/job-manager-process.ts'
import { fromCluster } from '../world/clusters.ts'
import { fromJob, isOfJob } from '../world/jobs.ts'
import { flinkDeploymentOf, jobResourceOf, resourcesOf, sessionJobsOf } from '../world/resources.ts'
import type { FlinkDeploymentResource, Ghost, JobLine, JobResource, SessionJobResource, World } from '../world/world.ts'
import type { Played } from '../world/played-children.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import { checkerEnv } from './checker-env.ts'
import type { CheckerState, Doing, Process } from './checker-state.ts'
import { type Application, hashOrders, isNamedByApplication } from './hash-applications.ts'
import { pastLimits } from './hashed-fields.ts'
import { defaultLimit } from './hashed-fields.ts'
import { resourceOf } from './drive-process.ts'
import { isAwake } from './queue.ts'
import { patience } from './rival.ts'

/**
 * Leaves the hash of a state in `canonical`; states with equal hashes are the same. `withCache`: does the content of a lagging cache
 * still matter?
 */
export const hashState = (canonical: CanonicalHash, state: CheckerState, withCache: boolean): void => {
  const { world, processes, rival, budget } = state
  const { word } = canonical
  hashSeen(canonical, world, flinkDeploymentOf(world))
  if (world.otherJobs.length > 0) canonical.rebase(flinkDeploymentOf(world)?.status.operatorRecord.attempts ?? 0, progressOf(world))
  hashUnseen(canonical, world, withCache)
  hashOtherJobs(canonical, world, withCache)
  if (world.beside.length > 0) hashBeside(canonical, world, withCache)
  word((budget.edits << 16) | (budget.faults << 8) | budget.crashes)
  for (const process of processes) hashProcess(canonical, world, process)
  if (rival?.doing != null) {
    word(sinceDecided(world, rival.doing, rival.mayPause))
    hashProcess(canonical, world, rival)
  }
  hashLeftovers(canonical, world)
  for (const { clusterId } of world.beside) hashLeftovers(canonical, fromCluster(world, clusterId))
}

/** In seconds. For a process that may pause, only whether its round is over by the clock counts beyond that. */
const sinceDecided = ({ now }: World, { decidedAt }: Doing, mayPause: boolean): number =>
  Math.round(Math.min(now - decidedAt, mayPause ? patience + 1_000 : now - decidedAt) / 1000)

/** Hashes what no round observes of the current cluster. */
const hashUnseen = (canonical: CanonicalHash, world: World, withCache: boolean): void => {
  hashUnseenJob(canonical, world, withCache)
  if (withCache && world.olderCluster !== null) canonical.value(world.olderCluster)
}

const hashUnseenJob = (canonical: CanonicalHash, { foreignStatus, rawStatus, ghost, olderResource }: JobLine, withCache: boolean): void => {
  const { word, value } = canonical
  if (foreignStatus !== null) word(1)
  if (rawStatus !== null) word(2)
  hashGhost(canonical, ghost)
  if (withCache && olderResource !== null) value(olderResource)
}

/** Hashes the jobs other than the current one. */
const hashOtherJobs = (canonical: CanonicalHash, world: World, withCache: boolean): void => {
  for (const it of world.otherJobs) {
    canonical.rebase(jobResourceOf(fromJob(world, it.owner))?.status.operatorRecord.attempts ?? 0, progressOf(world))
    hashUnseenJob(canonical, it, withCache)
  }
}

/** Hashes the other clusters, each with its FlinkDeployment. */
const hashBeside = (canonical: CanonicalHash, world: World, withCache: boolean): void => {
  for (const { clusterId } of world.beside) {
    const there = fromCluster(world, clusterId)
    const resource = flinkDeploymentOf(there)
    canonical.rebase(resource?.status.operatorRecord.attempts ?? 0, progressOf(there))
    hashCluster(canonical, there, resource)
    hashUnseen(canonical, there, withCache)
    hashOtherJobs(canonical, there, withCache)
  }
}

/** Hashes the ghost state (what only the checker knows). A redeploy's path is that of the spec. */
const hashGhost = ({ word }: CanonicalHash, { asked, chosen, redeployed, finished, tampered }: Ghost): void => {
  word(
    (redeployed === null ? 0 : redeployed === asked?.redeploy?.nonce ? 1 : 2) + (finished === null ? 0 : 3)
      + (chosen === null ? 0 : chosen.path === null ? 6 : 12),
  )
  word(
    (asked === null ? 0 : asked.stateless ? 1 : 2) + (asked?.redeploy == null ? 0 : 3)
      + (tampered === null ? 0 : tampered.extent === 'Part' ? 6 : 12),
  )
}

/** How long the clock has been steady, in seconds, up to the longest wait that any decision looks back. */
export const steadyFor = (since: EpochMillis, now: EpochMillis): number => Math.round(Math.min(now - since, defaultLimit) / 1000)

/** Starts with everything that a round of this resource can observe. */
export const hashSeen = (canonical: CanonicalHash, world: World, resource: FlinkDeploymentResource | null): void => {
  const { word } = canonical
  canonical.begin({ now: world.now, attempts: resource?.status.operatorRecord.attempts ?? 0, progress: progressOf(world) })
  if (world.fidelity.codeDeletesCheckpoints === true) word(1)
  if (world.steadySince !== null) word(steadyFor(world.steadySince, world.now))
  hashCluster(canonical, world, resource)
  for (const kind in world.resources) {
    const beside = kind === 'FlinkDeployment' || kind === 'FlinkSessionJob' ? null : world.resources[kind]
    if (beside != null) canonical.values(beside)
    if (kind === 'FlinkApplication') { for (const it of (beside ?? []) as readonly Application[]) hashOrders(canonical, world, it) }
  }
  if (world.ghost.backupBeside !== undefined) canonical.value(world.ghost.backupBeside)
  if (world.played !== undefined) hashPlayed(canonical, world, world.played)
  for (const it of sessionJobsOf(world) ?? []) hashSessionJob(canonical, fromJob(world, it.meta.name), it)
}

/** Hashes all child deployments and their jobs, and whether the new one is unchanged since it was first observed ready. */
const hashPlayed = (canonical: CanonicalHash, world: World, played: Played): void => {
  const { word, values, name, value } = canonical
  const { jobs, serving, served, disturbed, unseen, givenUp, backup } = played
  const children = resourcesOf(world, 'FlinkDeployment') as readonly FlinkDeploymentResource[]
  values(children)
  values(jobs)
  word(
    (served ? 1 : 0) + (disturbed ? 2 : 0) + (unseen ? 4 : 0) + (serving === null ? 0 : 8) + (givenUp === null ? 0 : 16)
      + (backup === null ? 0 : 32),
  )
  if (serving !== null) name(serving)
  if (givenUp !== null) name(givenUp)
  if (backup !== null) value(backup)
  for (const parent of resourcesOf(world, 'FlinkBlueGreenDeployment')) {
    const { operation } = parent.status as FlinkBlueGreenDeploymentStatus
    const child = children.find(({ meta }) => meta.uid === operation?.childUid)
    word(child !== undefined && operation?.readyMark === readyMarkOf(child) ? 1 : 0)
  }
}

/** A session job has its own attempts. */
const hashSessionJob = (canonical: CanonicalHash, world: World, resource: SessionJobResource): void => {
  canonical.rebase(resource.status.operatorRecord.attempts, progressOf(world))
  canonical.word(orders(world, resource.status))
  canonical.word(lateEnd(world, resource.status))
  canonical.value(resource)
}

const hashCluster = (canonical: CanonicalHash, world: World, resource: FlinkDeploymentResource | null): void => {
  const { word, value } = canonical
  const status = resource?.status
  if (status !== undefined) {
    word(orders(world, status))
    word(lateEnd(world, status))
    word(reportedLate(world, status))
    if (status.operatorRecord.attempts === 0) {
      for (const { created } of world.deployments) word(Math.min(world.now - created, lateArrivalLimit + 1))
    }
    if (status.operatorRecord.deployedAttempt === null) {
      for (const { created } of world.deployments) word(isOfLastDeploy(status, { creationTimestamp: created }) ? 1 : 2)
    }
  }
  if (resource !== null) value(resource)
  canonical.values(world.deployments)
  canonical.values(world.pods)
  value(world.configMaps)
  value(world.services)
  value(world.ha)
  value(world.zooKeeper)
  if (world.ingress !== null) value(world.ingress)
  if (world.autoscaled !== undefined) hashAutoscaled(canonical, world, world.autoscaled)
}

/** If the recorded end is earlier than the moment when it was observed, the later moment counts (`withLaterTerminalSince`). */
const lateEnd = (
  { now }: World,
  { jobStatus: { updateTime }, operatorRecord: { terminalSince } }: JobLifecycleStatus,
): number => (terminalSince !== null && Number(updateTime ?? 0) > terminalSince
  ? 1 + Math.min(now - Number(updateTime), pastLimits['terminalSince']! + 1) : 0)

/**
 * The operator reports a JobManager that is down or does not answer only after minutes (V05), and time can pass that far where no
 * round handles the resource. The hash keeps whether it has lasted that long, and not since when (or not that far back).
 */
const reportedLate = ({ now }: World, { operatorRecord: { jobManagerDownSince, restMissedSince } }: FlinkDeploymentStatus): number => {
  const isLong = (since: EpochMillis | null): boolean => since !== null && now - since >= checkerEnv.options.observerRestUnreachableTimeout
  return (isLong(jobManagerDownSince) ? 1 : 0) + (isLong(restMissedSince) ? 2 : 0)
}

/**
 * The order of moments that are compared with each other and not with now, and whether a job is missed, which may be minutes after it
 * was last observed.
 */
const orders = (world: World, status: JobLifecycleStatus): number => {
  const { pods, now } = world
  const minted = status.operation?.mintedAt ?? null
  const asked = status.jobStatus.savepointInfo.triggerTimestamp
  let order = missedAfter(status) + (isMissed(status, now) ? 1 : 0) + (isMissedForGood(status, now) ? 2 : 0)
  for (const { process } of pods)
    for (const job of process?.jobs ?? []) {
      if (!isOfJob(world, job)) continue
      const { statistics: { savepoint } } = job
      order = order * 4 + (savepoint !== null && minted !== null && savepoint.time >= minted ? 1 : 0)
        + (savepoint !== null && asked !== null && savepoint.time >= asked ? 2 : 0)
    }
  return order
}

/** Hashes a process with its resource. All processes at rest are equal. */
const hashProcess = (canonical: CanonicalHash, world: World, process: Process): void => {
  const { word, value } = canonical
  const { kind, failures, doing, dueAt } = process
  const resource = resourceOf(process, world)
  if ((world.beside.length > 0 || world.otherJobs.length > 0) && resource !== null) canonical.rebase(kind.attemptsOf(resource), [])
  word(failures)
  if (resource !== null) {
    canonical.name(resource.meta.resourceVersion)
    kind.hashBeside?.(canonical, resource, world.now)
  }
  if (doing === null) {
    word(isAwake(process, world) ? Math.max(0, Math.round((dueAt - world.now) / 1000)) : atRest)
    return
  }
  const { read, facts, actions, next, version } = doing
  word(-1 - next)
  // a remembered decision holds a copy of the resource that it read
  if (read.meta.resourceVersion !== resource?.meta.resourceVersion) value(read)
  canonical.name(version)
  value(facts)
  if (world.autoscaled !== undefined) hashOverridesSeen(canonical, facts)
  for (let index = next; index < actions.length; index += 1) {
    const action = actions[index]!
    if (action._tag === 'WriteAutoscalerState') hashWrite(canonical, world, action)
    // its key names the time, and it changes nothing
    else if (world.autoscaled === undefined || action._tag !== 'EmitEvent') value(action)
  }
}
const atRest = 1_000_000

/**
 * Hashes what counts only while something refers to it: job results and stored states. Must run last, when everything that is referred
 * to has its name.
 */
const hashLeftovers = (canonical: CanonicalHash, world: World): void => {
  const { word, value } = canonical
  if (world.late.length > 0) value(world.late)
  const configurations = world.pods.map(({ input }) => input.configuration)
  for (const it of world.jobResults)
    if (configurations.some(configuration => configuration['job-result-store.storage-path'] === it.store)) value(it)
  for (const it of world.ended)
    if (configurations.some(configuration => configuration['$internal.pipeline.job-id'] === it)) {
      if (canonical.isNamed(it)) canonical.name(it)
      else word(0)
    }
  hashStored(canonical, world)
  for (const it of world.otherJobs) hashStored(canonical, it)
}

const hashStored = (canonical: CanonicalHash, { storage }: JobLine): void => {
  const most = best({ storage })
  for (const it of storage)
    if ((it.current && it.progress === most) || canonical.isNamed(it.path.slice(it.path.lastIndexOf('/') + 1))) canonical.value(it)
}

/**
 * Leaves out checkpoints that nothing refers to any more; with them, a world in which a job restarts again and again would have
 * infinitely many states.
 */
const progressOf = (world: World): readonly number[] => {
  const all: number[] = []
  addStored(world, world, all)
  for (const it of world.otherJobs) addStored(world, it, all)
  for (const pod of world.pods) for (const job of pod.process?.jobs ?? []) if (!all.includes(job.progress)) all.push(job.progress)
  return all.sort((a, b) => a - b)
}

const addStored = (world: World, { storage }: JobLine, all: number[]): void => {
  const most = best({ storage })
  for (const it of storage)
    if (!all.includes(it.progress) && ((it.current && it.progress === most) || it.kind === 'Savepoint' || isReferredTo(world, it.path)))
      all.push(it.progress)
}

const isReferredTo = (world: World, path: string): boolean => {
  return world.ha.jobs.some(({ pointer }) => pointer === path)
    || isNamed(flinkDeploymentOf(world), path) || (sessionJobsOf(world)?.some(it => isNamed(it, path)) ?? false)
    || isNamedByApplication(world.resources['FlinkApplication'] as readonly Application[] | null | undefined, path)
    || world.pods.some(({ process }) =>
      process?.jobs.some(({ statistics, olderStatistics, source }) =>
        source?.path === path || shows(statistics, path) || shows(olderStatistics, path)
      ) ?? false
    )
}

const isNamed = (resource: JobResource | null, path: string): boolean =>
  resource?.spec.job?.initialSavepointPath === path || resource?.status.jobStatus.upgradeSavepointPath === path

const shows = ({ restored, completed }: Statistics, path: string): boolean => restored?.path === path || completed?.path === path
