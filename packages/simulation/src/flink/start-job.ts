import { lastStateMarker, type EpochMillis } from '@flink-operator/core/resource'
import { jobResourceOf } from '../world/resources.ts'
import { isOfJob } from '../world/jobs.ts'
import type { DeploymentObject, PodObject, SpecOfJob, World } from '../world/world.ts'
import { breach, replaced, uidOf, versionOf } from '../world/world.ts'
import { askedBy } from '../kubernetes/asked.ts'
import { type ClusterConfiguration, clusterConfiguration } from './cluster-configuration.ts'
import { best, branchAt, fromNothing, storedAt } from './ghost-progress.ts'
import { type HaMetadata, haOf, type StoredPlan, withHa } from './ha-metadata.ts'
import { type FlinkJob, isAlive, type JobManagerProcess, noStatistics, type ShownState } from './job-manager-process.ts'
import { endJob } from './end-job.ts'

export interface Source {
  readonly progress: number
  readonly restored: ShownState | null
  /** The requested state that does not exist. */
  readonly missing: string | null
}

/**
 * The HA metadata of the job has priority; the configured restore path counts only if it names no checkpoint. A state that is restored
 * by path is shown as a savepoint, whatever it is (1.20.5).
 */
export const sourceOf = (world: World, jobId: string, configuration: ClusterConfiguration): Source => {
  const { restorePath, highAvailability } = configuration
  const kept = highAvailability ? haOf(world, configuration).jobs.find(job => job.jobId === jobId) : undefined
  const pointer = kept === undefined || kept.spoilt === true ? null : kept.pointer
  const path = pointer ?? restorePath
  if (path === null) return { progress: fromNothing(world), restored: null, missing: null }
  const state = storedAt(world, path)
  return state === undefined
    ? { progress: fromNothing(world), restored: null, missing: path }
    : { progress: state.progress, missing: null, restored: { id: 0, path, discarded: false, savepoint: pointer === null, time: world.now } }
}

export const withJobMetadata = (world: World, plan: StoredPlan, configuration: ClusterConfiguration, isRestored: boolean): World => {
  const { jobId } = plan
  const { serial } = world
  const ha = haOf(world, configuration)
  const cluster = ha.cluster ?? { uid: uidOf(serial), version: versionOf(serial), plans: [] }
  const plans = cluster.plans.some(it => it.jobId === jobId) ? cluster.plans : [...cluster.plans, plan]
  const jobs = ha.jobs.some(job => job.jobId === jobId)
    ? ha.jobs.map(job => (job.jobId === jobId && isRestored && !job.counter ? { ...job, counter: true } : job))
    : [...ha.jobs, { uid: uidOf(serial + 1), version: versionOf(serial + 1), jobId, checkpointId: 1, pointer: null, counter: isRestored }]
  const next: HaMetadata = { cluster: { ...cluster, plans }, jobs }
  return withHa({ ...world, serial: serial + 2 }, configuration, next)
}

/**
 * Does a valid spec of a user ask for a start from empty state, or (by a savepoint redeploy) from this path? Or did one ask when the
 * job was ended for that start (control-flow.md, section 4.12)?
 */
const isAskedFor = (world: World, path: string | null): boolean => {
  const { ghost } = world
  const { stateless, redeploy } = ghost.asked ?? askedBy(jobResourceOf(world)?.spec ?? null)
  return stateless || (redeploy !== null && redeploy.path === path) || (ghost.chosen !== null && ghost.chosen.path === path)
}

/** P01: does a deploy start the job that the resource asks for, from the best existing state? */
const judgeDeploy = (world: World, deployment: DeploymentObject | undefined, source: Source): World => {
  if (deployment === undefined || deployment.started) return world
  return judgeSource({ ...world, deployments: replaced(world.deployments, deployment, { ...deployment, started: true }) }, source)
}

/** The same for a job that is run for a FlinkSessionJob. */
export const judgeSource = (world: World, source: Source): World => {
  const { progress } = source
  const path = source.missing ?? source.restored?.path ?? null
  const started = judgeAgain(startedFrom({ ...world, ghost: { ...world.ghost, chosen: null } }, path))
  if (best(world) === 0 || isAskedFor(world, path)) return started
  // the marker path never exists: the job fails instead of starting empty, and a user restores it (B10)
  if (source.missing === lastStateMarker) return started
  if (source.missing !== null)
    return breach(started, 'P01', `deployed from ${source.missing}, which does not exist, while a state of progress ${best(world)} does`)
  if (progress >= best(world)) return started
  const { tampered } = world.ghost
  const what = `deployed from a state of progress ${progress}, while one of progress ${best(world)} is there`
  if (tampered === null) return breach(started, 'P01', what)
  // a resource that was created again has a new uid and a backup's status, and nothing that is left may name a newer state
  return tampered.extent === 'Whole' && source.restored !== null ? started
    : breach(started, 'P25', `${what}, after a user or tool ${tampered.what}`)
}

/** A requested redeploy counts as done even if its state does not exist: Flink reports that. */
const startedFrom = (world: World, path: string | null): World => {
  const { asked } = world.ghost
  return asked?.redeploy != null && asked.redeploy.path === path ? { ...world, ghost: { ...world.ghost, redeployed: asked.redeploy.nonce } }
    : world
}

/** P13: a job that finished is not run again before a user asks for a different job. */
const judgeAgain = (world: World): World => {
  const { ghost } = world
  const resource = jobResourceOf(world)
  if (ghost.finished === null) return world
  const going: World = { ...world, ghost: { ...ghost, finished: null } }
  return resource !== null && isOnlyOtherIngress(ghost.finished, resource.spec)
    ? breach(going, 'P13', 'a job that had finished runs again, though no user asked for it') : going
}

const isOnlyOtherIngress = (a: SpecOfJob, b: SpecOfJob): boolean =>
  JSON.stringify({ ...a, ingress: null }) === JSON.stringify({ ...b, ingress: null })

/**
 * No two runs start in the same millisecond, although in an abstract world no time passes between them. They differ by less than half
 * a second, so they count as the same moment.
 */
const startTimeOf = ({ now, serial }: World): EpochMillis => now + (serial % 400)

/**
 * What a JobManager does when it starts its job (kubernetes-ha.md, section 5; flink REST traps). With HA: it runs stored plans first,
 * unchanged; it does not run a job again whose result is stored. Without HA: it runs the same job id again, from its old source. A
 * missing source fails the job, and that deletes its HA metadata.
 */
export const startJob = (world: World, pod: PodObject): World => {
  const configuration = clusterConfiguration(pod.input)
  const { highAvailability, jobResultStore } = configuration
  const jobId = configuration.jobId ?? 'f'.repeat(32)
  const process = pod.process!
  if (highAvailability && world.jobResults.some(it => it.jobId === jobId && it.store === jobResultStore))
    return { ...world, pods: replaced(world.pods, pod, { ...pod, process: { ...process, phase: 'NothingToRun' } }) }
  const plans = highAvailability ? haOf(world, configuration).cluster?.plans ?? [] : []
  // a job whose result is in this store is not run again, only cleaned up
  const orphans = plans.filter(plan =>
    plan.jobId !== jobId && !world.jobResults.some(it => it.jobId === plan.jobId && it.store === jobResultStore)
  )
  const plan = plans.find(it => it.jobId === jobId)
  const deployment = world.deployments.find(it => it.uid === pod.deploymentUid)

  const source = sourceOf(world, jobId, configuration)
  let next = judgeDeploy(world, deployment, source)
  if (!next.ended.includes(jobId)) next = branchAt(next, source.missing === null ? source.progress : Number.MAX_SAFE_INTEGER)
  if (highAvailability) next = withJobMetadata(next, { jobId, attempt: pod.input.attempt }, configuration, source.restored !== null)
  const job = jobFrom(next, pod, source, { jobId, attempt: plan === undefined ? pod.input.attempt : plan.attempt })
  const jobs = [job, ...orphans.map((orphan): FlinkJob => ({ ...job, jobId: orphan.jobId, attempt: orphan.attempt }))]
  next = { ...next, serial: next.serial + 1 }
  const listing: PodObject = { ...pod, process: { ...process, phase: 'Listing', jobs } }
  next = { ...next, pods: replaced(next.pods, pod, listing) }
  // HA metadata that the operator can't query can only be removed by Flink: the operator redeploys the same job in order to end it
  const isToEnd = configuration.inZooKeeper && configuration.restorePath !== lastStateMarker
  if (plan !== undefined && plan.attempt !== pod.input.attempt && !isToEnd)
    next = breach(next, 'B21', `runs the stored plan of attempt ${String(plan.attempt)} instead of ${String(pod.input.attempt)}`)
  if (source.missing !== null) next = endJob(next, listing, job, 'FAILED')
  return judgeOneJob(next)
}

/** A run at its beginning. */
export const jobFrom = (
  world: World,
  pod: PodObject,
  { progress, restored }: Source,
  of: Pick<FlinkJob, 'jobId' | 'attempt' | 'submission'>,
): FlinkJob => ({
  ...of,
  state: 'INITIALIZING',
  startTime: startTimeOf(world),
  endTime: -1,
  progress,
  statistics: noStatistics,
  olderStatistics: noStatistics,
  statisticsChanged: world.now,
  restarts: 0,
  source: restored,
  ...(pod.deleting ? { tooLate: true } : {}),
})

/** Is it a run of an attempt that was over before it started? */
export const isLateRun = ({ fidelity, ended }: World, jobId: string): boolean => fidelity.lateRuns === true && ended.includes(jobId)

/** P02: never two live runs of the current job, in whichever pods. */
export const judgeOneJob = (world: World): World => {
  const alive = world.pods.flatMap(pod =>
    pod.process?.jobs.filter(it => isAlive(it) && isOfJob(world, it) && !isLateRun(world, it.jobId)) ?? []
  )
  return alive.length > 1 ? breach(world, 'P02', `${alive.length} jobs are alive at once`) : world
}

/** Changes one of the jobs in the pod's process. */
export const processOf = (pod: PodObject, change: (process: JobManagerProcess) => JobManagerProcess): PodObject =>
  pod.process === null ? pod : { ...pod, process: change(pod.process) }
